import { calendarOf, dayOfDate, hourMilliseconds } from '@nightflow/domain/shared/local-time'

const zoned = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}([.,]\d+)?)?\s?(Z|[+-]\d{2}(:?\d{2})?)$/i
const local = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,3})\d*)?)?$/
const dateOnly = /^(\d{4})-(\d{2})-(\d{2})$/

/** Numbers below this are seconds since 1970 (until the year 5138), numbers above it milliseconds (since 1973). */
const secondsMax = 1e11

/**
 * Epoch milliseconds of a time as devices and network servers write it; undefined when it is no time.
 * A time without a zone is a clock in `timeZone`. A date without a clock is a billing date: its value was taken at the
 * midnight that closes the day, except on the first of a month, where makers write the day that the midnight opens.
 */
export const sourceInstant = (value: unknown, timeZone: string): number | undefined => {
  const instant = typeof value === 'number' ? Math.round(value < secondsMax ? value * 1000 : value) : instantOfText(value, timeZone)
  return instant !== undefined && instant >= firstInstant && instant <= lastInstant ? instant : undefined
}

const firstInstant = Date.parse('0000-01-01T00:00:00Z')
const lastInstant = Date.parse('9999-12-31T23:59:59.999Z')

const instantOfText = (value: unknown, timeZone: string): number | undefined => {
  if (typeof value !== 'string' || value.length > 64) return undefined
  const text = value.trim()
  if (zoned.test(text)) return Date.parse(text.replace(' ', 'T').replace(',', '.'))
  const clock = local.exec(text)
  if (clock) return localInstant(clock, timeZone)
  const date = dateOnly.exec(text)
  return date ? billingMidnight(text, timeZone) : undefined
}

const isDate = (date: string): boolean => {
  const milliseconds = Date.parse(`${date}T00:00:00Z`)
  return Number.isFinite(milliseconds) && new Date(milliseconds).toISOString().startsWith(date)
}

const localInstant = (clock: RegExpExecArray, timeZone: string): number | undefined => {
  const [, date = '', hourText = '', minute = '', second = '0', fraction = '0'] = clock
  const hour = Number(hourText)
  if (!isDate(date) || hour > 24 || Number(minute) > 59 || Number(second) > 59) return undefined
  const calendar = calendarOf(timeZone)
  const day = dayOfDate(date)
  // The clock's first occurrence where an hour is repeated; the hour that follows where it is skipped.
  const slot = calendar.wallHoursOf(day).findIndex((wallHour) => wallHour >= hour)
  const start = slot < 0 ? calendar.startOf(day + 1) : calendar.startOf(day) + slot * hourMilliseconds
  return start + Number(minute) * 60_000 + Number(second) * 1000 + Number(fraction.padEnd(3, '0'))
}

const billingMidnight = (date: string, timeZone: string): number | undefined => {
  if (!isDate(date)) return undefined
  return calendarOf(timeZone).startOf(dayOfDate(date) + (date.endsWith('-01') ? 0 : 1))
}
