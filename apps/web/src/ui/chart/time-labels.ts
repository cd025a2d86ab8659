import { type DateForm, wallClockOf, writeMonth, writeShortDate } from '@nightflow/schemas/platform/date-form'

/** Labels of the time axis in the zone, and in the tenant's date form or the language: hours, days or months, whichever the axis steps by. Midnight is its day. */
export function timeLabels(
  splits: readonly number[],
  stepSeconds: number,
  timeZone: string,
  { language, dateForm: form }: { language: string; dateForm: DateForm },
): string[] {
  const day = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', timeZone })
  const month = new Intl.DateTimeFormat(language, { month: 'short', year: 'numeric', timeZone })
  const clock = new Intl.DateTimeFormat(language, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone })
  const isMidnight = (at: Date) => clock.formatToParts(at).every(({ type, value }) => type === 'literal' || value === '00')
  return splits.map((seconds) => {
    const at = new Date(seconds * 1000)
    if (stepSeconds >= 28 * 86_400) return form === 'language' ? month.format(at) : writeMonth(form, wallClockOf(at, timeZone))
    if (stepSeconds < 86_400 && !isMidnight(at)) return clock.format(at)
    return form === 'language' ? day.format(at) : writeShortDate(form, wallClockOf(at, timeZone))
  })
}
