import { DeductionFrequency } from '@nightflow/schemas/billing/charging-item'
import { Temporal } from 'temporal-polyfill'

type Period = 'days' | 'months' | 'years'
const periodOf: Readonly<Record<Exclude<DeductionFrequency, typeof DeductionFrequency.enum.perCubicMetre>, Period>> = {
  [DeductionFrequency.enum.perDay]: 'days',
  [DeductionFrequency.enum.perMonth]: 'months',
  [DeductionFrequency.enum.perYear]: 'years',
}

/** Frequencies that are periods; the fourth is a volume. */
export type PeriodFrequency = keyof typeof periodOf

/** How many whole periods end between two local days, counted from an anchor: over adjacent spans they add up. */
export const elapsedPeriods = (frequency: PeriodFrequency, anchor: string, from: string, to: string): number =>
  Math.max(0, periodsSince(frequency, anchor, to) - periodsSince(frequency, anchor, from))

/** The local day on which so many periods after `from` end. */
export const periodEnd = (frequency: PeriodFrequency, anchor: string, from: string, periods: number): string => {
  const count = periodsSince(frequency, anchor, from) + periods
  return Temporal.PlainDate.from(anchor)
    .add({ [periodOf[frequency]]: count })
    .toString()
}

/** The last day of a shorter month ends a period that began on a later day of the month. */
const periodsSince = (frequency: PeriodFrequency, anchor: string, day: string): number => {
  const start = Temporal.PlainDate.from(anchor)
  const end = Temporal.PlainDate.from(day)
  const unit = periodOf[frequency]
  const counted = start.until(end, { largestUnit: unit })[unit]
  return Temporal.PlainDate.compare(start.add({ [unit]: counted + 1 }), end) <= 0 ? counted + 1 : counted
}
