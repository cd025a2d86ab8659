// requirement of Validation of consumption: Days that break a rule (spike, negative, zero, stuck, high, low, sum check, prolonged estimation, duplicate, missing) wait in a queue | /readMeter/review | GET /prod-api/business/consumptionReview/list
import { defaultThresholds } from '@nightflow/schemas/metering/validation-thresholds'
import { expect, test } from 'vitest'
import { expectedLitres, historyDays, type JudgedDay, validateConsumption } from './validate-consumption.ts'

/** A home of about 300 litres a day. */
const usual = Array.from({ length: historyDays }, (_, day) => 300_000 + (day % 7) * 10_000)
const judge = (judged: Partial<JudgedDay>, thresholds = defaultThresholds) =>
  validateConsumption(
    {
      millilitres: 310_000,
      flags: [],
      before: usual,
      estimatedDays: 0,
      isEstimated: false,
      isLate: false,
      isValveClosed: false,
      ...judged,
    },
    thresholds,
  )
const rulesOf = (judged: Partial<JudgedDay>, thresholds = defaultThresholds) => judge(judged, thresholds).map(({ rule }) => rule)
const unknown = Number.NaN

test('an ordinary day breaks no rule', () => expect(rulesOf({})).toEqual([]))

test('a spike is above the third-largest day by more than 180 per cent', () => {
  // The third-largest is 360 l: 360 * 2.8 = 1008 l.
  expect(judge({ millilitres: 1_009_000 })).toContainEqual({ rule: 'spike', value: 1009, limit: 1008 })
  expect(rulesOf({ millilitres: 1_008_000 })).not.toContain('spike')
})

test('high is above three times the mean, low is below a fifth of it', () => {
  expect(judge({ millilitres: 991_000 })).toEqual([{ rule: 'high', value: 991, limit: 990 }])
  expect(rulesOf({ millilitres: 989_000 })).toEqual([])
  expect(judge({ millilitres: 65_000 })).toEqual([{ rule: 'low', value: 65, limit: 66 }])
})

test('small volumes are no work for a person', () => {
  const before = usual.map(() => 10_000)
  expect(rulesOf({ millilitres: 99_000, before })).toEqual([])
  expect(rulesOf({ millilitres: 101_000, before })).toEqual(['spike', 'high'])
})

test('a day is negative by its volume, or by a register that fell', () => {
  expect(judge({ millilitres: -5_000 })).toEqual([{ rule: 'negative', value: -5, limit: 0 }])
  expect(rulesOf({ millilitres: unknown, flags: ['day:step-back'] })).toEqual(['negative'])
  expect(rulesOf({ millilitres: -5_000, isTwoWay: true })).toEqual([])
  expect(rulesOf({ millilitres: unknown, flags: ['day:implausible-jump'] })).toEqual(['spike'])
})

test('zero is questioned after three days, and is a stuck register after fourteen', () => {
  const after = (days: number) => [...usual.slice(0, days).fill(0), ...usual.slice(days)]
  expect(rulesOf({ millilitres: 0, before: after(1) })).toEqual([])
  expect(judge({ millilitres: 0, before: after(2) })).toEqual([{ rule: 'zero', value: 3, limit: 3 }])
  expect(judge({ millilitres: 0, before: after(13) })).toEqual([{ rule: 'stuck', value: 14, limit: 14 }])
})

test('a home that uses nothing for as long as its history goes back is not questioned again', () => {
  expect(rulesOf({ millilitres: 0, before: usual.map(() => 0) })).toEqual([])
})

test('the intervals of a day and the difference of its registers agree within two per cent and ten litres', () => {
  expect(rulesOf({ sums: { intervals: 310_000, registers: 300_000 } })).toEqual([])
  expect(judge({ sums: { intervals: 311_000, registers: 300_000 } })).toEqual([{ rule: 'sum-check', value: 11, limit: 10 }])
  expect(rulesOf({ sums: { intervals: 1_019_000, registers: 1_000_000 } })).toEqual([])
})

// requirement of Validation of consumption: Water that passes a valve which is reported closed waits in the queue too | /readMeter/review | GET /prod-api/business/consumptionReview/list
test('water through a closed valve is questioned, also without a history', () => {
  expect(judge({ isValveClosed: true, millilitres: 120_000, before: [] })).toEqual([{ rule: 'closed-valve', value: 120, limit: 100 }])
  expect(rulesOf({ isValveClosed: true, millilitres: 100_000, before: [] })).toEqual([])
  expect(rulesOf({ isValveClosed: true, millilitres: unknown })).not.toContain('closed-valve')
})

test('estimation is prolonged after seven days in a row', () => {
  expect(rulesOf({ estimatedDays: 7, isEstimated: true })).toEqual([])
  expect(judge({ estimatedDays: 8, isEstimated: true })).toEqual([{ rule: 'prolonged-estimation', value: 8, limit: 7 }])
})

test('a missing day after seven estimated ones prolongs the estimation, a known one ends it', () => {
  const missing = { millilitres: unknown, isLate: true, estimatedDays: 7 }
  expect(judge(missing)).toContainEqual({ rule: 'prolonged-estimation', value: 8, limit: 7 })
  expect(rulesOf({ ...missing, estimatedDays: 6 })).toEqual(['missing'])
  expect(rulesOf({ ...missing, isLate: false })).toEqual([])
  expect(rulesOf({ estimatedDays: 8 })).toEqual([])
})

test('two values for one instant, and intervals that overlap, are duplicates', () => {
  expect(rulesOf({ flags: ['conflicting'] })).toEqual(['duplicate'])
  expect(rulesOf({ flags: ['day:overlap'] })).toEqual(['duplicate'])
  expect(rulesOf({ flags: ['day:gap'] })).toEqual([])
})

test('an unknown day is missing once late readings had their time, unless the meter was not in use', () => {
  expect(rulesOf({ millilitres: unknown })).toEqual([])
  expect(judge({ millilitres: unknown, isLate: true, before: [unknown, unknown, ...usual.slice(2)] })).toEqual([
    { rule: 'missing', value: 3, limit: 0 },
  ])
  expect(rulesOf({ millilitres: unknown, isLate: true, before: usual.map(() => unknown) })).toEqual([])
})

test('a meter without a week of known days is compared with nothing', () => {
  const before = usual.map((day, index) => (index < 6 ? day : unknown))
  expect(rulesOf({ millilitres: 9_000_000, before })).toEqual([])
  expect(expectedLitres(before, defaultThresholds)).toBeNull()
  expect(expectedLitres(usual, defaultThresholds)).toBe(330)
})

test('thresholds are the tenant’s', () => {
  expect(rulesOf({ millilitres: 700_000 }, { ...defaultThresholds, highTimes: 2 })).toEqual(['high'])
})
