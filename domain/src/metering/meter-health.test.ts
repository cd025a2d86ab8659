// requirement of Meter health and customer care: Per meter: reporting rate, days silent, battery forecast, stopped, reverse flow, sizing, under-registration, continuous flow | /readMeter/health | GET /prod-api/business/meterHealth/:meterNo
import { defaultHealthSettings } from '@nightflow/schemas/metering/health-settings'
import type { HealthFinding } from '@nightflow/schemas/metering/meter-health'
import { describe, expect, test } from 'vitest'
import { dateOfDay } from '../shared/local-time.ts'
import { forecastBattery } from './battery-forecast.ts'
import type { HealthBasis } from './health-basis.ts'
import { assessHealth, uncountedLitres, underRegistrationShare } from './meter-health.ts'
import { judgeSizing, permanentFlowOf } from './meter-sizing.ts'

const day = 20_500
const hours = 24

/** A home that uses 100 l in two hours of each day, and nothing in the others. */
const homeHours = (): number[] => Array.from({ length: hours }, (_, hour) => (hour === 7 || hour === 19 ? 50_000 : 0))

const aBasis = ({
  hoursOf = homeHours,
  ...rest
}: Partial<HealthBasis> & { hoursOf?: (daysAgo: number) => number[] | undefined } = {}): HealthBasis => ({
  day,
  days: Array.from({ length: 60 }, (_, index) => 59 - index).flatMap((daysAgo) => {
    const volumes = hoursOf(daysAgo)
    return volumes ? [{ day: day - daysAgo, hours: volumes, millilitres: volumes.reduce((sum, hour) => sum + hour, 0) }] : []
  }),
  slotsOf: () => hours,
  voltages: [],
  reverseRegisters: [],
  registerLitres: null,
  isSummary: false,
  usesWaterAtNight: false,
  zeroWater: { thresholdMillilitres: 0, peaks: [] },
  wallHoursOf: () => Array.from({ length: hours }, (_, hour) => hour),
  caliberMillimetres: null,
  maximumFlowLitresPerHour: null,
  installedOn: null,
  ...rest,
})
const assess = (basis: HealthBasis) => assessHealth(basis, defaultHealthSettings)
const found = (basis: HealthBasis): HealthFinding[] => assess(basis).findings.map(({ finding }) => finding)
const constant = (millilitres: number) => Array.from({ length: hours }, () => millilitres)

test('a home that reports and uses water has no finding, and what is not known of it is unknown', () => {
  const { findings, figures } = assess(aBasis())
  expect(findings).toEqual([])
  expect(figures).toMatchObject({ reportingRate: 1, daysSilent: 0, daysWithoutUse: 0, usualDailyLitres: 100, peakLitresPerHour: 50 })
  expect(figures).toMatchObject({
    batteryMillivolt: null,
    batteryEndsOn: null,
    reverseLitres: null,
    underRegistrationShare: null,
    leakSince: null,
  })
})

test('a meter without any day has no figure and no finding', () => {
  const { findings, figures, isLeakKnown } = assess(aBasis({ hoursOf: () => undefined }))
  expect(findings).toEqual([])
  expect(new Set(Object.values(figures))).toEqual(new Set([null]))
  expect(isLeakKnown).toBe(false)
})

test('a meter that is read once a day with a longer gap reports all of its hours, and has no leak because they are alike', () => {
  const daily = aBasis({ hoursOf: () => constant(Number.NaN) })
  const days = daily.days.map((each) => ({ ...each, millilitres: 240_000, sharedHours: hours }))
  const { findings, figures } = assess({ ...daily, days })
  expect(findings).toEqual([])
  expect(figures).toMatchObject({ reportingRate: 1, daysSilent: 0, leakSince: null, usualDailyLitres: 240, peakLitresPerHour: null })
})

describe('a peak period without use', () => {
  const morning = (thresholdMillilitres: number) => ({
    thresholdMillilitres: 0,
    peaks: [{ period: 1 as const, startMinute: 10 * 60, endMinute: 12 * 60, thresholdMillilitres }],
  })
  // requirement of Meter health and customer care: A peak period of the meter without use for a week is a finding | /readMeter/health | GET /prod-api/business/meterHealth/:meterNo
  test('is a finding after a week in which the meter counted at other times', () => {
    const health = assess(aBasis({ zeroWater: morning(0) }))
    expect(health.findings).toEqual([{ finding: 'no-peak-use', yearlyLitres: null }])
    expect(health.figures.peakWithoutUse).toBe(1)
  })
  test('ends with use in the period on one day', () => {
    const once = (daysAgo: number) => homeHours().map((volume, hour) => (hour === 11 && daysAgo === 3 ? 2_000 : volume))
    expect(found(aBasis({ zeroWater: morning(0), hoursOf: once }))).toEqual([])
    expect(found(aBasis({ zeroWater: morning(2_000), hoursOf: once }))).toEqual(['no-peak-use'])
  })
  test('is none of a meter that counts nothing at all, which is stopped', () => {
    const stopped = (daysAgo: number) => (daysAgo < 20 ? constant(0) : homeHours())
    expect(found(aBasis({ zeroWater: morning(0), hoursOf: stopped }))).toEqual(['stopped'])
  })
})

describe('reporting', () => {
  test('the rate is known hours divided by the hours of 30 days', () => {
    const half = aBasis({ hoursOf: (daysAgo) => (daysAgo % 2 === 0 ? homeHours() : undefined) })
    expect(assess(half).figures.reportingRate).toBe(0.5)
    expect(found(half)).toEqual(['low-reporting'])
  })
  test('a meter without an hour for three days is silent, and is not found a second time for its rate', () => {
    const silent = aBasis({ hoursOf: (daysAgo) => (daysAgo < 5 ? undefined : homeHours()) })
    expect(assess(silent).figures.daysSilent).toBe(5)
    expect(found(silent)).toEqual(['silent'])
  })
})

describe('a leak behind the meter', () => {
  const leaking = (from: number) => aBasis({ hoursOf: (daysAgo) => (daysAgo < from ? constant(8_000) : homeHours()) })
  // requirement of Meter health and customer care: A leak behind the meter with rate, beginning, volume and cost | /readMeter/health | GET /prod-api/business/meterHealth/:meterNo
  test('runs where no hour of three days is without flow, its rate is the smallest hour and its volume that rate since the last dry hour', () => {
    const { findings, figures } = assess(leaking(4))
    // The home's last dry hours are those after 19 o'clock.
    expect(figures).toMatchObject({ leakLitresPerHour: 8, leakSince: dateOfDay(day - 3), leakLitres: 8 * 4 * hours })
    expect(findings).toEqual([{ finding: 'leak', yearlyLitres: 8 * 8760 }])
  })
  test('that no dry hour precedes began on the first day that was read: it began then at the latest, and earlier days tell when', () => {
    const basis = leaking(100)
    expect(assess(basis)).toMatchObject({ isLeakOpen: true, figures: { leakSince: dateOfDay(day - 59), isLeakSinceLeast: true } })
    const earlierDays = [homeHours(), constant(8_000)].map((volumes, index) => ({ day: day - 61 + index, hours: volumes, millilitres: 0 }))
    const { isLeakOpen, figures } = assess({ ...basis, earlierDays })
    expect(isLeakOpen).toBe(false)
    expect(figures).toMatchObject({ leakSince: dateOfDay(day - 60), leakLitres: 8 * 61 * hours })
    expect(figures.isLeakSinceLeast).toBeUndefined()
  })
  test('after unknown hours began at its first known hour at the latest', () => {
    const basis = leaking(4)
    basis.days.find((each) => each.day === day - 3)!.hours = constant(8_000).fill(Number.NaN, 0, 5)
    expect(assess(basis)).toMatchObject({
      isLeakOpen: false,
      figures: { leakSince: dateOfDay(day - 3), isLeakSinceLeast: true, leakLitres: 8 * (4 * hours - 5) },
    })
    const missing = aBasis({ hoursOf: (daysAgo) => (daysAgo < 4 ? constant(8_000) : daysAgo < 9 ? undefined : homeHours()) })
    expect(assess(missing).figures).toMatchObject({ leakSince: dateOfDay(day - 3), isLeakSinceLeast: true })
  })
  test('is none before the third day is over', () => expect(found(leaking(2))).toEqual([]))
  test('is none of a summary meter, which counts many customers', () => {
    expect(found({ ...leaking(10), isSummary: true })).toEqual([])
  })
  // requirement of Meter health and customer care: No leak is sought behind meters of customer types that use water at night | /customer/customerType | PUT /prod-api/business/customerType
  test('is none of a customer whose type uses water at night', () => {
    expect(found({ ...leaking(10), usesWaterAtNight: true })).toEqual([])
  })
  test('ends with one hour without flow', () => {
    const basis = leaking(10)
    basis.days.at(-1)!.hours = constant(8_000).with(3, 0)
    expect(found(basis)).toEqual([])
    expect(assess(basis).isLeakKnown).toBe(true)
  })
  test('is not known where more than a tenth of the hours is unknown, and unknown hours are no flow and no pause', () => {
    const basis = leaking(10)
    basis.days.at(-1)!.hours = constant(Number.NaN)
    expect(found(basis)).toEqual([])
    expect(assess(basis).isLeakKnown).toBe(false)
    basis.days.at(-1)!.hours = constant(8_000).with(3, Number.NaN)
    expect(found(basis)).toEqual(['leak'])
  })
})

test('a meter without volume for two weeks is stopped where it had a use before, and costs that use', () => {
  const stopped = aBasis({ hoursOf: (daysAgo) => (daysAgo < 14 ? constant(0) : homeHours()) })
  expect(assess(stopped).findings).toEqual([{ finding: 'stopped', yearlyLitres: 36_500 }])
  expect(found(aBasis({ hoursOf: () => constant(0) }))).toEqual([])
})

test('reverse flow is what the reverse register counted in four weeks; a register that stepped back is unknown', () => {
  const registers = (...values: number[]) => values.map((millilitres, index) => ({ day: day - 28 + index * 7, millilitres }))
  expect(assess(aBasis({ reverseRegisters: registers(1_000_000, 1_010_000, 1_280_000) })).findings).toEqual([
    { finding: 'reverse', yearlyLitres: 3650 },
  ])
  expect(assess(aBasis({ reverseRegisters: registers(5000, 0) })).figures.reverseLitres).toBeNull()
  expect(found(aBasis({ reverseRegisters: registers(5000, 5000) }))).toEqual([])
})

describe('battery', () => {
  const falling = (perWeek: number, weeks = 26) =>
    Array.from({ length: weeks }, (_, week) => ({ day: day - (weeks - 1 - week) * 7, millivolt: 3400 - perWeek * week }))
  test('ends where the line through its voltages reaches the end of life', () => {
    // 3,400 mV less 10 mV a week: 400 mV are 40 weeks after the first.
    expect(forecastBattery(falling(10), 3000)).toEqual({ millivolt: 3150, endsOn: day - 25 * 7 + 40 * 7 })
    expect(found(aBasis({ voltages: falling(10) }))).toEqual(['battery'])
  })
  test('one wrong value moves nothing', () =>
    expect(forecastBattery(falling(10).with(12, { day: day - 13 * 7, millivolt: 100 }), 3000).endsOn).toBe(day + 15 * 7))
  test('is unknown with few voltages, and where the voltage does not fall', () => {
    expect(forecastBattery([], 3000)).toEqual({ millivolt: null, endsOn: null })
    expect(forecastBattery(falling(10, 4), 3000).endsOn).toBeNull()
    expect(forecastBattery(falling(0), 3000).endsOn).toBeNull()
  })
  test('a voltage at the end of life is found without a slope', () =>
    expect(found(aBasis({ voltages: [{ day, millivolt: 2990 }] }))).toEqual(['battery']))
})

describe('size', () => {
  test('Q3 is the stated Q4 / 1.25, else that of the diameter, else unknown', () => {
    expect(permanentFlowOf({ caliberMillimetres: 15, maximumFlowLitresPerHour: 5000 })).toBe(4000)
    expect(permanentFlowOf({ caliberMillimetres: 15, maximumFlowLitresPerHour: null })).toBe(2500)
    expect(permanentFlowOf({ caliberMillimetres: 17, maximumFlowLitresPerHour: null })).toBeNull()
  })
  const month = (millilitres: number) => Array.from({ length: 28 * 24 }, () => millilitres)
  test('a large meter whose largest hour stays below 5 % of Q3 is oversized; 5 % of its flow below Q2 may be lost', () => {
    const judged = judgeSizing(month(100_000), 25_000)
    expect(judged.isOversized).toBe(true)
    expect(judged.figures.lowFlowShare).toBe(1)
    expect(judged.uncountedYearlyLitres).toBeCloseTo((100 * 8760 * 0.05) / 0.95)
    expect(judgeSizing(month(100_000), 2500).isOversized).toBe(false)
    expect(judgeSizing(month(0), 25_000).isOversized).toBe(false)
  })
  test('a meter with five hours at 80 % of Q3 is undersized', () => {
    const busy = month(100_000).fill(2_000_000, 0, 5)
    expect(judgeSizing(busy, 2500).isUndersized).toBe(true)
    expect(judgeSizing(busy.with(0, 0), 2500).isUndersized).toBe(false)
  })
  test('nothing is said of two weeks or less, or without Q3', () => {
    expect(judgeSizing(month(100_000).slice(0, 300), 25_000).isOversized).toBe(false)
    expect(judgeSizing(month(100_000), null).figures.lowFlowShare).toBeNull()
  })
})

test('under-registration grows by 0.3 % a year and 1 % per thousand hours of Q3, up to 20 %, and is unknown without age or volume', () => {
  const share = (ageYears: number | null, registerLitres: number | null) =>
    underRegistrationShare({ ageYears, registerLitres, permanentLitresPerHour: 2500 })
  expect(share(10, 2_500_000)).toBeCloseTo(0.04)
  expect(share(100, 1e9)).toBe(0.2)
  expect(share(null, 1000)).toBeNull()
  expect(share(10, null)).toBeNull()
  expect(uncountedLitres(960, 0.04)).toBeCloseTo(40)
})
