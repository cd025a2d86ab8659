import { type CalendarDay, type DateForm, writeDate, writeInstant } from '@nightflow/schemas/platform/date-form'
import { lastDayOf } from '#ui/local-days.ts'

/** How numbers, volumes and times are written in a language and a zone. Pure: language and zone come in. */

const dash = '–'

/** French groups digits by a narrow space, which is too thin to see at the size of a table or an axis: "1 500" reads as "1500". */
export const withVisibleSpaces = (text: string): string => text.replaceAll('\u202f', '\u00a0')

/** A number with fixed decimals; an en dash where it is unknown. */
export function formatNumber(value: number | null | undefined, language: string, decimals = 0): string {
  if (value === null || value === undefined || Number.isNaN(value)) return dash
  // Minus zero would read as a loss of nothing.
  const rounded = Math.abs(value) < 0.5 * 10 ** -decimals ? 0 : value
  return withVisibleSpaces(
    new Intl.NumberFormat(language, { minimumFractionDigits: decimals, maximumFractionDigits: decimals }).format(rounded),
  )
}

/** A number with the decimals it came with, as it was reported. */
export const formatExact = (value: number, language: string): string =>
  withVisibleSpaces(new Intl.NumberFormat(language, { maximumFractionDigits: 12 }).format(value))

/** The sign between a number and its decimals. */
export const decimalSignOf = (language: string): string =>
  new Intl.NumberFormat(language).formatToParts(0.5).find(({ type }) => type === 'decimal')?.value ?? '.'

/** Decimals that show about three significant digits, and two of what is small. */
export function decimalsFor(value: number | null): number {
  const size = Math.abs(value ?? 0)
  if (size >= 100 || size === 0) return 0
  if (size >= 10) return 1
  return size >= 0.1 ? 2 : Math.min(6, 1 - Math.floor(Math.log10(size)))
}

/** Litres as cubic metres with about three digits, without the unit. */
export function formatCubicMetres(litres: number | null | undefined, language: string, decimals?: number): string {
  const value = litres === null || litres === undefined ? null : litres / 1000
  return formatNumber(value, language, decimals ?? decimalsFor(value))
}

/** A share as a percentage with the language's own sign and space. */
export function formatShare(share: number | null | undefined, language: string, decimals = 1): string {
  if (share === null || share === undefined || Number.isNaN(share)) return dash
  return withVisibleSpaces(
    new Intl.NumberFormat(language, { style: 'percent', minimumFractionDigits: decimals, maximumFractionDigits: decimals }).format(share),
  )
}

/** Completeness never rounds up to a whole: 99.96 % known is not complete. */
export const formatCompleteness = (share: number | null, language: string): string =>
  share === null ? dash : formatShare(share >= 1 ? 1 : Math.min(share, 0.999), language, share >= 1 ? 0 : 1)

const dateOf = (day: string): CalendarDay => {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number]
  return { year, month, day: date }
}

const instantFormats: Record<'minute' | 'second' | 'clock' | 'day', Intl.DateTimeFormatOptions> = {
  minute: { year: 'numeric', month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  second: { year: 'numeric', month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' },
  clock: { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  day: { year: 'numeric', month: 'short', day: 'numeric' },
}

/** An instant in a zone; `form` is the date form that the tenant chose. */
export function formatInstant(
  instant: string | number | null,
  language: string,
  timeZone: string,
  precision: keyof typeof instantFormats = 'minute',
  form: DateForm = 'language',
): string {
  if (instant === null) return dash
  if (form !== 'language' && precision !== 'clock') {
    const written = writeInstant(form, new Date(instant), timeZone)
    return precision === 'second' ? written : precision === 'minute' ? written.slice(0, -3) : written.slice(0, form.length)
  }
  return new Intl.DateTimeFormat(language, { ...instantFormats[precision], timeZone }).format(new Date(instant))
}

/** A local calendar day. It carries no zone, so it is written as it is. */
export function formatDay(day: string | null, language: string, style: 'short' | 'long' = 'short', form: DateForm = 'language'): string {
  if (day === null) return dash
  if (form !== 'language') {
    const written = writeDate(form, dateOf(day))
    return style === 'long' ? `${formatWeekday(day, language, 'short')} ${written}` : written
  }
  const options: Intl.DateTimeFormatOptions =
    style === 'long'
      ? { weekday: 'short', year: 'numeric', month: 'short', day: 'numeric' }
      : { year: 'numeric', month: 'short', day: 'numeric' }
  return new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`))
}

/** A span of local days, both included; `until` is the day after the last. Everywhere the same: a span of one day is that day. */
export function formatPeriod(from: string | null, until: string | null, language: string, form: DateForm = 'language'): string {
  const last = lastDayOf(until)
  if (from === null || last === null || from === last) return formatDay(from ?? last, language, 'short', form)
  return `${formatDay(from, language, 'short', form)} – ${formatDay(last, language, 'short', form)}`
}

/** The weekday of a local calendar day. */
export const formatWeekday = (day: string, language: string, weekday: 'long' | 'short' = 'long'): string =>
  new Intl.DateTimeFormat(language, { weekday, timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`))

/** Names one after the other, as the language separates them. */
export const formatList = (names: readonly string[], language: string): string => names.join(language.startsWith('zh') ? '、' : ', ')

const spans: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
]

/** "3 h ago" in the language, seen from `now`. */
export function formatAgo(instant: string, language: string, now: number): string {
  const seconds = (new Date(instant).getTime() - now) / 1000
  const format = new Intl.RelativeTimeFormat(language, { numeric: 'auto', style: 'short' })
  for (const [unit, length] of spans) if (Math.abs(seconds) >= length) return format.format(Math.round(seconds / length), unit)
  return format.format(Math.round(seconds), 'second')
}
