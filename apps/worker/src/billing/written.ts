import { localDay } from '@nightflow/domain/shared/assigned-schemes'
import { type DateForm, fixedFormOf, wallClockOf, writeDate } from '@nightflow/schemas/platform/date-form'
import type { Language } from '@nightflow/schemas/shared/language'

/** How figures and days are written on paper: in the reader's language, days in the form that the utility chose. */
export type Written = {
  money: (minor: number) => string
  number: (value: number, decimals?: number) => string
  /** Litres as cubic metres. */
  cubicMetres: (litres: number) => string
  /** A change in percent with its sign. */
  change: (share: number) => string
  /** A local day, `YYYY-MM-DD`. */
  day: (day: string) => string
  /** An instant, with the day and the clock of a zone. */
  moment: (instant: string, timeZone: string) => string
  month: (month: string) => string
  /** The month without its year, for the axis of a chart. */
  shortMonth: (month: string) => string
}

const litresPerCubicMetre = 1000
const minorPerUnit = 100

export const writtenIn = (language: Language, { currency, dateForm }: { currency: string; dateForm: DateForm }): Written => {
  const inUtc = { timeZone: 'UTC' } as const
  const moneyFormat = new Intl.NumberFormat(language, { style: 'currency', currency, minimumFractionDigits: 2, maximumFractionDigits: 2 })
  const dayFormat = new Intl.DateTimeFormat(language, { year: 'numeric', month: 'short', day: 'numeric', ...inUtc })
  const monthFormat = new Intl.DateTimeFormat(language, { year: 'numeric', month: 'long', ...inUtc })
  const shortFormat = new Intl.DateTimeFormat(language, { month: 'short', ...inUtc })
  const changeFormat = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 0, signDisplay: 'exceptZero' })
  const number = (value: number, decimals = 0): string =>
    new Intl.NumberFormat(language, { minimumFractionDigits: decimals, maximumFractionDigits: decimals }).format(value)
  const startOf = (day: string): Date => new Date(`${day}T00:00:00Z`)
  const day = (named: string): string => {
    if (dateForm === 'language') return dayFormat.format(startOf(named))
    const [year, month, date] = named.split('-').map(Number) as [number, number, number]
    return writeDate(fixedFormOf(dateForm), { year, month, day: date })
  }
  return {
    money: (minor) => moneyFormat.format(minor / minorPerUnit),
    number,
    cubicMetres: (litres) => number(litres / litresPerCubicMetre, 3),
    change: (share) => changeFormat.format(share),
    day,
    moment: (instant, timeZone) => {
      const { clock } = wallClockOf(Date.parse(instant), timeZone)
      return `${day(localDay(instant, timeZone))} ${clock}`
    },
    month: (month) => monthFormat.format(startOf(`${month}-01`)),
    shortMonth: (month) => shortFormat.format(startOf(`${month}-01`)),
  }
}
