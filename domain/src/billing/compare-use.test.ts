import { expect, test } from 'vitest'
import { compareUse, monthsFrom } from './compare-use.ts'

const use = monthsFrom('2025-01', '2026-03').map((month, nth) => ({ month, litres: 1000 + nth, isWhole: month !== '2025-12' }))

test('a month is compared with the month before and the same month of last year', () => {
  expect(compareUse(use, { first: '2026-03', last: '2026-03' })).toEqual({ beforeLitres: 1013, lastYearLitres: 1002 })
})

test('a quarter is compared with the quarter before, and not where a day of it is not known', () => {
  expect(compareUse(use, { first: '2026-01', last: '2026-03' })).toEqual({ beforeLitres: null, lastYearLitres: 3003 })
  expect(compareUse(use, { first: '2025-07', last: '2025-09' })).toEqual({ beforeLitres: 3012, lastYearLitres: null })
})
