import { expect, test } from 'vitest'
import { billingPeriods, salesFigures } from './sales-difference.ts'

const period = { suppliedLitres: 300_000, days: 30, daysKnown: 30, soldLitres: 240_000, meters: 10, metersBilled: 10 }

test('the difference of production and sales is a share of production', () => {
  expect(salesFigures(period)).toEqual({ producedLitres: 300_000, differenceLitres: 60_000, differenceRate: 0.2, completenessShare: 1 })
})

test('production is scaled from 90 % of the days, and unknown below', () => {
  expect(salesFigures({ ...period, suppliedLitres: 270_000, daysKnown: 27 })).toMatchObject({
    producedLitres: 300_000,
    completenessShare: 0.9,
  })
  expect(salesFigures({ ...period, daysKnown: 26 })).toMatchObject({ producedLitres: null, differenceLitres: null, differenceRate: null })
})

test('without a bill there is no difference, and some bills make it less complete', () => {
  expect(salesFigures({ ...period, soldLitres: null, metersBilled: 0 })).toMatchObject({ differenceLitres: null, completenessShare: 0 })
  expect(salesFigures({ ...period, metersBilled: 4 })).toMatchObject({ completenessShare: 0.4 })
})

test('billing periods begin with the year, the newest first', () => {
  expect(billingPeriods('2026-02-10', '2026-03-05', 1)).toEqual([
    { name: '2026-03', from: '2026-03-01', to: '2026-03-31' },
    { name: '2026-02', from: '2026-02-01', to: '2026-02-28' },
  ])
  expect(billingPeriods('2025-12-31', '2026-02-01', 6).map(({ name }) => name)).toEqual(['2026-01 – 2026-06', '2025-07 – 2025-12'])
})
