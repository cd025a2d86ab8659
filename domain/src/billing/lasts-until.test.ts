import { expect, test } from 'vitest'
import { dateOfDay, dayOfDate } from '../shared/local-time.ts'
import { lastsUntil } from './lasts-until.ts'

/** Deductions of days that follow each other from the first of June on. */
const daily = (...amounts: number[]) =>
  amounts.map((totalMinor, nth) => ({ periodFrom: '2026-06-01', periodTo: dateOfDay(dayOfDate('2026-06-02') + nth), totalMinor }))

// requirement of Prepaid accounts: Lasts until, with its basis | /customer/accounts | GET /prod-api/business/burnDown/account/:accountNo
test('a balance lasts as many days as the average of the deducted days goes into it, from the day after them', () => {
  expect(lastsUntil(daily(100, 200), 450)).toEqual({ day: '2026-06-05', basisDays: 2, averageMinor: 150 })
})

test('the last thirty days are the basis, and what was deducted before them is not', () => {
  const deductions = daily(...Array.from({ length: 10 }, () => 1_000), ...Array.from({ length: 30 }, () => 100))
  expect(lastsUntil(deductions, 1_000)).toMatchObject({ day: '2026-07-20', basisDays: 30, averageMinor: 100 })
})

test('money that is given back makes the average smaller', () => {
  expect(lastsUntil(daily(300, 100, -100), 300)).toMatchObject({ basisDays: 3, averageMinor: 100, day: '2026-06-06' })
})

test('no day is said where nothing was deducted, nothing is used, the balance is empty, or it lasts for years', () => {
  expect(lastsUntil([], 100)).toBeUndefined()
  expect(lastsUntil(daily(0, 0), 100)).toMatchObject({ day: null, averageMinor: 0 })
  expect(lastsUntil(daily(100), 0)).toMatchObject({ day: null })
  expect(lastsUntil(daily(1), 100_000)).toMatchObject({ day: null })
})
