import type { NightFlowRow } from '@nightflow/schemas/leakage/night-flow'
import type { Thresholds } from '@nightflow/schemas/leakage/partition'
import type { Meaning } from '#ui/status-badge.tsx'

/** From this many times its threshold a figure is an alarm; between once and this it is a warning. */
export const alarmFactor = 1.5

/** How a figure stands against its threshold; unknown when either is missing. */
export function judge(value: number | null, threshold: number | undefined): Meaning {
  if (value === null || threshold === undefined) return 'unknown'
  if (value <= threshold) return 'good'
  return value < threshold * alarmFactor ? 'warning' : 'alarm'
}

const severity: Record<Meaning, number> = { waiting: 0, off: 0, unknown: 0, good: 1, warning: 2, alarm: 3 }

/** How a day stands as a whole: as badly as the worst of its judged figures. */
export function judgeDay(row: NightFlowRow | null, thresholds: Thresholds): Meaning {
  if (row === null) return 'unknown'
  const all = [
    judge(row.leakageRate, thresholds.leakageRate),
    judge(row.leakageLitres, thresholds.leakageLitresPerDay),
    judge(row.nightMinimumFlowLitresPerHour, thresholds.nightMinimumFlowLitresPerHour),
    judge(row.klRatio, thresholds.klRatio),
  ]
  return all.reduce((worst, one) => (severity[one] > severity[worst] ? one : worst), 'unknown')
}
