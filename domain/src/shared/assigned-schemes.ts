import type { AssignedScheme, DatedScheme } from '@nightflow/schemas/shared/assigned-scheme'
import { calendarOf, dateOfDay } from './local-time.ts'

/** The local day of an instant, `YYYY-MM-DD`. */
export const localDay = (at: string | number, timeZone: string): string =>
  dateOfDay(calendarOf(timeZone).dayOf(typeof at === 'number' ? at : Date.parse(at)))

/** The price schemes of an account by the day from which each holds, the earliest first. Of several of one day the last that was said counts. */
export const datedSchemes = (assigned: readonly AssignedScheme[], timeZone: string): DatedScheme[] => {
  const byDay = new Map<string, DatedScheme>()
  for (const { priceScheme, effectiveFrom, at, reason } of assigned) {
    const from = effectiveFrom ?? localDay(at, timeZone)
    byDay.set(from, { priceScheme, from, reason })
  }
  return [...byDay.values()].sort((one, other) => (one.from < other.from ? -1 : 1))
}

/** The same with one more; a list does not grow by what replaces the scheme of a day. */
export const withScheme = (assigned: readonly AssignedScheme[], next: AssignedScheme): AssignedScheme[] => [
  ...assigned.filter(({ effectiveFrom }) => effectiveFrom === null || effectiveFrom !== next.effectiveFrom),
  next,
]

/** The price scheme that counts on a local day; null where the account has none. */
export const schemeOn = (assigned: readonly AssignedScheme[], day: string, timeZone: string): string | null =>
  datedSchemes(assigned, timeZone).findLast(({ from }) => from <= day)?.priceScheme ?? null

/** The part of a published version that decides when it counts. */
type Version = { readonly effectiveFrom: string }
/** The published versions of a price scheme by its name, the earliest first. */
export type VersionsOf<V extends Version> = (priceScheme: string) => readonly V[] | undefined

/** A version with its scheme, and the first day on which it counts for the account. */
export type TariffSpan<V extends Version> = { readonly priceScheme: string; readonly from: string; readonly version: V }

/**
 * Scheme and version that count for an account between two local days, the second not included: one span for each change of scheme or version,
 * until the next one's `from`. Days before the first span, and those of a span with null, have no tariff.
 */
export const tariffSpans = <V extends Version>(
  assigned: readonly AssignedScheme[],
  versionsOf: VersionsOf<V>,
  { from, to, timeZone }: { from: string; to: string; timeZone: string },
): (TariffSpan<V> | { from: string; version: null })[] => {
  const dated = datedSchemes(assigned, timeZone)
  return dated.flatMap(({ priceScheme, from: since }, index) => {
    const [start, end] = [since > from ? since : from, dated[index + 1]?.from ?? to]
    const until = end < to ? end : to
    if (start >= until) return []
    const versions = priceScheme === null ? [] : (versionsOf(priceScheme) ?? [])
    const held = versions.findLast(({ effectiveFrom }) => effectiveFrom <= start)
    const spanOf = (version: V, at: string) => ({ priceScheme: priceScheme!, from: at, version })
    const later = versions.filter(({ effectiveFrom }) => effectiveFrom > start && effectiveFrom < until)
    return [held ? spanOf(held, start) : { from: start, version: null }, ...later.map((version) => spanOf(version, version.effectiveFrom))]
  })
}

/** Scheme and version that counted for an account on a local day; undefined where it had none. */
export const tariffOn = <V extends Version>(
  assigned: readonly AssignedScheme[],
  versionsOf: VersionsOf<V>,
  day: string,
  timeZone: string,
): { priceScheme: string; version: V } | undefined => {
  const priceScheme = schemeOn(assigned, day, timeZone)
  const version = priceScheme === null ? undefined : versionsOf(priceScheme)?.findLast(({ effectiveFrom }) => effectiveFrom <= day)
  return priceScheme !== null && version ? { priceScheme, version } : undefined
}
