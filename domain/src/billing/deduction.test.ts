import type { ChargingItem } from '@nightflow/schemas/billing/charging-item'
import { type DeductionKind, type DeductionOrder, defaultDeductionOrder } from '@nightflow/schemas/billing/deduction'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Charged, deductFrom, type Instalment, type Payment } from './deduction.ts'
import { elapsedPeriods, periodEnd } from './elapsed-units.ts'

const plain: ChargingItem = {
  ...{ itemName: 'Fee', method: '1' as const, enabledDate: '2025-01-01', ratioBasisPoints: null },
  ...{ amountMinor: 100, frequency: null, vatBasisPoints: 0 },
}
const charged = (item: Partial<ChargingItem>, since = '2026-01-01', sinceLitres = 0): Charged => ({
  ...{ feeType: '0', item: { ...plain, ...item }, since, sinceLitres },
})
const payment = (paymentMinor: number, change: Partial<Payment> = {}): Payment => ({
  ...{ paymentMinor, source: '1', day: '2026-03-31', cumulativeLitres: 0, deductionOrder: defaultDeductionOrder },
  ...change,
})
const share = (itemName: string, ratioBasisPoints: number, vatBasisPoints = 0) =>
  charged({ itemName, method: '0', ratioBasisPoints, amountMinor: null, vatBasisPoints })

describe('a deduction', () => {
  test('by percentage is of the payment amount, rounded half up once', () => {
    expect(deductFrom(payment(1005), [share('Sewage', 1000)], []).lines).toMatchObject([{ amountMinor: 101 }])
    expect(deductFrom(payment(1004), [share('Sewage', 1000)], []).lines).toMatchObject([{ amountMinor: 100 }])
  })
  test('of a fixed amount is taken from each payment', () =>
    expect(deductFrom(payment(1000), [charged({})], [])).toMatchObject({ deductedMinor: 100, restMinor: 900 }))
  // requirement of Surcharges and debts: Percentage of payment, fixed amount, frequency or volume | /billing/surchargeSchemes | POST /prod-api/business/surchargeScheme
  test('per count is taken for each day, month, year and cubic metre', () => {
    const unitsOf = (frequency: ChargingItem['frequency'], since: string, cumulativeLitres = 0) =>
      deductFrom(payment(100_000, { cumulativeLitres }), [charged({ method: '2', frequency }, since)], []).lines[0]?.units ?? 0
    expect(unitsOf('0', '2026-03-01')).toBe(30)
    expect(unitsOf('1', '2026-01-01')).toBe(2)
    expect(unitsOf('2', '2025-01-01')).toBe(1)
    expect(unitsOf('3', '2026-01-01', 12_999)).toBe(12)
  })
  // requirement of Surcharges and debts: Nothing is deducted before the enabled date | /billing/deductions | POST /prod-api/business/deduction/preview
  test('is not taken before the enabled date', () =>
    expect(deductFrom(payment(1000), [charged({ enabledDate: '2026-04-01' })], []).lines).toEqual([]))
  // requirement of Surcharges and debts: An amount of an item includes its VAT | /billing/surchargeSchemes | POST /prod-api/business/surchargeScheme/trial
  test('includes its VAT, rounded once a line', () =>
    expect(deductFrom(payment(1000), [share('Sewage', 10_000, 1300)], [])).toMatchObject({ deductedMinor: 1000, vatMinor: 115 }))
  test('of whole units alone: what the payment does not reach for waits for the next', () => {
    const { lines, settlements } = deductFrom(payment(250), [charged({ method: '2', frequency: '0' }, '2026-03-01')], [])
    expect(lines).toMatchObject([{ dueMinor: 3000, units: 2, amountMinor: 200 }])
    expect(settlements).toMatchObject([{ settledThrough: '2026-03-03', lastDeductionMinor: 200 }])
  })
  test('is made in the order of the tenant', () => {
    const items = [share('Sewage', 5000), charged({ itemName: 'Fixed' })]
    const fixedFirst: DeductionOrder = ['fixed', 'percentage', 'frequency', 'debt']
    expect(deductFrom(payment(150), items, []).lines).toMatchObject([
      { name: 'Sewage', amountMinor: 75 },
      { name: 'Fixed', amountMinor: 75 },
    ])
    expect(deductFrom(payment(150, { deductionOrder: fixedFirst }), items, []).lines).toMatchObject([
      { name: 'Fixed', amountMinor: 100 },
      { name: 'Sewage', amountMinor: 50 },
    ])
  })
})

const kinds: DeductionKind[] = [...defaultDeductionOrder]
const anyOrder = fc.shuffledSubarray(kinds, { minLength: 4, maxLength: 4 }) as fc.Arbitrary<DeductionOrder>
const anyItem = fc.record({
  method: fc.constantFrom('0', '1', '2' as const),
  ratioBasisPoints: fc.integer({ min: 1, max: 3000 }),
  amountMinor: fc.integer({ min: 1, max: 5000 }),
  frequency: fc.constantFrom('0', '1', '2', '3' as const),
  vatBasisPoints: fc.integer({ min: 0, max: 9999 }),
  enabledDate: fc.constantFrom('2024-02-29', '2025-01-31', '2026-03-30', '2026-12-01'),
})
const anyCharged = fc
  .array(anyItem, { maxLength: 3 })
  .map((items) => items.map((item, nth) => charged({ ...item, itemName: `Item ${nth}` } as ChargingItem, '2025-06-15')))
const anyDebts = fc.array(
  fc.record({ residualMinor: fc.integer({ min: 0, max: 50_000 }), deductions: fc.integer({ min: 1, max: 12 }) }).map(
    ({ residualMinor, deductions }, nth = 0): Instalment => ({
      ...{ debtId: `debt-${nth}-${residualMinor}`, debtType: '1', feeName: 'Meter', debtMinor: 50_000, residualMinor },
      plan: { source: '1', deductions },
    }),
  ),
  { maxLength: 3 },
)
const anyPayment = fc.record({
  paymentMinor: fc.integer({ min: 1, max: 2_000_000 }),
  cumulativeLitres: fc.integer({ min: 0, max: 90_000 }),
  deductionOrder: anyOrder,
})

describe('any deduction', () => {
  test('takes never more than the payment, and its lines and the rest are the payment', () =>
    fc.assert(
      fc.property(anyPayment, anyCharged, anyDebts, (typed, items, debts) => {
        const { lines, deductedMinor, vatMinor, restMinor } = deductFrom(payment(1, typed), items, debts)
        expect(restMinor).toBeGreaterThanOrEqual(0)
        expect(lines.reduce((sum, { amountMinor }) => sum + amountMinor, restMinor)).toBe(typed.paymentMinor)
        expect(deductedMinor + restMinor).toBe(typed.paymentMinor)
        for (const line of lines) {
          expect(line.amountMinor).toBeLessThanOrEqual(line.dueMinor)
          expect(line.vatMinor).toBeLessThanOrEqual(line.amountMinor)
        }
        expect(lines.reduce((sum, line) => sum + line.vatMinor, 0)).toBe(vatMinor)
      }),
    ))
  test('takes the same amounts in any order where the payment reaches for everything', () =>
    fc.assert(
      fc.property(anyPayment, anyOrder, anyCharged, anyDebts, (typed, otherOrder, items, debts) => {
        const amountsOf = (deductionOrder: DeductionOrder) =>
          deductFrom(payment(1, { ...typed, deductionOrder }), items, debts)
            .lines.map(({ name, debtId, amountMinor, dueMinor }) => ({ name, debtId, amountMinor, dueMinor }))
            .toSorted((a, b) => `${a.name}${a.debtId}`.localeCompare(`${b.name}${b.debtId}`))
        const one = amountsOf(typed.deductionOrder)
        fc.pre(one.every(({ amountMinor, dueMinor }) => amountMinor === dueMinor))
        expect(amountsOf(otherOrder)).toEqual(one)
      }),
    ))
  test('of adjacent spans settles as many days, months and years as one of both', () => {
    const anyDay = fc.integer({ min: 0, max: 1500 }).map((days) => new Date(Date.UTC(2023, 0, 1 + days)).toISOString().slice(0, 10))
    fc.assert(
      fc.property(fc.constantFrom('0', '1', '2' as const), anyDay, fc.tuple(anyDay, anyDay, anyDay), (frequency, anchor, days) => {
        const [from, between, to] = days.toSorted() as [string, string, string]
        fc.pre(from >= anchor)
        const whole = elapsedPeriods(frequency, anchor, from, to)
        expect(elapsedPeriods(frequency, anchor, from, between) + elapsedPeriods(frequency, anchor, between, to)).toBe(whole)
        const end = periodEnd(frequency, anchor, from, whole)
        expect(end <= to).toBe(true)
        expect(elapsedPeriods(frequency, anchor, end, to)).toBe(0)
      }),
    )
  })
  test('of all instalments repays a debt exactly, and they differ by a hundredth at most', () =>
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000_000 }), fc.integer({ min: 1, max: 240 }), (amountMinor, deductions) => {
        fc.pre(amountMinor >= deductions)
        const taken: number[] = []
        let debt: Instalment = {
          ...{ debtId: 'debt', debtType: '1', feeName: 'Meter', debtMinor: amountMinor, residualMinor: amountMinor },
          plan: { source: '1', deductions },
        }
        while (debt.residualMinor > 0) {
          const [line] = deductFrom(payment(2_000_000), [], [debt]).lines
          taken.push(line!.amountMinor)
          debt = {
            ...debt,
            residualMinor: line!.residualMinor!,
            plan: { source: '1', deductions: Math.max(1, line!.remainingDeductions!) },
          }
        }
        expect(taken).toHaveLength(deductions)
        expect(taken.reduce((sum, amount) => sum + amount, 0)).toBe(amountMinor)
        expect(Math.max(...taken) - Math.min(...taken)).toBeLessThanOrEqual(1)
      }),
    ))
})
