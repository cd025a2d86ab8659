import { expect, test } from 'vitest'
import { economicIntervention, rateOfRise } from './economic-intervention.ts'
import { againstTemperature, changeAt, classesOf, distributionOf, type Night, seasonsOf, weekdaysOf } from './night-statistics.ts'

const dateOf = (day: number): string => new Date(Date.UTC(2026, 2, 2) + day * 86_400_000).toISOString().slice(0, 10)
const nightsOf = (flows: readonly (number | null)[]): Night[] => flows.map((flow, day) => ({ date: dateOf(day), flow }))

test('the distribution is of the known nights, and none without one', () => {
  expect(distributionOf(nightsOf([10, null, 30, 20]))).toEqual({ nights: 3, lowest: 10, p20: 14, median: 20, p80: 26, highest: 30 })
  expect(distributionOf(nightsOf([null]))).toBeUndefined()
})

test('classes are as wide as one another and have every known night', () => {
  const classes = classesOf(nightsOf(Array.from({ length: 64 }, (_, day) => 100 + day)))
  expect(classes.reduce((sum, { nights }) => sum + nights, 0)).toBe(64)
  expect(new Set(classes.map(({ from, to }) => to - from))).toEqual(new Set([10]))
  expect(classesOf(nightsOf([50, 50, null]))).toMatchObject([{ nights: 2 }])
  expect(classesOf([])).toEqual([])
})

test('nights are grouped by weekday, Monday first, and by season', () => {
  const nights = nightsOf(Array.from({ length: 14 }, (_, day) => day))
  expect(weekdaysOf(nights).map(({ weekday, median }) => [weekday, median])).toEqual(
    [1, 2, 3, 4, 5, 6, 7].map((day) => [day, day - 1 + 3.5]),
  )
  const year: Night[] = ['2026-01-31', '2026-02-01', '2026-03-01', '2026-08-31', '2026-11-30', '2026-12-01'].map((date) => ({
    date,
    flow: 1,
  }))
  expect(seasonsOf(year).map(({ season, nights: count }) => [season, count])).toEqual([
    ['dec-feb', 3],
    ['mar-may', 1],
    ['jun-aug', 1],
    ['sep-nov', 1],
  ])
})

test('a repair shifts the nights from its day on, with an interval', () => {
  const change = changeAt(nightsOf([100, 102, 98, 101, 99, 60, 62, 58, 61, 59]), dateOf(5))!
  expect(change).toMatchObject({ before: { median: 100 }, after: { median: 60 }, shift: -40 })
  expect(change.low).toBeLessThan(-40)
  expect(change.high).toBeGreaterThan(-40)
  expect(change.high).toBeLessThan(0)
})

test('without a change the interval has zero, and three nights on a side are too few', () => {
  const change = changeAt(nightsOf([100, 103, 98, 101, 99, 102, 100, 98]), dateOf(4))!
  expect(change.low <= 0 && change.high >= 0).toBe(true)
  expect(changeAt(nightsOf([1, 2, 3, 4, 5, 6, 7, 8]), dateOf(3))).toBeUndefined()
})

test('nights follow the temperature where ten of them have both', () => {
  const nights = nightsOf(Array.from({ length: 12 }, (_, day) => 100 - 3 * day))
  const celsius = new Map(nights.map(({ date }, day) => [date, 5 + day]))
  expect(againstTemperature(nights, celsius)).toEqual({ nights: 12, slopePerCelsius: -3, correlation: -1 })
  expect(againstTemperature(nights.slice(0, 9), celsius)).toBeUndefined()
  expect(againstTemperature(nights, new Map())).toBeUndefined()
})

test('leakage rises by the slope of the nights, and a fall is no rise', () => {
  expect(rateOfRise(nightsOf(Array.from({ length: 28 }, (_, day) => 100 + day)))).toBe(24 * 365)
  expect(rateOfRise(nightsOf(Array.from({ length: 28 }, (_, day) => 100 - day)))).toBe(0)
  expect(rateOfRise(nightsOf(Array.from({ length: 27 }, (_, day) => 100 + day)))).toBeUndefined()
})

test('at the economic interval a survey costs as much as the water lost between two of them', () => {
  const costs = { surveyCost: 10_000, pricePerCubicMetre: 0.5 }
  const of = economicIntervention(100_000, costs)
  const years = of.intervalMonths! / 12
  expect(((100 * 365 * years ** 2) / 2) * costs.pricePerCubicMetre).toBeCloseTo(costs.surveyCost, 6)
  expect(economicIntervention(0, costs)).toMatchObject({ intervalMonths: null, budgetMinorPerYear: null })
  expect(economicIntervention(100_000, { ...costs, pricePerCubicMetre: undefined }).intervalMonths).toBeNull()
})
