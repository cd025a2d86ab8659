import type { Tariff, TariffPrice } from '@nightflow/schemas/billing/tariff'
import type { RatePlan, Usage } from './rate-usage.ts'

/**
 * A second implementation for the tests, made to be read rather than to be quick: fractions of big integers, one loop, its own calendar
 * (UTC, so that a month is arithmetic). It shares nothing with `rateUsage`.
 */
export type NaiveCharge = { kind: string; step: number | null; litres: number; amountMinor: number; vatMinor: number }

const halfUp = (numerator: bigint, denominator: bigint): bigint => (2n * numerator + denominator) / (2n * denominator)
const day = 86_400_000
const monthsAt = (at: number): number => new Date(at).getUTCFullYear() * 12 + new Date(at).getUTCMonth()
const instantOf = (months: number): number => Date.UTC(Math.floor(months / 12), months % 12)

const cycleStart = (at: number, firstMonth: string, length: number): number => {
  const anchor = Number(firstMonth.slice(0, 4)) * 12 + Number(firstMonth.slice(5)) - 1
  let start = anchor
  while (start > monthsAt(at)) start -= length
  while (start + length <= monthsAt(at)) start += length
  return start
}

const priceOf = ({ prices }: Tariff, plan: RatePlan, at: number): TariffPrice => {
  const nth = (monthsAt(at) % 12) + 1
  const monthsOfSeason = ({ season }: TariffPrice): number[] => {
    if (!season) return []
    const months = [season.firstMonth]
    while (months.at(-1) !== season.lastMonth) months.push((months.at(-1)! % 12) + 1)
    return months
  }
  const ranked = prices
    .map((price, place) => ({ price, place }))
    .filter(({ price }) => price.caliberMillimetres === null || price.caliberMillimetres === plan.caliberMillimetres)
    .filter(({ price }) => price.customerTypeId === null || price.customerTypeId === plan.customerTypeId)
    .filter(({ price }) => price.season === null || monthsOfSeason(price).includes(nth))
    .sort(
      (one, other) =>
        Number(other.price.customerTypeId !== null) - Number(one.price.customerTypeId !== null) ||
        Number(other.price.caliberMillimetres !== null) - Number(one.price.caliberMillimetres !== null) ||
        Number(other.price.season !== null) - Number(one.price.season !== null) ||
        one.place - other.place,
    )
  return ranked[0]!.price
}

export const rateNaively = (plan: RatePlan, usages: readonly Usage[]): NaiveCharge[] => {
  const charges: NaiveCharge[] = []
  let litresUsed = 0n
  let stepsFrom = Number.NaN
  let billingFrom = Number.NaN
  let [days, volumes, minimum, topUp, topUpVat] = [0n, 0n, 0n, 0n, 0n]
  let isOpen = false
  const closeBillingCycle = () => {
    if (isOpen && (topUp !== 0n || topUpVat !== 0n))
      charges.push({ kind: 'minimum', step: null, litres: 0, amountMinor: Number(topUp), vatMinor: Number(topUpVat) })
    ;[days, volumes, minimum, topUp, topUpVat] = [0n, 0n, 0n, 0n, 0n]
    isOpen = true
  }
  for (const usage of usages) {
    if (usage.from < plan.since) continue
    const { tariff } = [...plan.versions].reverse().find(({ from }) => from <= usage.from) ?? plan.versions[0]!
    const price = priceOf(tariff, plan, usage.from)
    const vat = (amount: bigint) => halfUp(amount * BigInt(tariff.vatBasisPoints), 10_000n)
    const billing = cycleStart(usage.from, tariff.firstMonth, tariff.billingMonths)
    const counted = tariff.chargingModel === '1' ? billing : cycleStart(usage.from, tariff.firstMonth, tariff.accumulationMonths)
    const countedFrom = Math.max(instantOf(counted), plan.since)
    if (countedFrom !== stepsFrom) litresUsed = 0n
    stepsFrom = countedFrom
    if (billing !== billingFrom) closeBillingCycle()
    billingFrom = billing

    const [first, last] = [litresUsed, litresUsed + BigInt(usage.litres)]
    for (const [index, { startLitres, endLitres, unitPriceMinor }] of price.steps.entries()) {
      const within = (litres: bigint): bigint => {
        const upTo = endLitres !== null && litres > BigInt(endLitres) ? BigInt(endLitres) : litres
        return upTo > BigInt(startLitres) ? upTo - BigInt(startLitres) : 0n
      }
      const due = (litres: bigint) => halfUp(within(litres) * BigInt(unitPriceMinor), 1_000n)
      const litres = within(last) - within(first)
      if (litres === 0n) continue
      const amount = due(last) - due(first)
      volumes += amount
      if (amount === 0n && vat(due(last)) === vat(due(first))) continue
      const vatMinor = Number(vat(due(last)) - vat(due(first)))
      charges.push({ kind: 'volume', step: index + 1, litres: Number(litres), amountMinor: Number(amount), vatMinor })
    }
    litresUsed = last
    if (!usage.isFrozen) {
      const length = BigInt((instantOf(billing + tariff.billingMonths) - instantOf(billing)) / day)
      const after = days + BigInt(Math.floor(usage.to / day) - Math.floor(usage.from / day))
      const fixed = (until: bigint) => halfUp(BigInt(price.fixedMinor) * until, length)
      minimum += halfUp(BigInt(price.minimumMinor) * after, length) - halfUp(BigInt(price.minimumMinor) * days, length)
      const amount = fixed(after) - fixed(days)
      const vatMinor = Number(vat(fixed(after)) - vat(fixed(days)))
      if (amount !== 0n || vatMinor !== 0) charges.push({ kind: 'fixed', step: null, litres: 0, amountMinor: Number(amount), vatMinor })
      days = after
    }
    topUp = minimum > volumes ? minimum - volumes : 0n
    topUpVat = vat(topUp)
  }
  closeBillingCycle()
  return charges
}
