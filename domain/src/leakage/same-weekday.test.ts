import { describe, expect, test } from 'vitest'
import { sameWeekdayBaseline } from './same-weekday.ts'

const before = (values: Record<number, number | null>) => (days: number) => values[days]

describe('the baseline of a day', () => {
  test('a Sunday is not compared with the Saturday before it', () =>
    expect(sameWeekdayBaseline(before({ 1: 900, 7: 100, 14: 110, 21: 120, 28: 130 }))).toEqual({ median: 115, weeks: 4 }))
  test('is the median, so that one public holiday does not move it', () =>
    expect(sameWeekdayBaseline(before({ 7: 100, 14: 9000, 21: 104 })).median).toBe(104))
  test('leaves unknown days out and says how many weeks are left', () => {
    expect(sameWeekdayBaseline(before({ 7: null, 14: 50, 28: 70 }))).toEqual({ median: 60, weeks: 2 })
    expect(sameWeekdayBaseline(before({ 14: -5 }))).toEqual({ median: -5, weeks: 1 })
  })
  test('is unknown where no such weekday is known', () =>
    expect(sameWeekdayBaseline(before({ 1: 5, 6: 5, 35: 5 }))).toEqual({ median: null, weeks: 0 }))
})
