import type { RecordedEvent } from '@nightflow/event-log/event-log'
import { expect, test } from 'vitest'
import type { Reaction } from '../shared/define-policy.ts'
import { retryValveOperations } from './retry-valve-operations.ts'

const operationId = '00000000-0000-4000-8000-000000000001'
const failedAt = '2026-03-02T08:00:00.000Z'

/** When the policy retries an operation that failed at 8 o'clock, where it learns of it at `now`. */
const retryOf = async (now: string, more: object = {}): Promise<string | undefined> => {
  const due: Date[] = []
  const reaction = { now: new Date(now), setTimer: ({ dueAt }) => void due.push(dueAt) } as Pick<Reaction, 'now' | 'setTimer'>
  const event = { data: { number: '10001', operationId, reason: 'no-answer', failedAt, ...more } }
  await retryValveOperations.react!(event as unknown as RecordedEvent, reaction as Reaction, undefined)
  return due[0]?.toISOString()
}

/** Whether a retry that was due at `dueAt` is requested at `now`. */
const isRequested = async (dueAt: string, now: string): Promise<boolean> => {
  let requested = false
  const execute = async () => {
    requested = true
  }
  const reaction = { now: new Date(now), execute } as unknown as Reaction
  const timer = { tenant: 'north', key: operationId, dueAt: new Date(dueAt), data: { number: '10001' }, cause: null, correlation: null }
  await retryValveOperations.onTimer!(timer, reaction, undefined)
  return requested
}

test('the pauses grow, and the third attempt is the last', async () => {
  expect(await retryOf(failedAt)).toBe('2026-03-02T08:05:00.000Z')
  expect(await retryOf(failedAt, { attempt: 2 })).toBe('2026-03-02T08:30:00.000Z')
  expect(await retryOf(failedAt, { attempt: 3 })).toBeUndefined()
})

test('a failure that does not pass is not retried', async () => {
  expect(await retryOf(failedAt, { reason: 'motor-blocked' })).toBeUndefined()
})

test('an order of long ago moves no valve, when the policy first reads the log or after the service was down', async () => {
  expect(await retryOf('2026-03-02T09:00:00.000Z')).toBe('2026-03-02T08:05:00.000Z')
  expect(await retryOf('2026-03-05T08:00:00.000Z')).toBeUndefined()
  expect(await isRequested('2026-03-02T08:05:00.000Z', '2026-03-02T08:06:00.000Z')).toBe(true)
  expect(await isRequested('2026-03-02T08:05:00.000Z', '2026-03-02T12:00:00.000Z')).toBe(false)
})
