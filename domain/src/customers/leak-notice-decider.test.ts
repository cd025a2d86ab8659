import type { TellOfLeak } from '@nightflow/schemas/customers/leak-notice'
import { isRejection } from '@nightflow/schemas/shared/rejections'
import { expect, test } from 'vitest'
import { leakNoticeDecider } from './leak-notice-decider.ts'

const [holder, other] = ['4f1f6c1e-6f3f-4a57-9a53-0d6a35a54f0a', '0a4a35d6-1e6c-4f1f-9a53-3f4a57f0aaaa']
const at = (day: string) => ({ now: `${day}T06:00:00.000Z`, actor: 'policy:leak-notices', timeZone: 'UTC' })
const telling = (given: Partial<TellOfLeak> = {}): TellOfLeak => ({
  ...{ type: 'TellOfLeak', accountNo: '00001', personId: holder, meterNo: '7', leakSince: '2026-05-01', litresPerHour: 10 },
  ...{ channel: 'email', language: 'fr', isByHand: false, pauseDays: 30 },
  ...given,
})
type State = typeof leakNoticeDecider.initialState
const tell = (state: State, day: string, given: Partial<TellOfLeak> = {}) =>
  leakNoticeDecider.decide.TellOfLeak(telling(given), state, at(day))
const told = (state: State, day: string, given: Partial<TellOfLeak> = {}): State => {
  const events = tell(state, day, given)
  if (isRejection(events)) throw new Error(events.rejected)
  return events.reduce(leakNoticeDecider.evolve, state)
}
const start = leakNoticeDecider.initialState
const stopped = (state: State): State => {
  const command = { type: 'StopLeakNotices' as const, accountNo: '00001', personId: holder, isByLink: true, reason: null }
  const events = leakNoticeDecider.decide.StopLeakNotices(command, state, at('2026-05-05'))
  if (isRejection(events)) throw new Error(events.rejected)
  return events.reduce(leakNoticeDecider.evolve, state)
}

test('a holder gets one message a leak', () => {
  expect(tell(start, '2026-05-04')).toHaveLength(1)
  expect(tell(told(start, '2026-05-04'), '2026-07-04')).toEqual([])
})

test('a leak was notified again when it was found to have begun earlier', () => {
  expect(tell(told(start, '2026-05-04'), '2026-07-04', { leakSince: '2026-04-02' })).toEqual([])
})

test('a further leak has a message after the pause, by hand before it', () => {
  const state = told(start, '2026-05-04')
  const further = { leakSince: '2026-05-10' }
  expect(tell(state, '2026-05-20', further)).toEqual([])
  expect(tell(state, '2026-05-20', { ...further, isByHand: true })).toHaveLength(1)
  expect(tell(state, '2026-06-03', further)).toHaveLength(1)
})

test('a holder who stopped the messages gets none, neither automatically nor by hand, until they are allowed again', () => {
  const state = stopped(start)
  expect(tell(state, '2026-05-06')).toMatchObject({ rejected: 'leak-notices-stopped' })
  expect(tell(state, '2026-05-06', { isByHand: true })).toMatchObject({ rejected: 'leak-notices-stopped' })
  const allowing = { type: 'AllowLeakNotices' as const, accountNo: '00001', personId: holder, reason: 'asked at the counter' }
  const allowed = leakNoticeDecider.decide.AllowLeakNotices(allowing, state, at('2026-05-07'))
  if (isRejection(allowed)) throw new Error(allowed.rejected)
  expect(tell(allowed.reduce(leakNoticeDecider.evolve, state), '2026-05-08')).toHaveLength(1)
})

test('another holder starts anew: neither informed nor stopped', () => {
  const state = told(start, '2026-05-04')
  expect(tell(state, '2026-05-05', { personId: other })).toHaveLength(1)
})
