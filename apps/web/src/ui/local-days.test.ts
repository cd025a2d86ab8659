import { expect, test } from 'vitest'
import { addDays, countDays, dayOf, instantOf, listDays } from '#ui/local-days.ts'

const hours = (day: string, timeZone: string) => (instantOf(addDays(day, 1), 0, timeZone) - instantOf(day, 0, timeZone)) / 3_600_000

test('two in the morning in Shanghai is six in the evening before, UTC', () =>
  expect(new Date(instantOf('2026-03-01', 2, 'Asia/Shanghai')).toISOString()).toBe('2026-02-28T18:00:00.000Z'))
test('the day the clocks go forward has 23 hours', () => expect(hours('2026-03-29', 'Europe/Rome')).toBe(23))
test('the day the clocks go back has 25 hours', () => expect(hours('2026-10-25', 'Europe/Rome')).toBe(25))
test('the local day of an instant is that of its zone', () =>
  expect(dayOf(Date.parse('2026-01-01T23:30:00Z'), 'Europe/Rome')).toBe('2026-01-02'))
test('a range counts both its ends', () => {
  expect(countDays('2026-02-27', '2026-03-02')).toBe(4)
  expect(listDays('2026-02-27', '2026-03-02')).toEqual(['2026-02-27', '2026-02-28', '2026-03-01', '2026-03-02'])
})
