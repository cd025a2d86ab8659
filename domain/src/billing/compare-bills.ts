import type { BillLine, BillVolume } from '@nightflow/schemas/billing/bill'
import type { BillComparison, BillFacts } from '@nightflow/schemas/billing/bill-comparison'
import { dayOfDate } from '../shared/local-time.ts'

/** Inputs of a comparison of bills: the last calculation, and the total after credits, debits and late fees. */
export type ComparedBill = {
  readonly billNo: number
  readonly periodFrom: string
  /** The day after the last. */
  readonly periodTo: string
  readonly litres: number
  readonly lines: readonly Pick<BillLine, 'kind' | 'amountMinor' | 'vatMinor'>[]
  /** Surcharges and instalments of the bill, with their VAT. */
  readonly charges: readonly { readonly amountMinor: number }[]
  readonly volumes: readonly Pick<BillVolume, 'statedDays' | 'statedLitres'>[]
  readonly totalMinor: number
  readonly lateFeesMinor: number
  /** Surcharges and instalments that were taken from payments in the period, beside the bill. */
  readonly surchargesMinor: number
}

const sumOf = <Part>(parts: readonly Part[], value: (part: Part) => number): number => parts.reduce((sum, part) => sum + value(part), 0)

/** Days, use, price and every other part of a bill: the parts of money add up to its total. */
export const factsOfBill = (bill: ComparedBill): BillFacts => {
  const { billNo, periodFrom, periodTo, litres, lines, charges, volumes, totalMinor, lateFeesMinor, surchargesMinor } = bill
  const volumeMinor = sumOf(lines, ({ kind, amountMinor }) => (kind === 'volume' ? amountMinor : 0))
  const standingMinor = sumOf(lines, ({ kind, amountMinor }) => (kind === 'volume' ? 0 : amountMinor))
  const vatMinor = sumOf(lines, (line) => line.vatMinor)
  const chargesMinor = sumOf(charges, ({ amountMinor }) => amountMinor)
  const days = dayOfDate(periodTo) - dayOfDate(periodFrom)
  return {
    ...{ billNo, periodFrom, periodTo, days, litres, volumeMinor, standingMinor, vatMinor, chargesMinor, lateFeesMinor },
    ...{ surchargesMinor, totalMinor },
    litresPerDay: days === 0 ? 0 : litres / days,
    estimatedDays: sumOf(volumes, ({ statedDays }) => statedDays),
    estimatedLitres: sumOf(volumes, ({ statedLitres }) => statedLitres),
    minorPerCubicMetre: litres === 0 ? null : (volumeMinor * 1000) / litres,
    correctionsMinor: totalMinor - volumeMinor - standingMinor - vatMinor - chargesMinor - lateFeesMinor,
  }
}

/**
 * By how much a bill is higher than another one, and from what. More days count at the other bill's use and price, more use per day at its price, and
 * what is left of the charge for water is the price. The effects add up to the difference of the totals.
 */
export const compareBills = (bill: BillFacts, other: BillFacts): BillComparison => {
  const otherPrice = other.minorPerCubicMetre ?? bill.minorPerCubicMetre ?? 0
  const daysMinor = Math.round(((bill.days - other.days) * other.litresPerDay * otherPrice) / 1000)
  const useMinor = Math.round((bill.days * (bill.litresPerDay - other.litresPerDay) * otherPrice) / 1000)
  const effects = {
    daysMinor,
    useMinor,
    priceMinor: bill.volumeMinor - other.volumeMinor - daysMinor - useMinor,
    standingMinor: bill.standingMinor - other.standingMinor,
    vatMinor: bill.vatMinor - other.vatMinor,
    chargesMinor: bill.chargesMinor - other.chargesMinor,
    lateFeesMinor: bill.lateFeesMinor - other.lateFeesMinor,
    correctionsMinor: bill.correctionsMinor - other.correctionsMinor,
  }
  return { bill: other, differenceMinor: bill.totalMinor - other.totalMinor, effects }
}

const daysShared = (one: { from: number; to: number }, other: { from: number; to: number }): number =>
  Math.max(0, Math.min(one.to, other.to) - Math.max(one.from, other.from))

const spanOf = ({ periodFrom, periodTo }: Pick<ComparedBill, 'periodFrom' | 'periodTo'>) => ({
  from: dayOfDate(periodFrom),
  to: dayOfDate(periodTo),
})

const yearBefore = (day: string): number =>
  dayOfDate(`${Number(day.slice(0, 4)) - 1}${day.slice(4) === '-02-29' ? '-02-28' : day.slice(4)}`)

/** The bill that ended last before a bill began, and the one that shares most days with the same days of the year before. */
export const comparedWith = <Bill extends Pick<ComparedBill, 'billNo' | 'periodFrom' | 'periodTo'>>(
  bill: Bill,
  others: readonly Bill[],
): { before: Bill | null; lastYear: Bill | null } => {
  const earlier = others.filter(({ periodTo }) => periodTo <= bill.periodFrom)
  const before = earlier.toSorted((one, other) => (one.periodTo < other.periodTo ? 1 : -1))[0] ?? null
  const then = { from: yearBefore(bill.periodFrom), to: yearBefore(bill.periodTo) }
  const [lastYear] = earlier
    .map((each) => ({ each, shared: daysShared(spanOf(each), then) }))
    .filter(({ shared }) => shared > 0)
    .toSorted((one, other) => other.shared - one.shared)
  return { before, lastYear: lastYear?.each ?? null }
}
