import type { PriceSchemeVersion } from '@nightflow/schemas/billing/price-scheme'
import type { Tariff, TariffPrice } from '@nightflow/schemas/billing/tariff'
import { isRejection } from '@nightflow/schemas/shared/rejections'
import { describe, expect, test } from 'vitest'
import { calculateTariff, planCalculation } from './calculate-tariff.ts'
import { type AccountToBill, type BillOrder, composeBill } from './compose-bill.ts'
import { PriceSimulation } from './simulate-prices.ts'

const timeZone = 'Asia/Jakarta'
const price = (stated: Partial<TariffPrice> = {}): TariffPrice => ({
  ...{ caliberMillimetres: null, customerTypeId: null, season: null, fixedMinor: 0, minimumMinor: 0 },
  steps: [
    { startLitres: 0, endLitres: 20_000, unitPriceMinor: 200 },
    { startLitres: 20_000, endLitres: null, unitPriceMinor: 500 },
  ],
  ...stated,
})
const tariff = (stated: Partial<Tariff> = {}): Tariff => ({
  ...{ accumulationMonths: 12, billingMonths: 1, firstMonth: '2026-01', vatBasisPoints: 0, chargingModel: '0', prices: [price()] },
  ...stated,
})
const version = (nth: number, effectiveFrom: string, stated: Partial<Tariff>): PriceSchemeVersion => ({
  ...{ version: nth, effectiveFrom, tariff: tariff(stated) },
})
const assigned = (priceScheme: string | null, effectiveFrom: string) => ({
  priceScheme,
  effectiveFrom,
  at: '2026-01-01T00:00:00Z',
  reason: null,
})
/** 10 m³ in each month. */
const months = ['01', '02', '03', '04', '05', '06', '07', '08', '09'].map((nth) => ({
  ...{ meterNo: '7', month: `2026-${nth}`, litres: 10_000, statedLitres: 0, knownDays: 30, statedDays: 0 },
}))
const account = (stated: Partial<AccountToBill> = {}): AccountToBill => ({
  ...{ accountNo: '1001', customerTypeId: null, caliberMillimetres: 15, isBilled: true, openReviews: 0, freezes: [], transfers: [] },
  ...{ openedAt: Date.parse('2025-01-01T00:00:00Z'), priceSchemes: [assigned('Households', '2026-01-01')], months, knownDays: 31 },
  ...stated,
})
const orderOf = (versions: Record<string, PriceSchemeVersion[]>, from = '2026-09-01', to = '2026-10-01'): BillOrder => ({
  ...{ billType: '0', timeZone, dueOn: '2026-11-01', computedAtPosition: 9, period: { from, to } },
  versionsOf: (name) => versions[name],
})
const linesOf = (versions: Record<string, PriceSchemeVersion[]>, stated: Partial<AccountToBill> = {}, from?: string, to?: string) => {
  const bill = composeBill(orderOf(versions, from, to), account(stated))
  if (typeof bill === 'string') throw new Error(bill)
  return bill.lines
}
const volumesOf = (lines: ReturnType<typeof linesOf>) =>
  lines.filter(({ kind }) => kind === 'volume').map(({ step, litres }) => [step, litres])

describe('steps that restarted at 0 in the middle of a cycle', () => {
  const shorter = [version(1, '2026-01-01', {}), version(2, '2026-09-01', { accumulationMonths: 6 })]

  test('a version with another length of cycle continues the cycle that its months name: that of July', () =>
    expect(volumesOf(linesOf({ Households: shorter }))).toEqual([[2, 10_000]]))

  test('bill, calculation from July and simulation agree', () => {
    const planned = planCalculation(
      shorter,
      {
        periods: [
          { from: '2026-07-01', to: '2026-09-01', litres: 20_000 },
          { from: '2026-09-01', to: '2026-10-01', litres: 10_000 },
        ],
        ...{ caliberMillimetres: 15, customerTypeId: null },
      },
      timeZone,
    )
    if (isRejection(planned)) throw new Error(planned.rejected)
    expect(calculateTariff(planned).lines.at(-1)).toMatchObject({ version: 2, step: 2, litres: 10_000, amountMinor: 5_000 })
    const order = { draft: tariff(), onlyScheme: null, versionsOf: () => shorter, month: '2026-09', timeZone, lifelineLitres: 0 }
    expect(new PriceSimulation(order).add(account())).toMatchObject({ litres: 10_000, beforeMinor: 5_000 })
  })

  test('a version that counts each billing cycle by itself begins at its start, within the month too', () => {
    const independent = [version(1, '2026-01-01', {}), version(2, '2026-09-16', { chargingModel: '1' })]
    const months16 = [...months.slice(0, 8), { ...months[8]!, litres: 12_000 }, { ...months[8]!, from: '2026-09-16', litres: 10_000 }]
    expect(volumesOf(linesOf({ Households: independent }, { months: months16 }))).toEqual([
      [2, 12_000],
      [1, 8_000],
      [2, 2_000],
    ])
  })

  test('a version that counts the year again continues what was used in it', () => {
    const cumulative = [version(1, '2026-01-01', { chargingModel: '1' }), version(2, '2026-09-01', {})]
    expect(volumesOf(linesOf({ Households: cumulative }))).toEqual([[2, 10_000]])
  })

  test('another scheme counts what the account used since the cycle of that scheme began', () => {
    const schemes = {
      Households: [version(1, '2026-01-01', {})],
      Trade: [version(1, '2025-07-01', { firstMonth: '2025-07', accumulationMonths: 3 })],
    }
    const priceSchemes = [assigned('Households', '2026-01-01'), assigned('Trade', '2026-08-01')]
    expect(volumesOf(linesOf(schemes, { priceSchemes }))).toEqual([[2, 10_000]])
    expect(volumesOf(linesOf(schemes, { priceSchemes }, '2026-08-01', '2026-09-01'))).toEqual([[1, 10_000]])
  })

  test('days without a scheme between two schemes were charged by the earlier one', () => {
    const priceSchemes = [assigned('Households', '2026-01-01'), assigned(null, '2026-09-10'), assigned('Households', '2026-09-20')]
    const order = orderOf({ Households: [version(1, '2026-01-01', {})] })
    expect(composeBill(order, account({ priceSchemes }))).toBe('no-price')
  })
})

describe('a minimum that was charged by the last version of a month alone', () => {
  const versions = [
    version(1, '2026-01-01', { vatBasisPoints: 1_000, prices: [price({ minimumMinor: 3_000 })] }),
    version(2, '2026-09-11', { vatBasisPoints: 2_000, prices: [price({ minimumMinor: 6_000 })] }),
  ]
  const unused = [{ ...months[8]!, litres: 0 }]
  const minimumsOf = (lines: ReturnType<typeof linesOf>) => lines.filter(({ kind }) => kind === 'minimum')

  test('is divided by days, each part with the VAT and the name of its version', () =>
    expect(minimumsOf(linesOf({ Households: versions }, { months: unused }))).toMatchObject([
      { version: 1, amountMinor: 1_000, vatMinor: 100, vatBasisPoints: 1_000 },
      { version: 2, amountMinor: 4_000, vatMinor: 800, vatBasisPoints: 2_000 },
    ]))

  test('and so is what volumes lack to it, in the same proportion', () =>
    // 5 m³ cost 1,000 of the 5,000 of both versions.
    expect(minimumsOf(linesOf({ Households: versions }, { months: [{ ...months[8]!, litres: 5_000 }] }))).toMatchObject([
      { version: 1, amountMinor: 800, vatMinor: 80 },
      { version: 2, amountMinor: 3_200, vatMinor: 640 },
    ]))

  test('a version of another scheme without a minimum has no part of it', () => {
    const schemes = { Households: [versions[0]!], Trade: [version(1, '2026-01-01', {})] }
    const priceSchemes = [assigned('Households', '2026-01-01'), assigned('Trade', '2026-09-11')]
    expect(minimumsOf(linesOf(schemes, { priceSchemes, months: unused }))).toMatchObject([
      { priceScheme: 'Households', amountMinor: 1_000 },
    ])
  })

  test('an amount that a later bill takes back of an earlier one has the VAT that was charged', () => {
    const first = linesOf({ Households: versions }, { months: unused, knownDays: 10 }, '2026-09-01', '2026-09-11')
    expect(minimumsOf(first)).toMatchObject([{ version: 1, amountMinor: 1_000, vatMinor: 100 }])
    const used = [...unused, { ...unused[0]!, from: '2026-09-11', litres: 10_000 }]
    expect(minimumsOf(linesOf({ Households: versions }, { months: used, knownDays: 20 }, '2026-09-11', '2026-10-01'))).toMatchObject([
      { version: 1, amountMinor: -400, vatMinor: -40 },
      { version: 2, amountMinor: 2_400, vatMinor: 480 },
    ])
  })
})
