import { isRejection } from '@nightflow/schemas/shared/rejections'
import { describe, expect, test } from 'vitest'
import { type KeyCommand, type KeyEvent, keyDecider, type MeterKeys } from './key-decider.ts'

const number = '8001'
const updateId = '11111111-1111-4111-8111-111111111111'
const another = '22222222-2222-4222-8222-222222222222'
const minutes = (count: number): string => new Date(Date.parse('2026-03-03T08:00:00.000Z') + count * 60_000).toISOString()

/** Gives the commands one after another, each at its minute, and tells the events or the refusal of the last. */
const given = (...steps: readonly (readonly [minute: number, command: KeyCommand])[]): readonly string[] => {
  let state: MeterKeys = keyDecider.initialState
  let told: readonly string[] = []
  for (const [minute, command] of steps) {
    const context = { now: minutes(minute), actor: 'user:1', timeZone: 'UTC' }
    const decided = keyDecider.decide[command.type](command as never, state, context)
    told = isRejection(decided) ? [decided.rejected] : decided.map(({ type }) => type.replace('devices.KeyUpdate', ''))
    if (!isRejection(decided)) state = (decided as KeyEvent[]).reduce(keyDecider.evolve, state)
  }
  return told
}
const request = (id = updateId): KeyCommand => ({ type: 'RequestKeyUpdate', number, updateId: id, reason: 'new year' })
const goOn: KeyCommand = { type: 'ContinueKeyUpdate', number, updateId }
const confirm: KeyCommand = { type: 'ConfirmKeyUpdate', number, updateId }
const sent: KeyCommand = { type: 'MarkKeyUpdateSent', number, updateId }

describe('a key update', () => {
  test('is requested once, however often the request is repeated', () => {
    expect(given([0, request()])).toEqual(['Requested'])
    expect(given([0, request()], [1, request()])).toEqual([])
  })
  test('is refused while another one is waiting', () =>
    expect(given([0, request()], [1, request(another)])).toEqual(['key-update-pending']))
  test('is sent again when the meter has not answered in time, and not before', () => {
    expect(given([0, request()], [14, goOn])).toEqual([])
    expect(given([0, request()], [15, goOn])).toEqual(['Resent'])
  })
  test('times out after it was sent three times', () => {
    expect(given([0, request()], [15, goOn], [30, goOn])).toEqual(['Resent'])
    expect(given([0, request()], [15, goOn], [30, goOn], [45, goOn])).toEqual(['TimedOut'])
    expect(given([0, request()], [15, goOn], [30, goOn], [45, goOn], [60, goOn])).toEqual([])
  })
  test('is marked as sent once for each time', () => {
    expect(given([0, request()], [1, sent], [2, sent])).toEqual([])
    expect(given([0, request()], [1, sent], [15, goOn], [16, sent])).toEqual(['Sent'])
  })
  test('is confirmed once, also after it was sent again', () => {
    expect(given([0, request()], [15, goOn], [16, confirm])).toEqual(['Confirmed'])
    expect(given([0, request()], [1, confirm], [2, confirm])).toEqual([])
    expect(given([0, request()], [1, confirm], [15, goOn])).toEqual([])
  })
  // requirement of Meters: A late confirmation of a key counts unless a newer one was given | – | –
  test('that timed out may still be confirmed, unless a newer one was given', () => {
    const timedOut = [
      [0, request()],
      [15, goOn],
      [30, goOn],
      [45, goOn],
    ] as const
    expect(given(...timedOut, [60, confirm])).toEqual(['Confirmed'])
    expect(given(...timedOut, [60, request(another)], [61, confirm])).toEqual(['key-update-over'])
    expect(given(...timedOut, [60, sent])).toEqual(['key-update-over'])
  })
  test('that is not known is refused', () => {
    for (const command of [goOn, confirm, sent]) expect(given([0, command])).toEqual(['key-update-unknown'])
  })
})
