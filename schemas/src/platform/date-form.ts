import { z } from 'zod'

/** How a utility writes dates: `language` leaves it to the reader's language, the others hold for every reader. */
export const DateForm = z.enum(['language', 'YYYY-MM-DD', 'YYYY/MM/DD', 'DD/MM/YYYY', 'DD-MM-YYYY', 'DD.MM.YYYY', 'MM/DD/YYYY'])
export type DateForm = z.infer<typeof DateForm>

/** A form that is not the language's own. */
export type FixedDateForm = Exclude<DateForm, 'language'>

/** Without a language, as in a file, and without a chosen form: the form of the standard. */
export const fixedFormOf = (form: DateForm): FixedDateForm => (form === 'language' ? 'YYYY-MM-DD' : form)

/** A day of the calendar; the month counts from 1. */
export type CalendarDay = { year: number; month: number; day: number }

const written = (pattern: string, { year, month, day }: CalendarDay): string =>
  pattern
    .replace('YYYY', String(year).padStart(4, '0'))
    .replace('MM', String(month).padStart(2, '0'))
    .replace('DD', String(day).padStart(2, '0'))

export const writeDate = (form: FixedDateForm, day: CalendarDay): string => written(form, day)

/** Without the year, such as `MM-DD`, for axes and other places where the year is known. */
export const writeShortDate = (form: FixedDateForm, day: CalendarDay): string => written(form.replace(/[-/.]?YYYY[-/.]?/, ''), day)

/** A month of a year, such as `YYYY-MM`. */
export const writeMonth = (form: FixedDateForm, day: CalendarDay): string =>
  written(form.startsWith('YYYY') ? form.slice(0, 7) : `MM${form.at(-5)}YYYY`, day)

/** The calendar day and the clock of an instant in a zone. */
export const wallClockOf = (instant: number | Date, timeZone: string): CalendarDay & { clock: string } => {
  const [date, clock] = formatOf(timeZone).format(instant).split(' ') as [string, string]
  const [year, month, day] = date.split('-').map(Number) as [number, number, number]
  return { year, month, day, clock }
}

/** An instant with its clock to the second, in a zone. */
export const writeInstant = (form: FixedDateForm, instant: number | Date, timeZone: string): string => {
  const { clock, ...day } = wallClockOf(instant, timeZone)
  return `${writeDate(form, day)} ${clock}`
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** Swedish writes `2026-12-31 23:00:05`; its parts one by one cost several times as much. */
const formatOf = (timeZone: string): Intl.DateTimeFormat => {
  const known = formats.get(timeZone)
  if (known) return known
  const [numeric, twoDigits] = ['numeric', '2-digit'] as const
  const clock = { hour: twoDigits, minute: twoDigits, second: twoDigits, hourCycle: 'h23' } as const
  const made = new Intl.DateTimeFormat('sv-SE', { timeZone, year: numeric, month: twoDigits, day: twoDigits, ...clock })
  formats.set(timeZone, made)
  return made
}
