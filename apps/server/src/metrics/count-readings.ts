import type { ReadingsReported } from '@nightflow/schemas/metering/report-readings'
import type { Counter } from 'prom-client'

export type ReadingCounters = { readings: Counter<'outcome'>; rejectedReadings: Counter<'reason'> }

/** Adds the readings of a new frame, those that were set aside also by reason. */
export const countReadings = (
  { readings, rejectedReadings }: ReadingCounters,
  { accepted, duplicates, rejected }: Pick<ReadingsReported, 'accepted' | 'duplicates' | 'rejected'>,
): void => {
  readings.inc({ outcome: 'accepted' }, accepted)
  readings.inc({ outcome: 'duplicate' }, duplicates)
  readings.inc({ outcome: 'rejected' }, rejected.length)
  for (const { reason } of rejected) rejectedReadings.inc({ reason })
}
