import type { BillVolume } from '@nightflow/schemas/billing/bill'
import type { BurnDownHeld, DeductConsumption } from '@nightflow/schemas/billing/burn-down'
import type { AssignedScheme } from '@nightflow/schemas/shared/assigned-scheme'
import { dateOfDay, dayOfDate } from '../shared/local-time.ts'
import type { BillPeriod } from './bill-period.ts'
import { type AccountToBill, type BillOrder, composeBill, type HeldFor } from './compose-bill.ts'
import { startOfVolume } from './rate-account.ts'
import { firstDayOfUse, partStarts, type RatedPeriod } from './rated-period.ts'

/** The use of so many days before a period says what a day without a reading is assumed to be. */
export const averageDays = 30

const monthDaysMax = 31
const nextMonth = (date: string): string => `${dateOfDay(dayOfDate(`${date.slice(0, 7)}-01`) + monthDaysMax).slice(0, 7)}-01`

/** The days from one to another, the second not included, in periods of one month and one holder each. */
export const periodsToDeduct = (from: string, to: string, transferDays: readonly string[]): BillPeriod[] => {
  const periods: BillPeriod[] = []
  for (let begin = from; begin < to; ) {
    const end = [to, nextMonth(begin), ...transferDays.filter((day) => day > begin)].sort()[0]!
    periods.push({ from: begin, to: end })
    begin = end
  }
  return periods
}

/** The days whose use has to be read: those that fill the steps, and those that say what a day's use is. */
export const daysOfUse = (rated: RatedPeriod, priceSchemes: readonly AssignedScheme[]): { firstDay: string; partStarts: string[] } => {
  const before = dateOfDay(dayOfDate(rated.period.from) - averageDays)
  const filling = firstDayOfUse(rated, priceSchemes)
  const [firstDay = filling] = [filling, before].sort()
  return { firstDay, partStarts: partStarts(rated, priceSchemes, firstDay) }
}

type Part = { from: string; days: number; known: number }

/** The parts of a period in which volumes are counted, and of how many of their days the use is known. */
const partsOf = (period: BillPeriod, starts: readonly string[], volumes: readonly BillVolume[]): Part[] => {
  const own = starts.filter((day) => day >= period.from && day < period.to)
  return own.map((from, nth) => {
    const days = dayOfDate(own[nth + 1] ?? period.to) - dayOfDate(from)
    const known = volumes.filter((volume) => startOfVolume(volume) === from).reduce((sum, { knownDays }) => sum + knownDays, 0)
    return { from, days, known: Math.min(days, known) }
  })
}

/** Litres of a day on average, of the days that are known in the period and in the month before it; undefined where none is. */
const litresOfDay = (period: BillPeriod, volumes: readonly BillVolume[]): number | undefined => {
  const since = `${dateOfDay(dayOfDate(period.from) - averageDays).slice(0, 7)}-01`
  const recent = volumes.filter((volume) => startOfVolume(volume) >= since)
  const days = recent.reduce((sum, { knownDays }) => sum + knownDays, 0)
  return days === 0
    ? undefined
    : Math.max(
        0,
        recent.reduce((sum, { litres }) => sum + litres, 0),
      ) / days
}

/** For each part with unknown days: the average of a day for each of them. A part without any reading gets one too, so that its days have a price. */
const assumedVolumes = (period: BillPeriod, starts: readonly string[], volumes: readonly BillVolume[]): BillVolume[] => {
  const average = litresOfDay(period, volumes)
  const meterNo = volumes.at(-1)?.meterNo
  if (average === undefined || meterNo === undefined) return []
  return partsOf(period, starts, volumes)
    .filter(({ days, known }) => known < days)
    .map(({ from, days, known }) => ({
      ...{ meterNo, month: from.slice(0, 7), ...(!from.endsWith('-01') && { from }) },
      ...{ litres: Math.round(average * (days - known)), statedLitres: 0, knownDays: days - known, statedDays: 0 },
    }))
}

const heldFor: Partial<Record<HeldFor, BurnDownHeld>> = {
  'not-billed': 'not-billed',
  'no-price': 'no-price',
  'no-reading': 'no-reading',
  'use-below-zero': 'use-below-zero',
}

/**
 * The use of a period of a prepaid account and its price by the rating of bills, or why nothing can be deducted. Days that are not known yet count with the
 * average of those before, and days that a rule questions as they were measured: a later deduction settles both. The period of a whole month whose days
 * are all known costs what its bill would.
 */
export const useToDeduct = (
  order: BillOrder,
  account: AccountToBill,
  priceSchemes: readonly AssignedScheme[],
): Omit<DeductConsumption, 'type' | 'contractNo'> | BurnDownHeld => {
  const { period } = order
  const { partStarts: starts } = daysOfUse(order, priceSchemes)
  const assumed = assumedVolumes(period, starts, account.months)
  const filling = firstDayOfUse(order, priceSchemes)
  const months = [...account.months, ...assumed].filter((volume) => startOfVolume(volume) >= filling)
  const isKnown = assumed.length > 0 || account.knownDays > 0
  const knownDays = isKnown ? dayOfDate(period.to) - dayOfDate(period.from) : 0
  const composed = composeBill(order, { ...account, months, knownDays, openReviews: 0 })
  if (typeof composed === 'string') return heldFor[composed] ?? 'no-reading'
  const { periodFrom, periodTo, litres, lines, totalMinor, computedAtPosition } = composed
  const sumOf = (of: (volume: BillVolume) => number) => assumed.reduce((sum, volume) => sum + of(volume), 0)
  return {
    ...{ accountNo: account.accountNo, periodFrom, periodTo, litres },
    estimatedLitres: sumOf((volume) => volume.litres),
    estimatedDays: sumOf((volume) => volume.knownDays),
    volumes: measuredOf(composed.volumes),
    ...{ dueMinor: totalMinor, computedAtPosition, charges: lines },
  }
}

/** Volumes by meter and month, whatever the parts in which they were counted. */
const measuredOf = (volumes: readonly BillVolume[]): { meterNo: string; month: string; litres: number }[] => {
  const sums = new Map<string, { meterNo: string; month: string; litres: number }>()
  for (const { meterNo, month, litres } of volumes) {
    const key = `${meterNo} ${month}`
    sums.set(key, { meterNo, month, litres: (sums.get(key)?.litres ?? 0) + litres })
  }
  return [...sums.values()]
}
