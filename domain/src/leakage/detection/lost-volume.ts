import type { Detection } from '@nightflow/schemas/leakage/detection'
import { hourMilliseconds } from '../../shared/local-time.ts'

/**
 * Litres that a detection lost from its start to an instant, epoch milliseconds. A step flows from its start on; a growth reached its flow evenly until it was
 * detected, which is half of that flow on average. Null for an anomaly, which loses nothing.
 */
export const lostLitres = (
  detection: Pick<Detection, 'kind' | 'startedAt' | 'detectedAt' | 'flowLitresPerHour'>,
  end: number,
): number | null => {
  const { kind, flowLitresPerHour } = detection
  if (kind === 'anomaly') return null
  const start = Date.parse(detection.startedAt)
  const full = kind === 'growth' ? Date.parse(detection.detectedAt) : start
  const hoursGrowing = Math.max(0, Math.min(full, end) - start) / hourMilliseconds
  const hoursFull = Math.max(0, end - full) / hourMilliseconds
  return Math.round(flowLitresPerHour * (hoursGrowing / 2 + hoursFull))
}
