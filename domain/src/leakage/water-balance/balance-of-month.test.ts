import type { NightFlowRow } from '@nightflow/schemas/leakage/night-flow'
import { describe, expect, test } from 'vitest'
import { balanceOfMonth } from './balance-of-month.ts'
import type { MonthInput } from './month-input.ts'
import type { NightUse } from './night-use.ts'
import { leakageAt } from './pressure-effect.ts'
import { withinBoundary } from './within-boundary.ts'

const dayRow = (day: number, supplyLitres: number | null, consumptionLitres: number | null, estimated = false): NightFlowRow => ({
  ...{ date: `2026-03-${String(day).padStart(2, '0')}`, supplyLitres, consumptionLitres },
  leakageLitres: supplyLitres === null || consumptionLitres === null ? null : supplyLitres - consumptionLitres,
  ...{ leakageRate: null, nightMinimumFlowLitresPerHour: null, nightMeanFlowLitresPerHour: null, nightUnknownBecause: null },
  ...{ averageFlowLitresPerHour: null, klRatio: null, completeness: 1, nightMinimumAt: null, minimumFlowLitresPerHour: null },
  ...{ minimumFlowAt: null, nightMinimumRolling7DayP20LitresPerHour: null, netNightFlowLitresPerHour: null, supplyCompleteness: 1 },
  ...{ consumptionCompleteness: 1, estimated, supplyEstimatedLitres: 0, consumptionEstimatedLitres: 0, unknownBecause: null },
})
const night = (day: number, minimum: number, use: number, reportingShare = 1): NightUse => ({
  ...{ day, slot: 3, minimum, measured: use * reportingShare, scaled: use, reportingShare },
})

const month = (changes: Partial<MonthInput> = {}): MonthInput => ({
  point: {
    ...{ partitionId: 'north', name: 'North', level: 1, timeZone: 'UTC', month: '2026-03' },
    ...{ from: '2026-03-01', to: '2026-03-31' },
  },
  rows: Array.from({ length: 31 }, (_, day) => dayRow(day + 1, 24_000, 18_000)),
  nights: Array.from({ length: 31 }, (_, day) => night(day, 400, 150)),
  billedLitres: null,
  billedMeterShare: null,
  infrastructure: null,
  pressure: null,
  pricePerCubicMetre: 2,
  exceptional: { exceptionalNight: null, exceptionalUse: null, exceptionalUsers: [] },
  ...changes,
})
const codesOf = (input: MonthInput) => balanceOfMonth(input).assumptions.map(({ code }) => code)
const pipes = { from: '2026-01-01', mainsMetres: 1_000, serviceConnections: 100, meanServiceMetres: 0, pressureMetres: 50 }

describe('the balance of a month', () => {
  test('has the volumes of its known days, apparent and real losses apart, and says what it assumes', () => {
    const balance = balanceOfMonth(month())
    expect(balance.volumes.systemInput).toEqual({ value: 744_000, bound: 14_880 })
    const { losses, apparentLosses, realLosses } = balance.volumes
    expect(losses.value).toBe(186_000)
    expect(apparentLosses.value! + realLosses.value!).toBe(186_000)
    expect(balance.indicators.ili.value).toBeNull()
    expect(codesOf(month())).toContain('not-billed')
    expect(balance.background.lossCostMinorPerDay).toBe(Math.round((realLosses.value! / 31 / 1000) * 200))
  })

  test('bills of a part of the customers are no bills of the month: what is not billed yet is not lost', () => {
    const balance = balanceOfMonth(month({ billedLitres: 5_000, billedMeterShare: 0.3 }))
    expect(balance.indicators.nonRevenueShare.value).toBeCloseTo(balanceOfMonth(month()).indicators.nonRevenueShare.value!)
    expect(balance.assumptions).toContainEqual({ code: 'bills-of-some-meters', value: 0.3 })
    expect(codesOf(month({ billedLitres: 5_000, billedMeterShare: 0.3 }))).not.toContain('not-billed')
    expect(balanceOfMonth(month({ billedLitres: 500_000, billedMeterShare: 0.95 })).volumes.billedMetered.value).toBe(500_000)
  })

  test('days whose supply or consumption is unknown are no part of it, and are counted', () => {
    const rows = [dayRow(1, 24_000, 18_000), dayRow(2, 24_000, null), dayRow(3, null, 18_000), dayRow(4, 24_000, 18_000, true)]
    const balance = balanceOfMonth(month({ rows, billedLitres: 60_000 }))
    expect(balance).toMatchObject({ days: 4, daysKnown: 2, daysEstimated: 1 })
    // Half of the bills: half of the days are known.
    expect(balance.volumes.billedMetered.value).toBe(30_000)
    expect(balance.volumes.unbilledMetered.value).toBe(6_000)
    expect(balance.assumptions).toContainEqual({ code: 'days-unknown', value: 2 })
    expect(balance.assumptions).toContainEqual({ code: 'billed-in-part', value: 0.5 })
  })

  test('without a known day nothing is zero', () => {
    const balance = balanceOfMonth(month({ rows: [dayRow(1, null, null)], nights: [] }))
    expect(balance.volumes.realLosses).toEqual({ value: null, bound: null })
    expect([balance.indicators.nonRevenueShare.value, balance.night.net, balance.sheets]).toEqual([null, null, []])
  })

  test('with pipes and pressure it has an index of leakage with its class', () => {
    const { indicators } = balanceOfMonth(month({ infrastructure: pipes }))
    // (18 x 1 + 0.8 x 100) x 50
    expect(indicators.uarlLitresPerDay).toBe(4_900)
    expect(indicators.ili.value).toBeCloseTo(indicators.carlLitresPerDay.value! / 4_900, 10)
    expect(indicators.iliClass).toBe('A')
    expect(indicators.litresPerConnectionDay).toBeCloseTo(indicators.carlLitresPerDay.value! / 100, 10)
    const half = balanceOfMonth(month({ infrastructure: { ...pipes, systemKind: 'intermittent', hoursPressurised: 12 } }))
    expect(half.indicators.uarlLitresPerDay).toBe(2_450)
  })

  test('measured night use is scaled to the meters that did not report, and widens the bound', () => {
    const whole = balanceOfMonth(month()).night
    const part = balanceOfMonth(month({ nights: [night(1, 400, 150, 0.8)] })).night
    expect(whole).toMatchObject({ minimum: 400, scaledUse: 150, net: 250, nightDayFactor: 24 })
    expect(part.measuredUse).toBeCloseTo(120, 10)
    expect(part.leakageLitresPerDay.bound!).toBeGreaterThan(whole.leakageLitresPerDay.bound!)
    expect(codesOf(month({ nights: [night(1, 400, 150, 0.8)] }))).toContain('reporting-scaled')
  })

  test('a net night flow below zero keeps its sign, and its leakage is none', () => {
    const { net, leakageLitresPerDay } = balanceOfMonth(month({ nights: [night(1, 100, 150)] })).night
    expect([net, leakageLitresPerDay.value]).toEqual([-50, 0])
  })

  test('pressures of sensors give the night-day factor, the exponent of the nights, and what another pressure would save', () => {
    const pressures = Array.from({ length: 31 }, (_, day) => 40 + (day % 6))
    const nights = pressures.map((pressure, day) => night(day, leakageAt(250, 40, pressure, 1.2) + 150, 150))
    const pressure = { sensors: 2, hours: new Array<number>(24).fill(40), nights: new Map(pressures.map((metres, day) => [day, metres])) }
    const balance = balanceOfMonth(month({ nights, pressure, targetPressureMetres: 30 }))
    expect(balance.pressure.measuredExponent).toBeCloseTo(1.2, 6)
    expect(balance.pressure).toMatchObject({ source: 'measured', sensors: 2, measuredNights: 31, targetMetres: 30 })
    const carl = balance.indicators.carlLitresPerDay.value!
    expect(balance.pressure.savedLitresPerDay).toBeCloseTo(carl - leakageAt(carl, 40, 30, balance.pressure.exponent), 6)
    expect(balance.assumptions.map(({ code }) => code)).not.toContain('pressure-exponent')
    expect(balance.night.nightDayFactor!).toBeLessThan(24)
  })

  test('the sheets of regulators are of the same days, and each has its formula', () => {
    const { sheets } = balanceOfMonth(month({ infrastructure: { ...pipes, householdShare: 0.7, outletMegapascal: 0.4, frostMetres: 1 } }))
    expect(sheets.map(({ id, formula }) => [id, formula])).toEqual([
      ['cjj92', 'F-SHEET-1'],
      ['arera', 'F-SHEET-2'],
      ['eu', 'F-SHEET-3'],
      ['ukwir', 'F-SHEET-4'],
      ['pdam', 'F-SHEET-5'],
    ])
    const [china] = sheets
    expect(china!.figures.find(({ code }) => code === 'comprehensive-loss-rate')!.value).toBeCloseTo(0.25, 10)
    expect(china!.figures.find(({ code }) => code === 'loss-rate')!.value).not.toBeNull()
  })
})

describe('whether a place is inside a boundary', () => {
  const ring = [[0, 0], [4, 0], [4, 4], [2, 2], [0, 4], [0, 0]] as const // biome-ignore format: a ring
  test.each([
    [1, 1, true],
    [2, 3, false],
    [3.5, 3, true],
    [5, 1, false],
  ])('%f, %f: %s', (longitude, latitude, isInside) => expect(withinBoundary({ longitude, latitude }, ring)).toBe(isInside))
})
