import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type ComparedBill, compareBills, comparedWith, factsOfBill } from './compare-bills.ts'

const bill = (change: Partial<ComparedBill> = {}): ComparedBill => ({
  ...{ billNo: 2, periodFrom: '2026-03-01', periodTo: '2026-04-01', litres: 15_500, lateFeesMinor: 0, surchargesMinor: 0, charges: [] },
  lines: [
    { kind: 'volume', amountMinor: 3_100, vatMinor: 310 },
    { kind: 'fixed', amountMinor: 500, vatMinor: 50 },
  ],
  volumes: [{ statedDays: 0, statedLitres: 0 }],
  totalMinor: 3_960,
  ...change,
})
/** February: 28 days of 250 litres at 1.50. */
const february = bill({
  ...{ billNo: 1, periodFrom: '2026-02-01', periodTo: '2026-03-01', litres: 7_000, totalMinor: 1_605 },
  lines: [
    { kind: 'volume', amountMinor: 1_050, vatMinor: 105 },
    { kind: 'fixed', amountMinor: 450, vatMinor: 0 },
  ],
})

describe('why a bill is higher than another one', () => {
  test('is days, use and price, each at what the other bill had, and the charges beside them', () => {
    const { differenceMinor, effects } = compareBills(factsOfBill(bill()), factsOfBill(february))
    expect(differenceMinor).toBe(2_355)
    // Three days of 250 litres at 1.50; 31 days of 250 litres more at 1.50; 15.5 m³ at 0.50 more.
    expect(effects).toEqual({
      ...{ daysMinor: 113, useMinor: 1_163, priceMinor: 774 },
      ...{ standingMinor: 50, vatMinor: 255, chargesMinor: 0, lateFeesMinor: 0, correctionsMinor: 0 },
    })
  })

  test('names late fees, corrections and the days that were estimated', () => {
    const late = bill({ lateFeesMinor: 200, totalMinor: 3_960 + 200 - 60, volumes: [{ statedDays: 4, statedLitres: 2_000 }] })
    expect(factsOfBill(late)).toMatchObject({
      correctionsMinor: -60,
      estimatedDays: 4,
      estimatedLitres: 2_000,
      days: 31,
      litresPerDay: 500,
    })
    expect(compareBills(factsOfBill(late), factsOfBill(bill())).effects).toMatchObject({
      lateFeesMinor: 200,
      correctionsMinor: -60,
      useMinor: 0,
    })
  })

  test('of nothing used before is use, at the price of the bill', () => {
    const unused = bill({ litres: 0, lines: [], totalMinor: 0 })
    expect(factsOfBill(unused).minorPerCubicMetre).toBeNull()
    expect(compareBills(factsOfBill(bill()), factsOfBill(unused)).effects).toMatchObject({ useMinor: 3_100, priceMinor: 0, daysMinor: 0 })
  })

  test('adds up to the difference, whatever the bills are', () => {
    const minor = fc.integer({ min: -100_000, max: 1_000_000 })
    const any = fc
      .record({
        litres: fc.integer({ min: 0, max: 1_000_000 }),
        days: fc.integer({ min: 1, max: 366 }),
        volume: minor,
        fixed: minor,
        vat: minor,
        charge: minor,
      })
      .chain(({ litres, days, volume, fixed, vat, charge }) =>
        fc.record({ totalMinor: minor, lateFeesMinor: minor }).map((money) =>
          bill({
            charges: [{ amountMinor: charge }],
            ...{ litres, ...money, periodTo: new Date(Date.UTC(2026, 2, 1 + days)).toISOString().slice(0, 10) },
            lines: [
              { kind: 'volume', amountMinor: volume, vatMinor: vat },
              { kind: 'minimum', amountMinor: fixed, vatMinor: 0 },
            ],
          }),
        ),
      )
    fc.assert(
      fc.property(any, any, (one, other) => {
        const { differenceMinor, effects } = compareBills(factsOfBill(one), factsOfBill(other))
        expect(Object.values(effects).reduce((sum, effect) => sum + effect, 0)).toBe(differenceMinor)
      }),
    )
  })
})

test('a bill is compared with the last bill before it, and with the one that shares most days of the year before', () => {
  const of = (billNo: number, periodFrom: string, periodTo: string) => bill({ billNo, periodFrom, periodTo })
  const others = [
    of(1, '2025-02-01', '2025-03-10'),
    of(2, '2025-03-10', '2025-04-01'),
    of(3, '2026-01-01', '2026-02-01'),
    of(4, '2026-02-01', '2026-03-01'),
    of(6, '2026-04-01', '2026-05-01'),
  ]
  const { before, lastYear } = comparedWith(of(5, '2026-03-01', '2026-04-01'), others)
  expect([before?.billNo, lastYear?.billNo]).toEqual([4, 2])
  expect(comparedWith(of(7, '2024-02-29', '2024-03-01'), others)).toEqual({ before: null, lastYear: null })
})
