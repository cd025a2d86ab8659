import { litresPerCubicMetre, priceMaximum } from '@nightflow/schemas/billing/tariff'
import { type RatePlan, rateUsage } from './rate-usage.ts'

/**
 * The most litres whose volumes, with VAT, an amount pays at this instant, after so many litres in the step cycle. The inverse of `rateUsage`
 * within one unit: what is answered costs at most the amount, and one litre more costs more than it.
 */
export const affordableLitres = (plan: RatePlan, amountMinor: number, at: number, litresBefore: number): number => {
  const before = { from: at, to: at, litres: litresBefore }
  const costOf = (litres: number): number =>
    rateUsage({ ...plan, since: at }, [before, { ...before, litres }])
      .filter(({ kind }) => kind === 'volume')
      .reduce((sum, charge) => sum + charge.amountMinor + charge.vatMinor, 0)
  const costBefore = costOf(0)
  let [paid, tooMuch] = [0, priceMaximum * litresPerCubicMetre + 1]
  while (tooMuch - paid > 1) {
    const middle = Math.floor((paid + tooMuch) / 2)
    if (costOf(middle) - costBefore <= amountMinor) paid = middle
    else tooMuch = middle
  }
  return paid
}
