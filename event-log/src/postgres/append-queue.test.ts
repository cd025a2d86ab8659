import { expect, test } from 'vitest'
import { EventLogUnavailable } from '../event-log-errors.ts'
import { rememberHeads } from '../stream-heads.ts'
import type { AppendConnection } from './append-connection.ts'
import { openAppendQueue, queueLimits } from './append-queue.ts'

const anEvent = () => ({
  id: crypto.randomUUID(),
  type: 'test.Happened',
  schemaVersion: 1,
  data: {},
  metadata: { tenant: 'river', actor: 'user:ada' },
})

/** A queue whose database fails one attempt after the other with these errors, and then with the last of them. */
const queueOn = (errors: readonly Error[]) => {
  let attempts = 0
  const connection: AppendConnection = {
    run: async () => {
      attempts += 1
      throw errors[Math.min(attempts, errors.length) - 1]!
    },
    close: async () => undefined,
  }
  return { queue: openAppendQueue(connection, rememberHeads()), attempts: () => attempts }
}
const refused = new Error('value out of range')
const away = new EventLogUnavailable('the database does not answer')

test('a database that goes away while each append of a group goes alone is waited for once, for all', async () => {
  const { queue, attempts } = queueOn([refused, away])
  const group = Array.from({ length: queueLimits.groupAppends }, () => queue.append('river/test', 'any', [anEvent()]))
  const behind = queue.append('river/test', 'any', [anEvent()])
  const settled = await Promise.allSettled([...group, behind])
  expect(new Set(settled.map((one) => one.status === 'rejected' && one.reason))).toEqual(new Set([away]))
  expect(attempts(), 'the group, and the first of it alone').toBe(2)
  await queue.close()
})

test('of a group that is refused each append gets its own refusal, and those before the database went away keep theirs', async () => {
  const { queue, attempts } = queueOn([refused, refused, refused, away])
  const group = Array.from({ length: 5 }, () => queue.append('river/test', 'any', [anEvent()]))
  const reasons = (await Promise.allSettled(group)).map((one) => one.status === 'rejected' && String(one.reason.message))
  expect(reasons.slice(0, 2)).toEqual([expect.stringContaining('refused 1 events'), expect.stringContaining('refused 1 events')])
  expect(reasons.slice(2)).toEqual([away.message, away.message, away.message])
  expect(attempts()).toBe(4)
})

test('an append that is refused alone is not tried twice', async () => {
  const { queue, attempts } = queueOn([refused])
  await expect(queue.append('river/test', 'any', [anEvent()])).rejects.toThrow('value out of range')
  expect(attempts()).toBe(1)
})
