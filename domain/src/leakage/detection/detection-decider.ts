import type { RecordDetections } from '@nightflow/schemas/leakage/detection'
import type { Context, Decider, EventIn } from '../../shared/decider.ts'
import { dayOfDate } from '../../shared/local-time.ts'

type DetectionEvent = EventIn<'leakage.DetectionsRecorded'>
export type RecordedDetections = { readonly until: string; readonly basis: string; readonly count: number } | undefined

/** A metering point without a detection gets an event after so many days: some fifty a year. */
const daysUntilAgain = 7

/**
 * The detections of a metering point, night by night. A later reading changes none of them. Only other inlets or outlets withdraw
 * the history, which is then judged anew. A night that was judged is not recorded again.
 */
export const detectionDecider: Decider<RecordDetections, RecordedDetections, DetectionEvent> = {
  streamOf: ({ partitionId }) => `leakage-detections-${partitionId}`,
  initialState: undefined,
  evolve: (before, { data: { until, basis, found, withdrawn } }) => ({
    until,
    basis,
    count: (before?.count ?? 0) - withdrawn + found.length,
  }),
  decide: { RecordDetections: record },
}

function record({ type: _, ...judged }: RecordDetections, before: RecordedDetections, { now }: Context): readonly DetectionEvent[] {
  const isOther = before !== undefined && before.basis !== judged.basis
  if (before && !isOther && judged.until <= before.until) return []
  const expected = before && !isOther ? before.count : 0
  // Judged from a state that is not the recorded one any more: the next round judges again.
  if (judged.found.some(({ number }, index) => number !== expected + index + 1)) return []
  const isQuiet = judged.found.length === 0 && judged.ended.length === 0
  if (isQuiet && before && !isOther && dayOfDate(judged.until) - dayOfDate(before.until) < daysUntilAgain) return []
  return [{ type: 'leakage.DetectionsRecorded', data: { ...judged, withdrawn: isOther ? before.count : 0, at: now } }]
}
