import type { BillLine, ComposedBill, VatPart } from '@nightflow/schemas/billing/bill'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decide, stateAfter } from '../shared/decider-specification.ts'
import type { AccountBillsEvent } from './account-bills.ts'
import { accountBillsDecider } from './account-bills-decider.ts'
import { dividedByRate, mergedParts, partsOfLines } from './vat-parts.ts'

const [accountNo, billId] = ['1001', '00000000-0000-4000-8000-000000000001']
const idOf = (nth: number): string => `00000000-0000-4000-8000-${String(nth).padStart(12, '0')}`
const at = '2026-03-02T08:00:00.000Z'

const line = (amountMinor: number, vatBasisPoints?: number): BillLine => ({
  ...{ priceScheme: 'Households', version: 1, kind: 'volume', from: 1, to: 2, step: 1, litres: 10, dividedBy: null, unitPriceMinor: 100 },
  ...{ amountMinor, vatMinor: Math.round((amountMinor * (vatBasisPoints ?? 1_000)) / 10_000) },
  ...(vatBasisPoints !== undefined && { vatBasisPoints }),
})
const calculated = (...lines: BillLine[]) => {
  const amountMinor = lines.reduce((sum, each) => sum + each.amountMinor, 0)
  const vatMinor = lines.reduce((sum, each) => sum + each.vatMinor, 0)
  return { litres: 10, amountMinor, vatMinor, totalMinor: amountMinor + vatMinor, volumes: [], lines, computedAtPosition: 7 }
}
const issued = (...lines: BillLine[]): AccountBillsEvent => {
  const bill: ComposedBill = {
    billType: '0',
    periodFrom: '2026-01-01',
    periodTo: '2026-02-01',
    dueOn: '2026-03-01',
    ...calculated(...lines),
  }
  return { type: 'billing.BillIssued', data: { accountNo, billId, ...bill, fromBalanceMinor: 0, postings: [], at } }
}
const fee = (amountMinor: number, totalMinor: number): AccountBillsEvent => ({
  type: 'billing.LateFeeCharged',
  data: {
    ...{ accountNo, billId, dueOn: '2026-03-01', period: 1, amountMinor, baseMinor: 1, totalMinor, openMinor: totalMinor },
    ...{ postings: [], at },
  } as never,
})
type Adjustment = 'CreditBill' | 'DebitBill'
const adjusted = (events: AccountBillsEvent[], amountMinor: number, type: Adjustment = 'CreditBill', nth = 9): AccountBillsEvent[] =>
  decide(accountBillsDecider, stateAfter(accountBillsDecider, events), {
    ...{ type, accountNo, billId, adjustmentId: idOf(nth), amountMinor, reason: 'a leak' },
  }) as AccountBillsEvent[]
const partsOf = (events: readonly AccountBillsEvent[]): VatPart[] =>
  mergedParts(events.flatMap(({ data }) => (data as { vatParts?: VatPart[] }).vatParts ?? []))
const part = (vatBasisPoints: number | null, netMinor: number, vatMinor: number): VatPart => ({ vatBasisPoints, netMinor, vatMinor })

describe('an adjustment', () => {
  test('of a bill with one rate has that rate', () =>
    expect(partsOf(adjusted([issued(line(1_000, 900))], 109))).toEqual([part(900, -100, -9)]))

  // requirement of Bills and payments: A credit is divided among the VAT rates of its bill | /billing/bills | PUT /prod-api/business/bill/credit/:billNo
  test('of a bill with two rates is divided by what the bill has of each', () => {
    const bill = issued(line(1_000, 1_000), line(1_000, 0))
    expect(partsOf(adjusted([bill], 210))).toEqual([part(1_000, -100, -10), part(0, -100, 0)])
    expect(partsOf(adjusted([bill], 210, 'DebitBill'))).toEqual([part(1_000, 100, 10), part(0, 100, 0)])
  })

  test('of a bill that recorded no rate names none', () =>
    expect(partsOf(adjusted([issued(line(1_000))], 110))).toEqual([part(null, -100, -10)]))

  test('takes late fees without VAT', () =>
    expect(partsOf(adjusted([issued(line(1_000, 1_000)), fee(500, 1_600)], 1_600))).toEqual([part(1_000, -1_000, -100), part(0, -500, 0)]))

  test('of all that is left leaves nothing of any rate, whatever was credited before', () =>
    fc.assert(
      fc.property(
        fc.array(fc.record({ amount: fc.nat(9_999), rate: fc.constantFrom(undefined, 0, 900, 1_333) }), { minLength: 1, maxLength: 6 }),
        fc.array(fc.integer({ min: 1, max: 5_000 }), { maxLength: 4 }),
        (given, amounts) => {
          const lines = given.map(({ amount, rate }) => line(amount + 1, rate))
          const events = [issued(...lines)]
          const left = () => [...stateAfter(accountBillsDecider, events).bills.values()][0]!
          for (const [nth, amount] of amounts.entries()) {
            const { totalMinor } = left()
            if (amount < totalMinor) events.push(...adjusted(events, amount, nth % 2 === 0 ? 'CreditBill' : 'DebitBill', 20 + nth))
          }
          events.push(...adjusted(events, left().totalMinor))
          expect(left().vatParts).toEqual([])
          expect(mergedParts([...partsOfLines(lines), ...partsOf(events)])).toEqual([])
        },
      ),
    ))
})

test('parts of an amount sum to it', () =>
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.nat(9_999), fc.nat(999)), { maxLength: 5 }),
      fc.nat(99_999),
      fc.nat(9_999),
      (bill, netMinor, vatMinor) => {
        const divided = dividedByRate(
          bill.map(([net, vat], nth) => part(nth, net, vat)),
          { netMinor, vatMinor },
        )
        expect(divided.reduce((sum, each) => sum + each.netMinor, 0)).toBe(netMinor)
        expect(divided.reduce((sum, each) => sum + each.vatMinor, 0)).toBe(vatMinor)
      },
    ),
  ))

test('a bill that is computed again with another rate moves net amount and VAT from one rate to the other', () => {
  const rebilled = decide(accountBillsDecider, stateAfter(accountBillsDecider, [issued(line(1_000, 1_000))]), {
    ...{ type: 'RebillBill', accountNo, billId, adjustmentId: idOf(3), reason: 'the rate was wrong' },
    ...calculated(line(1_000, 500)),
  }) as AccountBillsEvent[]
  expect(partsOf(rebilled)).toEqual([part(500, 1_000, 50), part(1_000, -1_000, -100)])
})

test('a credit that recorded no rate is taken from what has none', () => {
  const credited: AccountBillsEvent = {
    type: 'billing.BillCredited',
    data: {
      ...{ accountNo, billId, adjustmentId: idOf(4), reason: 'a leak', amountMinor: 110, vatMinor: 10, totalMinor: 990, openMinor: 990 },
      ...{ postings: [], at },
    },
  }
  expect(stateAfter(accountBillsDecider, [issued(line(1_000)), credited]).bills.get(billId)?.vatParts).toEqual([part(null, 900, 90)])
})
