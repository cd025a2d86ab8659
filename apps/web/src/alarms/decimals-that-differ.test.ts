import { expect, test } from 'vitest'
import { decimalsThatDiffer } from './decimals-that-differ.ts'

test('a value just above its threshold is written with the digits that show it', () => {
  expect(decimalsThatDiffer(0.2634, 0.26, 2)).toBe(3)
  expect(decimalsThatDiffer(26.04, 26, 1)).toBe(2)
})

test('figures that differ at once keep the usual decimals, and so do equal or missing ones', () => {
  expect(decimalsThatDiffer(31.2, 26, 1)).toBe(1)
  expect(decimalsThatDiffer(26, 26, 1)).toBe(1)
  expect(decimalsThatDiffer(null, 26, 2)).toBe(2)
})

test('figures that differ later end at six decimals', () => {
  expect(decimalsThatDiffer(0.1 + 0.2, 0.3, 2)).toBe(6)
})
