import { type DayNumber, dateOfDay } from '@nightflow/domain/shared/local-time'

/** The days of one partition; without `from` all that come before `until`, without `until` all from `from` on. */
export type DaySpan = { name: string; from: DayNumber | undefined; until: DayNumber | undefined }

/** Days of a partition, and of a chunk where TimescaleDB is: long enough that years are tens of them, short enough for one's index to stay in memory. */
export const spanDays = 28

/**
 * Nearly a year. Days of before this service was written come in once, as history; so they need not lie in small pieces. Nor need those of
 * tables of few rows, whose questions are cheaper the fewer partitions they open.
 */
export const longSpanDays = 13 * spanDays

/** 1999-11-25: no reading older than the year 2000 is accepted, but a meter may have been replaced in 1970. */
const historyFrom = 30 * longSpanDays
/** 2024-10-24. */
const historyUntil = 55 * longSpanDays
/** 2051-09-21. Later days share one partition. */
const spansUntil = 82 * longSpanDays

/** However wrong clocks are: no table of days has more partitions than this. */
export const spansMax = 1 + (historyUntil - historyFrom) / longSpanDays + (spansUntil - historyUntil) / spanDays + 1

/** The span that a day belongs to. Partitions must not overlap, so a change of this raises the versions of the projections that have them. */
export const spanOf = (day: DayNumber, presentSpanDays = spanDays): DaySpan => {
  if (day < historyFrom) return { name: `before_${underscored(historyFrom)}`, from: undefined, until: historyFrom }
  if (day >= spansUntil) return { name: `from_${underscored(spansUntil)}`, from: spansUntil, until: undefined }
  const length = day < historyUntil ? longSpanDays : presentSpanDays
  const from = Math.floor(day / length) * length
  return { name: `from_${underscored(from)}`, from, until: from + length }
}

/** The spans of some days, each once. */
export const spansOf = (days: Iterable<DayNumber>, presentSpanDays = spanDays): DaySpan[] => {
  const spans = new Map<string, DaySpan>()
  let last: DaySpan | undefined
  for (const day of days) {
    // Most days of a page are the same.
    if (last && day >= (last.from ?? Number.NEGATIVE_INFINITY) && day < (last.until ?? Number.POSITIVE_INFINITY)) continue
    last = spanOf(day, presentSpanDays)
    spans.set(last.name, last)
  }
  return [...spans.values()]
}

const underscored = (day: DayNumber): string => dateOfDay(day).replaceAll('-', '_')
