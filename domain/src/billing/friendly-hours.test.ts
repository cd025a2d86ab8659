import { expect, test } from 'vitest'
import { mayCloseAt } from './friendly-hours.ts'

const zone = 'Europe/Rome'
const rules = { closingFromHour: 9, closingUntilHour: 12, sparesWeekends: true, closingHolidays: '2026-06-02 2026-12-25' }
const may = (at: string, given = rules) => mayCloseAt(given, Date.parse(at), zone)

// requirement of Prepaid accounts: No valve is closed for arrears outside the friendly hours, at weekends and on holidays | /billing/bills | PUT /prod-api/business/collectionSettings
test('a valve is closed within the friendly hours of the utility, by its own clock', () => {
  expect(may('2026-06-03T06:59:00Z')).toBe(false)
  expect(may('2026-06-03T07:00:00Z')).toBe(true)
  expect(may('2026-06-03T09:59:00Z')).toBe(true)
  expect(may('2026-06-03T10:00:00Z')).toBe(false)
})

test('no valve is closed at weekends or on a holiday', () => {
  expect(may('2026-06-02T08:00:00Z')).toBe(false)
  expect(may('2026-06-05T08:00:00Z')).toBe(true)
  expect(may('2026-06-06T08:00:00Z')).toBe(false)
  expect(may('2026-06-07T08:00:00Z')).toBe(false)
  expect(may('2026-06-08T08:00:00Z')).toBe(true)
})

test('without rules a valve is closed at any time', () => {
  expect(mayCloseAt({}, Date.parse('2026-06-06T23:00:00Z'), zone)).toBe(true)
})
