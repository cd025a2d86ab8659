import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { allocateByDueDay, dueBefore, inEqualParts, missedMinor, monthlyDays, nextDueDay, openParts, partsOfBills } from './bill-due.ts'

const plan = {
  planId: '00000000-0000-4000-8000-000000000001',
  plannedMinor: 90,
  parts: [
    { dueOn: '2026-02-01', amountMinor: 40 },
    { dueOn: '2026-03-01', amountMinor: 50 },
  ],
}
const planned = (openMinor: number) => ({ dueOn: '2026-01-10', openMinor, plan })

describe('the due days of a bill', () => {
  test('without a plan are its own day', () => {
    expect(openParts({ dueOn: '2026-01-10', openMinor: 30, plan: null })).toEqual([{ dueOn: '2026-01-10', amountMinor: 30 }])
    expect(openParts({ dueOn: '2026-01-10', openMinor: 0, plan: null })).toEqual([])
  })
  test('of a plan are those of the instalments; what was paid counts for the earliest, and what was added is due with the last', () => {
    expect(openParts(planned(90))).toEqual(plan.parts)
    expect(openParts(planned(60))).toEqual([
      { dueOn: '2026-02-01', amountMinor: 10 },
      { dueOn: '2026-03-01', amountMinor: 50 },
    ])
    expect(nextDueDay(planned(50))).toBe('2026-03-01')
    expect(openParts(planned(95)).at(-1)).toEqual({ dueOn: '2026-03-01', amountMinor: 55 })
  })
  test('that were missed and have passed are overdue, and no others', () => {
    expect(missedMinor(planned(90), null)).toBe(0)
    expect(missedMinor(planned(90), '2026-02-01')).toBe(40)
    expect(missedMinor(planned(50), '2026-02-01')).toBe(0)
    expect(dueBefore(planned(90), '2026-02-01')).toBe(0)
    expect(dueBefore(planned(90), '2026-02-02')).toBe(40)
  })
})

test('a payment pays what is due first, also between the instalments of another bill', () => {
  const owed = [
    { billId: 'planned', due: planned(90) },
    { billId: 'between', due: { dueOn: '2026-02-15', openMinor: 20, plan: null } },
  ]
  expect(allocateByDueDay(owed, 70)).toEqual({
    allocations: [
      { billId: 'planned', amountMinor: 50 },
      { billId: 'between', amountMinor: 20 },
    ],
    restMinor: 0,
  })
  expect(allocateByDueDay(owed, 200).restMinor).toBe(90)
})

test('months that are too short have their last day', () =>
  expect(monthlyDays('2027-12-31', 4)).toEqual(['2027-12-31', '2028-01-31', '2028-02-29', '2028-03-31']))

test('instalments differ by a hundredth at most, and lie over the bills without a rest', () =>
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 5000 }), { minLength: 1, maxLength: 6 }),
      fc.integer({ min: 2, max: 60 }),
      (open, count) => {
        const total = open.reduce((sum, each) => sum + each, 0)
        const amounts = inEqualParts(total, count)
        expect(Math.max(...amounts) - Math.min(...amounts)).toBeLessThanOrEqual(1)
        const instalments = monthlyDays('2026-01-31', count).map((dueOn, nth) => ({ dueOn, amountMinor: amounts[nth]! }))
        const bills = open.map((openMinor, nth) => ({ billId: String(nth), openMinor }))
        const parts = partsOfBills(instalments, bills)
        expect(parts.map((each) => each.parts.reduce((sum, { amountMinor }) => sum + amountMinor, 0))).toEqual(open)
        for (const { dueOn, amountMinor } of instalments)
          expect(parts.flatMap((each) => each.parts).reduce((sum, part) => sum + (part.dueOn === dueOn ? part.amountMinor : 0), 0)).toBe(
            amountMinor,
          )
      },
    ),
  ))
