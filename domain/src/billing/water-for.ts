import { affordableLitres } from './affordable-litres.ts'
import { type RatePlan, rateUsage, stepCycleAt } from './rate-usage.ts'
import type { WaterSales } from './water-sales-decider.ts'

/** Water and its price, with the VAT in it. */
export type PricedWater = { litres: number; amountMinor: number; vatMinor: number }

/** Litres that an account has bought since its step cycle began: they fill the steps. */
const boughtBefore = (plan: RatePlan, { sales }: Pick<WaterSales, 'sales'>, at: number): number => {
  const since = stepCycleAt(plan, at)
  return [...sales.values()].reduce(
    (sum, { sold, isTakenBack }) => sum + (!isTakenBack && Date.parse(sold.at) >= since && Date.parse(sold.at) <= at ? sold.litres : 0),
    0,
  )
}

const priced = (plan: RatePlan, litres: number, at: number, before: number): PricedWater => {
  const usage = { from: at, to: at, litres: before }
  const sumOf = (usages: readonly { from: number; to: number; litres: number }[]) =>
    rateUsage({ ...plan, since: at }, [...usages])
      .filter(({ kind }) => kind === 'volume')
      .reduce((sum, { amountMinor, vatMinor }) => ({ net: sum.net + amountMinor, vat: sum.vat + vatMinor }), { net: 0, vat: 0 })
  const [first, all] = [sumOf([usage]), sumOf([usage, { ...usage, litres }])]
  const vatMinor = all.vat - first.vat
  return { litres, amountMinor: all.net - first.net + vatMinor, vatMinor }
}

/** The price of so many litres now. */
export const priceOfWater = (plan: RatePlan, money: Pick<WaterSales, 'sales'>, litres: number, at: number): PricedWater =>
  priced(plan, litres, at, boughtBefore(plan, money, at))

/** The most water that an amount pays now. */
export const waterFor = (plan: RatePlan, money: Pick<WaterSales, 'sales'>, amountMinor: number, at: number): PricedWater => {
  if (amountMinor <= 0) return { litres: 0, amountMinor: 0, vatMinor: 0 }
  const before = boughtBefore(plan, money, at)
  return priced(plan, affordableLitres(plan, amountMinor, at, before), at, before)
}
