import { dateOfDay, dayOfDate } from '@nightflow/domain/shared/local-time'
import { type DayOfUse, type MonthOfUse, monthsOfUse } from '@nightflow/schemas/customers/account-use'
import type { HowKnown } from '@nightflow/schemas/shared/how-known'

type KnownLitres = ReadonlyMap<string, number | null>

/** The local day of an instant. */
const localDay = (instant: number, timeZone: string): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(instant)

/** The first day of the month that is so many months after another one. */
const monthAfter = (month: string, months: number): string =>
  new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5, 7)) - 1 + months, 1)).toISOString().slice(0, 10)

/** So many days, the last one last. */
export const daysOfRow = (last: string, count: number): string[] =>
  Array.from({ length: count }, (_, nth) => dateOfDay(dayOfDate(last) - count + 1 + nth))

/** The months that are shown, and the days that they and those of the year before need. */
export const rangeOfUse = (now: number, timeZone: string): { first: string; last: string; months: string[] } => {
  const last = localDay(now, timeZone)
  const month = `${last.slice(0, 7)}-01`
  const months = Array.from({ length: monthsOfUse }, (_, nth) => monthAfter(month, nth + 1 - monthsOfUse))
  return { first: monthAfter(months[0]!, -12), last, months }
}

/** The same day of the year before; 29 February has none. */
const yearBefore = (day: string): string | undefined =>
  day.endsWith('-02-29') ? undefined : `${Number(day.slice(0, 4)) - 1}${day.slice(4)}`

/** The sum of some days, where all of them are known. */
const sumOf = (days: readonly (string | undefined)[], litresOf: KnownLitres): number | null => {
  let sum = 0
  for (const day of days) {
    if (day === undefined) continue
    const litres = litresOf.get(day) ?? null
    if (litres === null) return null
    sum += litres
  }
  return days.length === 0 ? null : sum
}

/** Water use of the account on a day, and its source. */
type Use = { litresOf: KnownLitres; howOf: ReadonlyMap<string, HowKnown> }
type Medians = { ofDay: KnownLitres; ofMonth: KnownLitres }

/** Days and months of an account, each beside what it is compared with. A month that is not over is compared over the days that are known. */
export const monthsOf = (
  shown: { days: readonly string[]; months: readonly string[] },
  { litresOf, howOf }: Use,
  { ofDay, ofMonth }: Medians,
): { days: DayOfUse[]; months: MonthOfUse[] } => ({
  days: shown.days.map((day) => ({
    day,
    litres: litresOf.get(day) ?? null,
    how: (litresOf.get(day) ?? null) === null ? null : (howOf.get(day) ?? null),
    yearBeforeLitres: litresOf.get(yearBefore(day) ?? '') ?? null,
    medianLitres: ofDay.get(day) ?? null,
  })),
  months: shown.months.map((month) => {
    const all = daysOfRow(dateOfDay(dayOfDate(monthAfter(month, 1)) - 1), dayOfDate(monthAfter(month, 1)) - dayOfDate(month))
    const known = all.filter((day) => (litresOf.get(day) ?? null) !== null)
    return {
      month,
      knownDays: known.length,
      days: all.length,
      litres: sumOf(known, litresOf),
      yearBeforeLitres: sumOf(known.map(yearBefore), litresOf),
      medianLitres: ofMonth.get(month) ?? null,
    }
  }),
})
