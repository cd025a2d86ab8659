import type { BillVolume, ComposedBill } from '@nightflow/schemas/billing/bill'
import type { PriceSchemeVersion } from '@nightflow/schemas/billing/price-scheme'
import type { Tariff } from '@nightflow/schemas/billing/tariff'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dateOfDay, dayOfDate } from '../shared/local-time.ts'
import { type BillPeriod, overlapping } from './bill-period.ts'
import { type AccountToBill, type BillOrder, composeBill } from './compose-bill.ts'
import { partStarts } from './rated-period.ts'

/** A quarter of days, of which March is billed: in one bill, or in parts. */
const firstDay = dayOfDate('2026-01-01')
const march = { from: '2026-03-01', to: '2026-04-01' }
const dateOf = (nth: number): string => dateOfDay(dayOfDate('2026-03-01') + nth)

const tariffOf = (prices: readonly number[], fixedMinor: number, minimumMinor: number, billingMonths: number): Tariff => ({
  ...{ accumulationMonths: 12, billingMonths, firstMonth: '2026-01', vatBasisPoints: 1300, chargingModel: '0' },
  prices: [
    {
      ...{ caliberMillimetres: null, customerTypeId: null, season: null, fixedMinor, minimumMinor },
      steps: prices.map((unitPriceMinor, nth) => ({
        startLitres: nth * 9_000,
        endLitres: nth === prices.length - 1 ? null : (nth + 1) * 9_000,
        unitPriceMinor,
      })),
    },
  ],
})

/** Volumes as the read models count them: by month, apart from every cut on, rounded up to their end less up to their start. */
const volumesOf = (millilitres: readonly number[], cuts: readonly string[], until: string): BillVolume[] => {
  const parts = new Map<string, BillVolume & { upTo: number }>()
  let [month, sum] = ['', 0]
  millilitres.forEach((used, nth) => {
    const day = dateOfDay(firstDay + nth)
    if (day >= until) return
    if (month !== day.slice(0, 7)) [month, sum] = [day.slice(0, 7), 0]
    const cut = cuts
      .filter((at) => at <= day && at > `${month}-01`)
      .sort()
      .at(-1)
    const before = Math.round(sum / 1000)
    sum += used
    const key = cut ?? month
    const part = parts.get(key) ?? {
      ...{ meterNo: '7', month, litres: 0, statedLitres: 0, knownDays: 0, statedDays: 0, upTo: before },
      ...(cut && { from: cut }),
    }
    parts.set(key, { ...part, litres: Math.round(sum / 1000) - part.upTo, knownDays: part.knownDays + 1 })
  })
  return [...parts.values()].map(({ upTo: _, ...volume }) => volume)
}

const days = ({ from, to }: BillPeriod): number => dayOfDate(to) - dayOfDate(from)
const scheme = { priceScheme: 'Households', effectiveFrom: '2026-01-01', at: '2026-01-01T00:00:00Z', reason: null }

type Line = { amountMinor: number; vatMinor: number }
const sumOf = (bills: readonly ComposedBill[]) => {
  const sums = new Map<string, Line>()
  for (const { kind, version, step, ...line } of bills.flatMap(({ lines }) => lines)) {
    const key = `${kind} ${version} ${step}`
    const sum = sums.get(key) ?? { amountMinor: 0, vatMinor: 0 }
    sums.set(key, {
      amountMinor: sum.amountMinor + line.amountMinor,
      vatMinor: sum.vatMinor + line.vatMinor,
    })
  }
  return sums
}

const cut = fc.integer({ min: 1, max: 30 })
const price = fc.integer({ min: 0, max: 900 })

// requirement of Bills and payments: Bills of the parts of a month add up to the bill of the month | /billing/bills | POST /prod-api/business/bill
test('the bills of the parts of a month add up to the bill of the month, whatever changes within it', () =>
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 1_500_000 }), { minLength: 90, maxLength: 90 }),
      fc.uniqueArray(cut, { maxLength: 4 }),
      fc.record({
        before: fc.array(price, { minLength: 1, maxLength: 3 }),
        after: fc.array(price, { minLength: 1, maxLength: 3 }),
        changesOn: fc.option(cut, { nil: undefined }),
        fixedMinor: fc.integer({ min: 0, max: 5_000 }),
        minimumMinor: fc.integer({ min: 0, max: 20_000 }),
        billingMonths: fc.constantFrom(1, 3),
      }),
      fc.constantFrom('Europe/Rome', 'Asia/Jakarta'),
      (millilitres, cuts, tariff, timeZone) => {
        const { fixedMinor, minimumMinor, billingMonths, changesOn } = tariff
        const versions: PriceSchemeVersion[] = [
          { version: 1, effectiveFrom: '2026-01-01', tariff: tariffOf(tariff.before, fixedMinor, minimumMinor, billingMonths) },
          ...(changesOn === undefined
            ? []
            : [{ version: 2, effectiveFrom: dateOf(changesOn), tariff: tariffOf(tariff.after, fixedMinor, minimumMinor, billingMonths) }]),
        ]
        const billOf = (period: BillPeriod): ComposedBill => {
          const order: BillOrder = {
            ...{ billType: '0', period, timeZone, versionsOf: () => versions, dueOn: '2026-05-01', computedAtPosition: 9 },
          }
          const account: AccountToBill = {
            ...{
              accountNo: '1001',
              customerTypeId: null,
              caliberMillimetres: 15,
              isBilled: true,
              openReviews: 0,
              freezes: [],
              transfers: [],
            },
            ...{ openedAt: Date.parse('2025-01-01T00:00:00Z'), priceSchemes: [scheme], knownDays: days(period) },
            months: volumesOf(millilitres, partStarts(order, [scheme]), period.to),
          }
          const bill = composeBill(order, account)
          if (typeof bill === 'string') throw new Error(bill)
          return bill
        }
        const ends = [...cuts.sort((one, other) => one - other).map(dateOf), march.to]
        const periods = ends.map((to, nth) => ({ from: ends[nth - 1] ?? march.from, to }))
        const parts = periods.map(billOf)
        const bill = billOf(march)
        const [whole, summed] = [sumOf([bill]), sumOf(parts)]
        expect(parts.reduce((sum, { litres }) => sum + litres, 0)).toBe(bill.litres)
        for (const [nth, period] of periods.entries()) expect(overlapping(periods.slice(0, nth), period)).toBeUndefined()
        for (const key of new Set([...whole.keys(), ...summed.keys()])) {
          const [one, other] = [whole, summed].map((sums) => sums.get(key) ?? { amountMinor: 0, vatMinor: 0 }) as [Line, Line]
          expect(Math.abs(other.amountMinor - one.amountMinor), key).toBeLessThanOrEqual(1)
          expect(Math.abs(other.vatMinor - one.vatMinor), key).toBeLessThanOrEqual(1)
        }
      },
    ),
    { numRuns: 100 },
  ))
