import { describe, expect, test } from 'vitest'
import { type PressureReading, pressureDays } from './pressure-change.ts'

const meter = (days: readonly number[], metres: number, hours = 24): PressureReading[] =>
  days.flatMap((day) => Array.from({ length: hours }, (_, hour) => ({ day, hour, metres: metres - day })))

describe('the pressure of an area by day', () => {
  test('is that of its meters as far from their own first day, so that a silent one moves nothing', () => {
    const both = pressureDays([meter([1, 2, 3], 40), meter([1, 2], 60)])
    expect([...both]).toEqual([
      [1, 0],
      [2, -1],
      [3, -2],
    ])
  })

  test('has no day of which too few hours are known: pressure follows the hours', () => {
    expect([...pressureDays([[...meter([1], 40), ...meter([2], 40, 17)]])]).toEqual([[1, 0]])
  })
})
