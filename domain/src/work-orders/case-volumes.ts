import { type CaseDetection, CaseOutcome, RepairVerdict } from '@nightflow/schemas/work-orders/leak-case'
import { hourMilliseconds } from '../shared/local-time.ts'

type Leak = {
  startedAt: string
  repairedAt: string | null
  closedAt: string | null
  outcome: CaseOutcome | null
  dropLitresPerHour: number | null
  verdict: RepairVerdict | null
  detections: readonly CaseDetection[]
}

/** Litres that a detection lost up to an instant; null for an anomaly. */
type LostLitres = (detection: CaseDetection, end: number) => number | null

export type CaseVolumes = { runHours: number | null; lostLitres: number | null; savedLitres: number | null }

/** The savings of a repair count for a year: later the pipe would have been renewed or the leak found by others. */
const savedHoursMax = 365 * 24

/**
 * How long a leak ran, what it lost and what its repair saved since, from the flow of its detections. A false positive has none of them; without a
 * detection the flow is unknown, and so are the volumes. A detection that ended by itself loses nothing after its end.
 */
export const caseVolumes = (leak: Leak, now: number, lostLitres: LostLitres): CaseVolumes => {
  if (leak.outcome === CaseOutcome.enum.falsePositive) return { runHours: null, lostLitres: null, savedLitres: null }
  const end = endOf(leak, now)
  const volumes = leak.detections.map((detection) =>
    lostLitres(detection, detection.endedAt === null ? end : Math.min(end, Date.parse(detection.endedAt))),
  )
  const runHours = Math.max(0, Math.round((end - Date.parse(leak.startedAt)) / hourMilliseconds))
  const lost = volumes.length === 0 ? null : volumes.reduce<number>((sum, litres) => sum + (litres ?? 0), 0)
  return { runHours, lostLitres: lost, savedLitres: savedOf(leak, now) }
}

/** The repair; without one the end of the last detection, where all of them ended, or the close of the case. */
const endOf = ({ repairedAt, closedAt, detections }: Leak, now: number): number => {
  if (repairedAt !== null) return Date.parse(repairedAt)
  const ends = detections.map(({ endedAt }) => (endedAt === null ? Number.POSITIVE_INFINITY : Date.parse(endedAt)))
  return Math.min(ends.length === 0 ? now : Math.max(...ends), closedAt === null ? now : Date.parse(closedAt), now)
}

const savedOf = ({ repairedAt, verdict, dropLitresPerHour }: Leak, now: number): number | null => {
  if (repairedAt === null || verdict === null || dropLitresPerHour === null) return null
  if (verdict === RepairVerdict.enum.unproven) return 0
  const hours = Math.min(savedHoursMax, Math.max(0, now - Date.parse(repairedAt)) / hourMilliseconds)
  return Math.round(dropLitresPerHour * hours)
}
