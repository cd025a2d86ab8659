import type { Detection, DetectionReason } from '@nightflow/schemas/leakage/detection'
import { type DayNumber, hourMilliseconds, type ZoneCalendar } from '../../shared/local-time.ts'
import { type FoundChange, type Judged, judgeDays, type ZoneHours } from './judge-days.ts'

/** State of a metering point after a day: all that later verdicts need. */
export type Detected = Judged & {
  /** How many detections there were, and those that have not ended. */
  count: number
  open: readonly Pick<Detection, 'number' | 'kind' | 'flowLitresPerHour' | 'detectedAt'>[]
}

/** 1900-01-01: the first day that a date of the service can be. */
const firstOfAllDays: DayNumber = -25_567

export const nothingDetected: Detected = { baseFrom: firstOfAllDays, count: 0, open: [] }

/** So many open detections are kept, the latest: a flow that rises for years has more alarms than a repair can end. */
export const openDetectionsMax = 50

export type Detections = { found: Detection[]; ended: { number: number; endedAt: string }[]; after: Detected }

/** Within so many days after an alarm of a growing leak a further rise is of the same leak. */
const growsOnDays = 28
/** A fall ends an open detection if it is at least this share of its flow. */
const leastEndedShare = 0.4
/** Quantile of the normal distribution for an interval of 90 %. */
const deviationsOf90 = 1.645

/**
 * The detections of the days from `from` to before `until`, and the ends of those that were open. Each is as the end of its day knew it, and the days can be
 * divided in any way.
 */
export const detectLeaks = (
  calendar: ZoneCalendar,
  hours: ZoneHours,
  { from, until, before }: { from: DayNumber; until: DayNumber; before: Detected },
): Detections => {
  const found: Detection[] = []
  const ended: Detections['ended'] = []
  let after = before
  for (const change of judgeDays(hours, { from, until, judged: before })) {
    const judged = { baseFrom: change.baseFrom }
    const fallen = change.change.rise < 0 ? endedBy(change, after.open) : undefined
    if (fallen) {
      ended.push({ number: fallen.number, endedAt: instantOf(calendar, change) })
      after = { ...after, ...judged, open: after.open.filter(({ number }) => number !== fallen.number) }
      continue
    }
    const detection = detectionOf(calendar, change, after)
    found.push(detection)
    const open = detection.kind === 'anomaly' ? after.open : [...after.open, detection].slice(-openDetectionsMax)
    after = { ...judged, count: after.count + 1, open }
  }
  const endOf = new Map(ended.map(({ number, endedAt }) => [number, endedAt]))
  return { found: found.map((one) => ({ ...one, endedAt: endOf.get(one.number) ?? null })), ended, after }
}

/** The open detection whose flow is nearest to what the flow fell by. */
const endedBy = ({ change: { rise } }: FoundChange, open: Detected['open']): Detected['open'][number] | undefined => {
  const distance = ({ flowLitresPerHour }: Detected['open'][number]) => Math.abs(flowLitresPerHour + rise)
  const nearest = open.reduce<Detected['open'][number] | undefined>(
    (one, other) => (one && distance(one) <= distance(other) ? one : other),
    undefined,
  )
  return nearest && -rise >= leastEndedShare * nearest.flowLitresPerHour ? nearest : undefined
}

const instantOf = (calendar: ZoneCalendar, { onsetDay, change: { onsetHour } }: FoundChange): string =>
  new Date(calendar.startOf(onsetDay) + onsetHour * hourMilliseconds).toISOString()

const detectionOf = (calendar: ZoneCalendar, found: FoundChange, { count, open }: Detected): Detection => {
  const { change, day, onsetDay } = found
  const kind = change.rise < 0 ? 'anomaly' : change.test === 'growth' ? 'growth' : 'step'
  const detectedAt = calendar.startOf(day + 1)
  const earliest = calendar.startOf(onsetDay + change.onsetEarliest - change.onset - 1)
  const latest = Math.min(detectedAt, calendar.startOf(onsetDay + change.onsetLatest - change.onset + 1))
  const continued = kind === 'anomaly' ? undefined : continuedBy(kind, detectedAt, open)
  const margin = deviationsOf90 * change.deviation
  return {
    number: count + 1,
    kind,
    startedAt: instantOf(calendar, found),
    startedEarliest: new Date(earliest).toISOString(),
    startedLatest: new Date(latest).toISOString(),
    detectedAt: new Date(detectedAt).toISOString(),
    flowLitresPerHour: rounded(change.rise),
    flowLow: rounded(change.rise - margin),
    flowHigh: rounded(change.rise + margin),
    endedAt: null,
    continues: continued?.number ?? null,
    explanation: reasonsOf(found, continued?.number),
  }
}

/** The latest open detection, if it grows, or the new one does, and its alarm was not long ago. */
const continuedBy = (kind: Detection['kind'], detectedAt: number, open: Detected['open']): Detected['open'][number] | undefined => {
  const last = open.at(-1)
  if (!last || (kind !== 'growth' && last.kind !== 'growth')) return undefined
  return detectedAt - Date.parse(last.detectedAt) <= growsOnDays * 24 * hourMilliseconds ? last : undefined
}

const reasonsOf = (found: FoundChange, continues: number | undefined): DetectionReason[] => {
  const { change, meanFlow, variationSaved, isIntermittent, day, onsetDay } = found
  const score = rounded(change.score)
  const first: DetectionReason =
    change.rise < 0
      ? { code: 'level-fell', value: score }
      : change.test === 'within-day'
        ? { code: 'rose-within-day', value: change.onsetHour }
        : change.test === 'growth'
          ? { code: 'rises-daily', value: day - onsetDay + 1 }
          : change.test === 'second-opinion'
            ? { code: 'change-probable', value: rounded(change.probability ?? 0) }
            : { code: 'level-rose', value: score }
  return [
    first,
    { code: 'share-of-inflow', value: rounded(Math.abs(change.rise) / meanFlow) },
    ...(variationSaved === null ? [] : [{ code: 'customers-subtracted' as const, value: rounded(variationSaved) }]),
    ...(isIntermittent ? [{ code: 'tank-filling' as const, value: rounded(found.stoppedShare) }] : []),
    ...reasonOfPressure(found.pressureChange),
    ...(continues === undefined ? [] : [{ code: 'grows-further' as const, value: continues }]),
  ]
}

const reasonOfPressure = (change: number | null): DetectionReason[] =>
  change === null ? [] : [{ code: change < 0 ? 'pressure-fell' : 'pressure-rose', value: rounded(Math.abs(change)) }]

const rounded = (value: number): number => Math.round(value * 1000) / 1000
