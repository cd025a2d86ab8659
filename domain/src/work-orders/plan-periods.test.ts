import { expect, test } from 'vitest'
import { duePeriod, periodAt } from './plan-periods.ts'

const monthly = { startsOn: '2026-01-31', endsOn: null, recurrence: 'monthly', madeFor: null } as const

test('a month without the day begins on its last one, and the next on the day again', () => {
  expect([0, 1, 2, 3].map((nth) => periodAt(monthly, nth))).toEqual(['2026-01-31', '2026-02-28', '2026-03-31', '2026-04-30'])
  expect(periodAt({ startsOn: '2026-01-05', recurrence: 'weekly' }, 3)).toBe('2026-01-26')
  expect(periodAt({ startsOn: '2024-02-29', recurrence: 'yearly' }, 1)).toBe('2025-02-28')
})

test('a plan makes its orders once in each period', () => {
  expect(duePeriod(monthly, '2026-01-30')).toBeUndefined()
  expect(duePeriod(monthly, '2026-01-31')).toBe('2026-01-31')
  expect(duePeriod({ ...monthly, madeFor: '2026-01-31' }, '2026-02-27')).toBeUndefined()
  expect(duePeriod({ ...monthly, madeFor: '2026-01-31' }, '2026-02-28')).toBe('2026-02-28')
})

test('after a pause a plan makes the orders of the newest period alone, and after its end none', () => {
  expect(duePeriod({ ...monthly, madeFor: '2026-01-31' }, '2026-06-15')).toBe('2026-05-31')
  const ended = { ...monthly, endsOn: '2026-03-15', madeFor: '2026-02-28' }
  expect(duePeriod(ended, '2026-06-15')).toBeUndefined()
  expect(duePeriod({ ...ended, madeFor: null }, '2026-06-15')).toBe('2026-02-28')
})
