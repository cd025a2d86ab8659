import type { HealthFigures, RecordHealth } from '@nightflow/schemas/metering/meter-health'
import { expect, test } from 'vitest'
import { meterHealthDecider, type RecordedHealth } from './meter-health-decider.ts'

const context = { now: '2026-05-04T05:00:00.000Z', actor: 'policy:meter-health', timeZone: 'UTC' }
const unknown: HealthFigures = {
  ...{ reportingRate: null, daysSilent: null, batteryMillivolt: null, batteryEndsOn: null, daysWithoutUse: null, usualDailyLitres: null },
  ...{ reverseLitres: null, peakLitresPerHour: null, permanentLitresPerHour: null, lowFlowShare: null, hoursNearPermanent: null },
  ...{ ageYears: null, registerLitres: null, underRegistrationShare: null, leakLitresPerHour: null, leakSince: null, leakLitres: null },
}
const leak = { leakLitresPerHour: 10, leakSince: '2026-05-01', leakLitres: 720 }
const command = (day: string, given: Partial<RecordHealth> = {}): RecordHealth => ({
  type: 'RecordHealth',
  number: '7',
  day,
  findings: [{ finding: 'leak', yearlyLitres: 87_600 }],
  figures: { ...unknown, ...leak },
  isLeakKnown: true,
  isLeakOpen: false,
  ...given,
})
const decide = (state: RecordedHealth, asked: RecordHealth) => {
  const events = meterHealthDecider.decide.RecordHealth(asked, state, context)
  if (!Array.isArray(events)) throw new Error('rejected')
  return events
}
const after = (...commands: RecordHealth[]): RecordedHealth =>
  commands.reduce<RecordedHealth>(
    (state, asked) => decide(state, asked).reduce(meterHealthDecider.evolve, state),
    meterHealthDecider.initialState,
  )
const none = { findings: [], figures: unknown }

test('a meter without findings has no event, and one that lost them has a last one', () => {
  expect(decide(undefined, command('2026-05-03', none))).toEqual([])
  expect(decide(after(command('2026-05-03')), command('2026-05-04', none))[0]!.data.findings).toEqual([])
  expect(decide(after(command('2026-05-03'), command('2026-05-04', none)), command('2026-05-05', none))).toEqual([])
})

test('the same findings are recorded once a week, others at once, and no day twice', () => {
  const found = after(command('2026-05-03'))
  expect(decide(found, command('2026-05-04'))).toEqual([])
  expect(decide(found, command('2026-05-10'))).toHaveLength(1)
  expect(decide(found, command('2026-05-03', none))).toEqual([])
  expect(decide(found, command('2026-05-04', { findings: [{ finding: 'leak', yearlyLitres: 200_000 }] }))).toHaveLength(1)
})

test('a leak goes on over unknown hours, and ends when an hour without flow is known', () => {
  const found = after(command('2026-05-03'))
  expect(decide(found, command('2026-05-04', { ...none, isLeakKnown: false }))).toEqual([])
  expect(decide(found, command('2026-05-11', { ...none, isLeakKnown: false }))[0]!.data).toMatchObject({
    figures: leak,
    findings: [{ finding: 'leak' }],
  })
  expect(decide(found, command('2026-05-04', none))[0]!.data.figures.leakSince).toBeNull()
})

test('a leak keeps its first day when the days that are read no longer reach it', () => {
  const figures = { ...unknown, leakLitresPerHour: 10, leakSince: '2026-05-22', isLeakSinceLeast: true, leakLitres: 14_400 }
  const later = command('2026-07-20', { figures, isLeakOpen: true })
  expect(decide(after(command('2026-05-03')), later)[0]!.data.figures).toMatchObject({
    leakSince: '2026-05-01',
    isLeakSinceLeast: false,
    leakLitres: 14_400 + 21 * 240,
  })
})

test('a dry hour between two leaks did not end the first where no assessment saw it: the second begins after it', () => {
  const later = command('2026-07-20', { figures: { ...unknown, leakLitresPerHour: 10, leakSince: '2026-07-02', leakLitres: 4_560 } })
  expect(decide(after(command('2026-05-03')), later)[0]!.data.figures).toMatchObject({ leakSince: '2026-07-02', leakLitres: 4_560 })
})

test('a stopped and a silent meter go on when the days that are read no longer show a use or an hour', () => {
  const stopped = after(
    command('2026-05-03', { findings: [{ finding: 'stopped', yearlyLitres: 365 }], figures: { ...unknown, usualDailyLitres: 1 } }),
  )
  expect(decide(stopped, command('2026-07-20', none))[0]!.data).toMatchObject({
    findings: [{ finding: 'stopped' }],
    figures: { usualDailyLitres: 1 },
  })
  const silent = after(
    command('2026-05-03', { findings: [{ finding: 'silent', yearlyLitres: null }], figures: { ...unknown, daysSilent: 3 } }),
  )
  expect(decide(silent, command('2026-05-13', none))[0]!.data.figures.daysSilent).toBe(13)
})
