import type { NightFlowRow } from '@nightflow/schemas/leakage/night-flow'

export type DailyFigure = 'supplyLitres' | 'leakageLitres' | 'leakageRate' | 'nightMinimumFlowLitresPerHour' | 'klRatio' | 'completeness'

/** A mean of fewer known days than this says nothing about a week. */
const knownDaysMin = 4

/** The mean of a figure over the seven days before the one at `index`; null when fewer than four of them are known. */
export function weekBefore(rows: readonly NightFlowRow[], index: number, figure: DailyFigure): number | null {
  const known = rows
    .slice(Math.max(0, index - 7), index)
    .map((row) => row[figure])
    .filter((value) => value !== null)
  return known.length < knownDaysMin ? null : known.reduce((sum, value) => sum + value, 0) / known.length
}

/** The day that the figures speak of: the last whose leakage is known, else the last with a known supply, else the last. */
export function lastTellingDay(rows: readonly NightFlowRow[]): number {
  const leakage = rows.findLastIndex((row) => row.leakageRate !== null)
  if (leakage !== -1) return leakage
  const supply = rows.findLastIndex((row) => row.supplyLitres !== null)
  return supply === -1 ? rows.length - 1 : supply
}
