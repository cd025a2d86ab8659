import { addDays, dayOf, instantOf, listDays } from '#ui/local-days.ts'

type Reading = { at: string; litres: number | null; reverseLitres: number | null }
export type DailyFreeze = { day: string; forwardLitres: number | null; reverseLitres: number | null; usedLitres: number | null }

/** The registers at a day's end come from its last reading; one further back says nothing of that day. */
const endOf = (readings: readonly Reading[], day: string, timeZone: string, field: 'litres' | 'reverseLitres'): number | null =>
  readings.findLast((reading) => reading[field] !== null && dayOf(Date.parse(reading.at), timeZone) === day)?.[field] ?? null

/**
 * The daily freeze: both registers at the end of each local day that is over, and the net forward volume since the end of the day before.
 * Readings are in the order of their time.
 */
export function dailyFreezes(
  readings: readonly Reading[],
  { from, to, timeZone, now }: { from: string; to: string; timeZone: string; now: number },
): DailyFreeze[] {
  const ends = listDays(addDays(from, -1), to)
    .filter((day) => instantOf(addDays(day, 1), 0, timeZone) <= now)
    .map((day) => ({
      day,
      forwardLitres: endOf(readings, day, timeZone, 'litres'),
      reverseLitres: endOf(readings, day, timeZone, 'reverseLitres'),
    }))
  return ends.slice(1).map((end, index) => ({ ...end, usedLitres: netBetween(ends[index]!, end) }))
}

type End = Omit<DailyFreeze, 'usedLitres'>

/** Forward less reverse volume; a device without a reverse register has none. Unknown where a register went back. */
const netBetween = (before: End, end: End): number | null => {
  if (before.forwardLitres === null || end.forwardLitres === null || end.forwardLitres < before.forwardLitres) return null
  const reverse = before.reverseLitres === null || end.reverseLitres === null ? 0 : end.reverseLitres - before.reverseLitres
  return reverse < 0 ? null : end.forwardLitres - before.forwardLitres - reverse
}
