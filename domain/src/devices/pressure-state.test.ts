import { describe, expect, test } from 'vitest'
import { calendarOf } from '../shared/local-time.ts'
import { deviationsOf, judgedReadings, judgePressure, type PressureReading, pressureDays, thinnedReadings } from './pressure-state.ts'

const limits = { upper: 500, lower: 200, abruptChange: 50 }
const noLimits = { upper: null, lower: null, abruptChange: null }
const start = Date.parse('2026-03-02T00:00:00Z')
const minute = 60_000
const hour = 60 * minute
const every = (step: number, ...pressures: number[]): PressureReading[] =>
  pressures.map((kilopascal, index) => ({ at: start + index * step, kilopascal }))

describe('the state of a pressure meter', () => {
  const judge = (...pressures: number[]) => judgePressure(limits, every(15 * minute, ...pressures), start + hour)
  test('is normal between its limits, which belong to it', () => {
    expect(judge(300, 310)).toMatchObject({ state: '0', deviations: [] })
    expect(judge(490, 500)).toMatchObject({ state: '0' })
    expect(judge(210, 200)).toMatchObject({ state: '0' })
  })
  // requirement of Devices: Pressure is normal, an alarm (above, below, abrupt change) or unknown | /device/pressureMeters | GET /prod-api/business/pressureMeter/list
  test('is an alarm above the upper limit and below the lower limit', () => {
    expect(judge(480, 501)).toMatchObject({ state: '1', deviations: ['above'] })
    expect(judge(210, 199)).toMatchObject({ state: '1', deviations: ['below'] })
  })
  // requirement of Devices: Pressure is normal, an alarm (above, below, abrupt change) or unknown | /device/pressureMeters | GET /prod-api/business/pressureMeter/list
  test('is an alarm after an abrupt change in either direction', () => {
    expect(judge(300, 351)).toMatchObject({ state: '1', deviations: ['abrupt'] })
    expect(judge(351, 300)).toMatchObject({ state: '1', deviations: ['abrupt'] })
    expect(judge(300, 350)).toMatchObject({ state: '0' })
    expect(judge(400, 520)).toMatchObject({ deviations: ['above', 'abrupt'] })
  })
  test('is normal again after the next reading that deviates in nothing', () => expect(judge(300, 400, 400)).toMatchObject({ state: '0' }))
  // requirement of Devices: Pressure is normal, an alarm (above, below, abrupt change) or unknown | /device/pressureMeters | GET /prod-api/business/pressureMeter/list
  test('is unknown without a reading, and when the newest is older than a day', () => {
    expect(judgePressure(limits, [], start)).toEqual({ state: '2', deviations: [], newest: null })
    expect(judgePressure(limits, every(hour, 900), start + 24 * hour)).toMatchObject({ state: '1' })
    expect(judgePressure(limits, every(hour, 900), start + 24 * hour + 1)).toMatchObject({ state: '2', deviations: [] })
  })
  test('without limits is normal whatever the pressure', () =>
    expect(judgePressure(noLimits, every(minute, 0, 900), start + hour)).toMatchObject({ state: '0' }))
})

test('readings more than an hour apart are no abrupt change', () => {
  const [before, after] = every(hour, 300, 400)
  expect(deviationsOf(limits, after!, before)).toEqual(['abrupt'])
  expect(deviationsOf(limits, { ...after!, at: after!.at + 1 }, before)).toEqual([])
})

test('a day has its lowest, mean and highest pressure and what deviates, by the local calendar', () => {
  // In Rome the day begins at 23:00 UTC.
  const days = pressureDays(limits, every(23 * hour, 300, 510, 520, 100).concat(), calendarOf('Europe/Rome'))
  expect(days.map(({ readings, minimum, mean, maximum }) => [readings, minimum, mean, maximum])).toEqual([
    [1, 300, 300, 300],
    [2, 510, 515, 520],
    [1, 100, 100, 100],
  ])
  expect(days.map(({ above, below, abrupt }) => [above, below, abrupt])).toEqual([
    [0, 0, 0],
    [2, 0, 0],
    [0, 1, 0],
  ])
})

test('of many readings the lowest and the highest of each stretch are kept', () => {
  const readings = every(
    minute,
    ...Array.from({ length: 1000 }, (_, index) => 300 + (index === 500 ? 200 : index === 501 ? -200 : index % 7)),
  )
  const thin = thinnedReadings(readings, 100)
  expect(thin.length).toBeLessThanOrEqual(100)
  expect(thin.map(({ kilopascal }) => kilopascal)).toEqual(expect.arrayContaining([500, 100]))
  expect(thin.every(({ at }, index) => index === 0 || at > thin[index - 1]!.at)).toBe(true)
  expect(thinnedReadings(readings, 1000)).toBe(readings)
})

// requirement of Devices: Readings above, below and after an abrupt change are marked in the trend between its limits | /device/pressureMeters | GET /api/v1/pressure-meters/:pressureMeterId/analysis
test('each reading says by what it deviates: above, below, and an abrupt change from the one before it', () => {
  const quarter = 900_000
  const readings = [300, 620, 610, 150].map((kilopascal, index) => ({ at: index * quarter, kilopascal }))
  const judged = judgedReadings({ upper: 600, lower: 200, abruptChange: 100 }, readings)
  expect(judged.map(({ deviations }) => deviations)).toEqual([[], ['above', 'abrupt'], ['above'], ['below', 'abrupt']])
})
