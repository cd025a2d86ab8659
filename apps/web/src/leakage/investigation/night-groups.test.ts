import { expect, test } from 'vitest'
import { quantileOf, weekdayOf } from './night-groups.ts'

test('a quantile is between the two nearest nights', () => {
  expect(quantileOf([10], 0.8)).toBe(10)
  expect(quantileOf([10, 20, 30], 0.5)).toBe(20)
  expect(quantileOf([10, 20], 0.2)).toBe(12)
})

test('a week begins on Monday', () => {
  expect(['2026-03-02', '2026-03-08'].map(weekdayOf)).toEqual([0, 6])
})
