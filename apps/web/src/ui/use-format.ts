import { useContext, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import * as format from '#ui/format.ts'
import { inputDates } from '#ui/input-dates.ts'
import { WrittenDatesContext } from '#ui/written-dates.ts'

/** The formatting functions bound to the language that is shown and the tenant's date form; the zone is given per call because partitions have their own. */
export function useFormat() {
  const { i18n } = useTranslation()
  const language = i18n.language
  const { form } = useContext(WrittenDatesContext)
  return useMemo(
    () => ({
      language,
      dateForm: form,
      inputDates: inputDates(form, language),
      decimalSign: format.decimalSignOf(language),
      number: (value: number | null | undefined, decimals?: number) => format.formatNumber(value, language, decimals),
      exact: (value: number) => format.formatExact(value, language),
      cubicMetres: (litres: number | null | undefined, decimals?: number) => format.formatCubicMetres(litres, language, decimals),
      share: (share: number | null | undefined, decimals?: number) => format.formatShare(share, language, decimals),
      completeness: (share: number | null) => format.formatCompleteness(share, language),
      instant: (instant: string | number | null, timeZone: string, precision?: 'minute' | 'second' | 'clock' | 'day') =>
        format.formatInstant(instant, language, timeZone, precision, form),
      day: (day: string | null, style?: 'short' | 'long') => format.formatDay(day, language, style, form),
      period: (from: string | null, until: string | null) => format.formatPeriod(from, until, language, form),
      weekday: (day: string) => format.formatWeekday(day, language),
      list: (names: readonly string[]) => format.formatList(names, language),
      ago: (instant: string) => format.formatAgo(instant, language, Date.now()),
    }),
    [language, form],
  )
}
