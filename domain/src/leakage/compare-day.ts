import type { ComparedFigure, DayComparison } from '@nightflow/schemas/leakage/day-comparison'
import type { NightFlowRow } from '@nightflow/schemas/leakage/night-flow'
import { dateOfDay, dayOfDate } from '../shared/local-time.ts'
import { sameWeekdayBaseline } from './same-weekday.ts'

/** The day that the figures of a period speak of: the last whose leakage is known, else the last with a known supply, else the last with data. */
export const tellingDay = (rows: readonly NightFlowRow[]): NightFlowRow | undefined =>
  rows.findLast(({ leakageRate, leakageLitres }) => leakageRate !== null || leakageLitres !== null) ??
  rows.findLast(({ supplyLitres }) => supplyLitres !== null) ??
  rows.findLast(({ unknownBecause }) => unknownBecause !== 'no-data')

/** Compares the latest known day from `from` on with the same weekday of four weeks. `rows` reach `baselineDays` further back than `from`. */
export const compareDay = (rows: readonly NightFlowRow[], from: string): DayComparison => {
  const row = tellingDay(rows.filter(({ date }) => date >= from))
  if (!row) return { comparison: null }
  const byDay = new Map(rows.map((other) => [other.date, other]))
  const day = dayOfDate(row.date)
  const baselineOf = (figure: ComparedFigure) => sameWeekdayBaseline((days) => byDay.get(dateOfDay(day - days))?.[figure])
  return {
    comparison: {
      row,
      baselines: {
        supplyLitres: baselineOf('supplyLitres'),
        leakageLitres: baselineOf('leakageLitres'),
        leakageRate: baselineOf('leakageRate'),
        nightMinimumFlowLitresPerHour: baselineOf('nightMinimumFlowLitresPerHour'),
        klRatio: baselineOf('klRatio'),
        completeness: baselineOf('completeness'),
      },
    },
  }
}
