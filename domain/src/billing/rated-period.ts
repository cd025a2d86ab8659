import type { PriceSchemeVersion } from '@nightflow/schemas/billing/price-scheme'
import type { AssignedScheme } from '@nightflow/schemas/shared/assigned-scheme'
import { type TariffSpan, tariffSpans, type VersionsOf } from '../shared/assigned-schemes.ts'
import { calendarOf, dateOfDay, dayOfDate, type ZoneCalendar } from '../shared/local-time.ts'
import type { BillPeriod } from './bill-period.ts'
import { billingCycleOf, stepCycleOf } from './tariff-calendar.ts'

/** Local days of one utility whose water is charged by the tariffs of an account. */
export type RatedPeriod = { period: BillPeriod; timeZone: string; versionsOf: VersionsOf<PriceSchemeVersion> }

export const startOfDate = (date: string, calendar: ZoneCalendar): number => calendar.startOf(dayOfDate(date))

const allSpansOf = ({ period, timeZone, versionsOf }: RatedPeriod, priceSchemes: readonly AssignedScheme[], from: string) =>
  tariffSpans(priceSchemes, versionsOf, { from, to: period.to, timeZone })

/** The schemes and versions that hold up to the end of a period, from its start or an earlier day on. Days without a tariff have none. */
export const spansOf = (
  rated: RatedPeriod,
  priceSchemes: readonly AssignedScheme[],
  from = rated.period.from,
): TariffSpan<PriceSchemeVersion>[] =>
  allSpansOf(rated, priceSchemes, from).filter((span): span is TariffSpan<PriceSchemeVersion> => span.version !== null)

/** Whether every day of a period from an instant on has a tariff. */
export const hasTariffThroughout = (rated: RatedPeriod, priceSchemes: readonly AssignedScheme[], start: number): boolean => {
  const calendar = calendarOf(rated.timeZone)
  const spans = allSpansOf(rated, priceSchemes, rated.period.from)
  const held = spans.findLastIndex(({ from }) => startOfDate(from, calendar) <= start)
  return held >= 0 && spans.slice(held).every(({ version }) => version !== null)
}

/**
 * The day from which use has to be known: the start of the earliest step cycle. It is that of the days of the period, and of the days before it in
 * their billing cycles, because what those cost counts for the minimum.
 */
export const firstDayOfUse = (rated: RatedPeriod, priceSchemes: readonly AssignedScheme[]): string => {
  const calendar = calendarOf(rated.timeZone)
  const firstOf = (cycleOf: typeof stepCycleOf, since: string): string => {
    const starts = spansOf(rated, priceSchemes, since).map(({ from, version }) =>
      cycleOf(startOfDate(from, calendar), version.tariff, calendar),
    )
    return dateOfDay(calendar.dayOf(Math.min(startOfDate(since, calendar), ...starts.map(({ from }) => from))))
  }
  return firstOf(stepCycleOf, firstOf(billingCycleOf, rated.period.from))
}

/**
 * The local days from which volumes are counted apart, in order: starts of months, ends of the period, and changes of the scheme or its version. Volumes
 * on either side are then measured, and nothing is divided by time.
 */
export const partStarts = (
  rated: RatedPeriod,
  priceSchemes: readonly AssignedScheme[],
  first = firstDayOfUse(rated, priceSchemes),
): string[] => {
  const { period } = rated
  const changes = spansOf(rated, priceSchemes, first).map(({ from }) => from)
  const months: string[] = []
  for (let start = monthStart(first); start < period.to; start = monthStart(dateOfDay(dayOfDate(start) + monthDaysMax))) months.push(start)
  return [...new Set([...months, period.from, period.to, ...changes])].toSorted()
}

const monthDaysMax = 31
const monthStart = (date: string): string => `${date.slice(0, 7)}-01`
