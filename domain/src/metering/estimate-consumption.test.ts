// requirement of Validation of consumption: A clerk estimates a day by interpolation, the year before or the own profile, and everything downstream follows | /readMeter/review | PUT /prod-api/business/consumptionReview/estimate/:reviewId
import { expect, test } from 'vitest'
import { type EstimationBasis, estimateDay, hourShape, shareOverHours } from './estimate-consumption.ts'

const day = 20_000
const dayMilliseconds = 86_400_000
const basisOf = (volumes: Record<number, number>, registers?: EstimationBasis['registers']): EstimationBasis => ({
  day,
  start: day * dayMilliseconds,
  end: (day + 1) * dayMilliseconds,
  volumes: new Map(Object.entries(volumes).map(([away, litres]) => [day + Number(away), litres * 1000])),
  registers,
})

test('interpolation lets the register turn evenly between its readings: the days of a gap add up to what was counted', () => {
  const registers = {
    before: { at: (day - 1) * dayMilliseconds, millilitres: 5_000_000 },
    after: { at: (day + 3) * dayMilliseconds, millilitres: 6_000_000 },
  }
  const days = [-1, 0, 1, 2].map((away) => {
    const start = (day + away) * dayMilliseconds
    return estimateDay('interpolation', { ...basisOf({}, registers), day: day + away, start, end: start + dayMilliseconds })!
  })
  expect(days).toEqual([250_000, 250_000, 250_000, 250_000])
})

test('interpolation without registers draws a straight line between the nearest known days, within two weeks', () => {
  expect(estimateDay('interpolation', basisOf({ '-1': 100, 3: 300 }))).toBe(150_000)
  expect(estimateDay('interpolation', basisOf({ '-1': 100 }))).toBeUndefined()
  expect(estimateDay('interpolation', basisOf({ '-15': 100, 1: 300 }))).toBeUndefined()
})

test('a register that fell between the readings gives no interpolation of it', () => {
  const registers = { before: { at: 0, millilitres: 6_000_000 }, after: { at: (day + 3) * dayMilliseconds, millilitres: 1_000 } }
  expect(estimateDay('interpolation', basisOf({ '-1': 100, 1: 200 }, registers))).toBe(150_000)
})

test('last year is the same weekday 52 weeks before, else that week', () => {
  expect(estimateDay('last-year', basisOf({ '-364': 210, '-363': 900 }))).toBe(210_000)
  expect(estimateDay('last-year', basisOf({ '-363': 200, '-365': 300 }))).toBe(250_000)
  expect(estimateDay('last-year', basisOf({ '-1': 200 }))).toBeUndefined()
})

test('the own profile is the same weekday of four weeks, else all of their days', () => {
  expect(estimateDay('profile', basisOf({ '-7': 100, '-14': 200, '-1': 900 }))).toBe(150_000)
  expect(estimateDay('profile', basisOf({ '-7': 100, '-1': 900 }))).toBe(500_000)
  expect(estimateDay('profile', basisOf({}))).toBeUndefined()
})

test('hours take of a volume what they usually take, and add up to it', () => {
  const shape = hourShape(
    [
      [1, 0, 2],
      [1, 0, 2],
      [9, 9],
    ],
    3,
  )
  expect(shape).toEqual([2, 0, 4])
  const hours = shareOverHours(1000, shape)
  expect(hours).toEqual([333, 0, 667])
  expect(shareOverHours(100, hourShape([], 24)).reduce((sum, hour) => sum + hour, 0)).toBe(100)
})
