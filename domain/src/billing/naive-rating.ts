import { ChargingModel, type Tariff, type TariffPrice } from '@nightflow/schemas/billing/tariff'
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

type Row = { usage: Usage; tariff: Tariff; price: TariffPrice; stepsFrom: number; billing: number; days: bigint; length: bigint }

/** Each usage with the version and the price of its first day, and the months from which that version counts. */
const rowsOf = (plan: RatePlan, usages: readonly Usage[]): Row[] =>
  usages
    .filter(({ from }) => from >= plan.since)
    .map((usage) => {
      const { tariff } = [...plan.versions].reverse().find(({ from }) => from <= usage.from) ?? plan.versions[0]!
      const billing = cycleStart(usage.from, tariff.firstMonth, tariff.billingMonths)
      const counted =
        tariff.chargingModel === ChargingModel.enum.independent
          ? billing
          : cycleStart(usage.from, tariff.firstMonth, tariff.accumulationMonths)
      const length = BigInt((instantOf(billing + tariff.billingMonths) - instantOf(billing)) / day)
      const days = usage.isFrozen ? 0n : BigInt(Math.floor(usage.to / day) - Math.floor(usage.from / day))
      return { usage, tariff, price: priceOf(tariff, plan, usage.from), stepsFrom: instantOf(counted), billing, days, length }
    })

const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((total, amount) => total + amount, 0n)
const litresOf = (rows: readonly Row[]): bigint => sum(rows.map(({ usage }) => BigInt(usage.litres)))
const vat = (amount: bigint, { vatBasisPoints }: Tariff): bigint => halfUp(amount * BigInt(vatBasisPoints), 10_000n)

/** A row's water fills the steps above all that the holder used since the months began that its version counts from. */
const volumesOf = (row: Row, earlier: readonly Row[]): NaiveCharge[] => {
  const used = litresOf(earlier.filter(({ usage }) => usage.from >= row.stepsFrom))
  const until = used + BigInt(row.usage.litres)
  return row.price.steps.flatMap(({ startLitres, endLitres, unitPriceMinor }, index) => {
    const within = (litres: bigint): bigint => {
      const upTo = endLitres !== null && litres > BigInt(endLitres) ? BigInt(endLitres) : litres
      return upTo > BigInt(startLitres) ? upTo - BigInt(startLitres) : 0n
    }
    const due = (litres: bigint) => halfUp(within(litres) * BigInt(unitPriceMinor), 1_000n)
    return chargeOf({ kind: 'volume', step: index + 1, litres: Number(within(until) - within(used)) }, [due(used), due(until)], row)
  })
}

const fixedOf = (row: Row, daysBefore: bigint): NaiveCharge[] => {
  const fixed = (days: bigint) => halfUp(BigInt(row.price.fixedMinor) * days, row.length)
  return chargeOf({ kind: 'fixed', step: null, litres: 0 }, [fixed(daysBefore), fixed(daysBefore + row.days)], row)
}

type Kind = Pick<NaiveCharge, 'kind' | 'step' | 'litres'>
const chargeOf = (charge: Kind, [before, after]: readonly [bigint, bigint], { tariff }: Row): NaiveCharge[] => {
  const vatMinor = Number(vat(after, tariff) - vat(before, tariff))
  return after === before && vatMinor === 0 ? [] : [{ ...charge, amountMinor: Number(after - before), vatMinor }]
}

/** The difference between the volumes of one billing cycle and the minimums of its versions, each by its days, in the proportion of these minimums. */
const minimumsOf = (cycle: readonly Row[], volumes: bigint): NaiveCharge[] => {
  const minimumUpTo = ({ price, length }: Row, days: bigint) => halfUp(BigInt(price.minimumMinor) * days, length)
  const grown = cycle.map((row, nth) => {
    const before = sum(cycle.slice(0, nth).map(({ days }) => days))
    return minimumUpTo(row, before + row.days) - minimumUpTo(row, before)
  })
  const whole = sum(grown)
  if (whole <= volumes) return []
  const upTo = (nth: number): bigint => halfUp((whole - volumes) * sum(grown.slice(0, nth)), whole)
  const tariffs = cycle.map(({ tariff }) => tariff)
  return [...new Set(tariffs)].flatMap((tariff) => {
    const part = upTo(tariffs.lastIndexOf(tariff) + 1) - upTo(tariffs.indexOf(tariff))
    return part === 0n ? [] : [{ kind: 'minimum', step: null, litres: 0, amountMinor: Number(part), vatMinor: Number(vat(part, tariff)) }]
  })
}

export const rateNaively = (plan: RatePlan, usages: readonly Usage[]): NaiveCharge[] => {
  const rows = rowsOf(plan, usages)
  const charges: NaiveCharge[] = []
  let begins = 0
  rows.forEach((row, nth) => {
    if (rows[begins]!.billing !== row.billing) begins = nth
    const cycle = rows.slice(begins, nth + 1)
    const daysBefore = sum(cycle.slice(0, -1).map(({ days }) => days))
    charges.push(...volumesOf(row, rows.slice(0, nth)), ...(row.usage.isFrozen ? [] : fixedOf(row, daysBefore)))
    if (rows[nth + 1]?.billing === row.billing) return
    const before = rows.slice(0, begins)
    const volumes = cycle.flatMap((one, place) => volumesOf(one, [...before, ...cycle.slice(0, place)]))
    charges.push(...minimumsOf(cycle, sum(volumes.map(({ amountMinor }) => BigInt(amountMinor)))))
  })
  return charges
}
