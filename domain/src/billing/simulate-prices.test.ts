import type { Tariff } from '@nightflow/schemas/billing/tariff'
import { describe, expect, test } from 'vitest'
import { type AccountToSimulate, lastWholeMonth, PriceSimulation, type SimulationOrder } from './simulate-prices.ts'

const timeZone = 'Asia/Shanghai'
const step = (startLitres: number, endLitres: number | null, unitPriceMinor: number) => ({ startLitres, endLitres, unitPriceMinor })
const price = (...steps: ReturnType<typeof step>[]) => ({
  ...{ caliberMillimetres: null, customerTypeId: null, season: null, steps, fixedMinor: 0, minimumMinor: 0 },
})
const tariff = (more: Partial<Tariff> = {}): Tariff => ({
  ...{ accumulationMonths: 12, billingMonths: 1, firstMonth: '2026-01', vatBasisPoints: 1_000, chargingModel: '1' },
  prices: [price(step(0, null, 200))],
  ...more,
})
const versions = { Households: [{ version: 1, effectiveFrom: '2026-01-01', tariff: tariff() }] }
const order = (more: Partial<SimulationOrder> = {}): SimulationOrder => ({
  draft: tariff({ prices: [price(step(0, 5_000, 100), step(5_000, null, 400))] }),
  onlyScheme: null,
  versionsOf: (name) => versions[name as keyof typeof versions],
  ...{ month: '2026-03', timeZone, lifelineLitres: 4_000 },
  ...more,
})
const assigned = (priceScheme: string | null) => [{ priceScheme, effectiveFrom: null, at: '2025-01-01T00:00:00Z', reason: null }]
const used = (month: string, litres: number, from?: string) => ({
  ...{ meterNo: '7', month, litres, statedLitres: 0, knownDays: 31, statedDays: 0, ...(from && { from }) },
})
const account = (accountNo: string, litres: number, more: Partial<AccountToSimulate> = {}): AccountToSimulate => ({
  ...{ accountNo, customerTypeId: 1, caliberMillimetres: 15, isBilled: true, openedAt: Date.parse('2025-01-01'), knownDays: 31 },
  ...{ freezes: [], transfers: [], priceSchemes: assigned('Households') },
  months: [used('2026-03', litres)],
  ...more,
})

describe('a simulation of a draft', () => {
  // requirement of Prices: Simulation: who pays more, by how much, by type, caliber and lifeline users | /billing/priceSchemes | GET /api/v1/price-schemes/:priceSchemeId/simulations
  test('says what all pay before and after, who pays more, and by how much', () => {
    const simulation = new PriceSimulation(order())
    // 3 m³: 6.60 before, 3.30 after. 10 m³: 22.00 and 27.50. 25/3 m³ cost the same by both.
    expect(simulation.add(account('1', 3_000))).toMatchObject({ beforeMinor: 660, afterMinor: 330 })
    expect(simulation.add(account('2', 10_000, { customerTypeId: 2, caliberMillimetres: 20 }))).toMatchObject({
      ...{ beforeMinor: 2_200, afterMinor: 2_750 },
    })
    const result = simulation.totals.result()
    expect(result).toMatchObject({ accounts: 2, litres: 13_000, beforeMinor: 2_860, afterMinor: 3_080, payMore: 1, payLess: 1 })
    expect(result.histogram.filter(({ accounts }) => accounts > 0)).toEqual([
      { kind: 'less', from: -50, to: -20, accounts: 1, changeMinor: -330 },
      { kind: 'more', from: 20, to: 50, accounts: 1, changeMinor: 550 },
    ])
    expect(result.byCustomerType).toMatchObject([
      { customerTypeId: 1, accounts: 1, payMore: 0 },
      { customerTypeId: 2, accounts: 1, payMore: 1 },
    ])
    expect(result.byCaliber.map(({ caliberMillimetres }) => caliberMillimetres)).toEqual([15, 20])
    expect(result.lifeline).toMatchObject({ accounts: 1, beforeMinor: 660, afterMinor: 330 })
    expect(result.largest.map(({ accountNo }) => accountNo)).toEqual(['2'])
  })

  test('fills the steps with what was used before in the cycle, and charges the month alone', () => {
    const draft = tariff({ chargingModel: '0', prices: [price(step(0, 5_000, 100), step(5_000, null, 400))] })
    const simulation = new PriceSimulation(order({ draft }))
    const months = ['2026-01', '2026-02', '2026-03'].map((month) => used(month, 3_000))
    expect(simulation.daysOf(assigned('Households'))).toMatchObject({ firstDay: '2026-01-01', from: '2026-03-01', to: '2026-04-01' })
    expect(simulation.add(account('1', 0, { months, knownDays: 28 }))).toMatchObject({
      litres: 3_000,
      beforeMinor: 660,
      afterMinor: 1_320,
      isComplete: false,
    })
    expect(simulation.totals.result()).toMatchObject({ incomplete: 1 })
  })

  test('leaves out who is not billed, has no price or no known use, and counts them', () => {
    const simulation = new PriceSimulation(order())
    for (const more of [{ isBilled: false }, { priceSchemes: assigned(null) }, { priceSchemes: assigned('Unknown') }, { knownDays: 0 }])
      expect(simulation.add(account('1', 1_000, more))).toBeUndefined()
    expect(simulation.add(account('1', 1_000, { openedAt: Date.parse('2026-05-01') }))).toBeUndefined()
    expect(simulation.totals.result()).toMatchObject({ accounts: 0, leftOut: { notBilled: 1, withoutTariff: 2, withoutUse: 1 } })
  })

  test('of the scheme alone leaves the others out', () => {
    const simulation = new PriceSimulation(order({ onlyScheme: 'Trade' }))
    expect(simulation.add(account('1', 1_000))).toBeUndefined()
    expect(simulation.totals.result()).toMatchObject({ accounts: 0, leftOut: { notBilled: 0, withoutTariff: 0 } })
  })

  test('a customer who pays nothing before and an amount after pays more', () => {
    const fixed = tariff({ prices: [{ ...price(step(0, null, 200)), fixedMinor: 310 }] })
    const simulation = new PriceSimulation(order({ draft: fixed }))
    expect(simulation.add(account('1', 0))).toMatchObject({ beforeMinor: 0, afterMinor: 341 })
    expect(simulation.totals.result().histogram.at(-1)).toMatchObject({ kind: 'more', from: 50, to: null, accounts: 1 })
  })

  test('is of the last month that is over by the clock of the utility', () => {
    expect(lastWholeMonth(Date.parse('2026-03-31T15:59:00Z'), timeZone)).toBe('2026-02')
    expect(lastWholeMonth(Date.parse('2026-03-31T16:00:00Z'), timeZone)).toBe('2026-03')
    expect(lastWholeMonth(Date.parse('2026-01-05T00:00:00Z'), timeZone)).toBe('2025-12')
  })
})
