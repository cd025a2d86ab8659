import type { Detection } from '@nightflow/schemas/leakage/detection'

const day = 86_400_000
const hoursPerDay = 24

/** A leak that is known: epoch milliseconds, and the flow at its peak in litres an hour. An incipient leak grows with the square of time up to its peak. */
export type TrueLeak = { name: string; area: string; start: number; end: number; peak: number; isAbrupt: boolean; litresPerHour: number }
type Scored = Pick<Detection, 'kind' | 'startedAt' | 'detectedAt' | 'flowLitresPerHour'>

export const flowOf = ({ start, end, peak, isAbrupt, litresPerHour }: TrueLeak, at: number): number => {
  if (at < start || at > end) return 0
  return isAbrupt || at >= peak ? litresPerHour : litresPerHour * ((at - start) / (peak - start)) ** 2
}

export type Score = {
  found: number
  leaks: number
  foundAll: number
  leaksAll: number
  falseAlarms: number
  falseAlarmsPerMonth: number
  repeats: number
  medianDelayAbruptDays: number | null
  medianDelayFromVisibleDays: number | null
  sizeError: number | null
}

/** A leak of at least this share of the mean inflow counts, and from the other one on it is visible. */
const leastShare = 0.05
const visibleShare = 0.025

/**
 * Scores detections against known leaks. A detection is of the leak that gained most flow between three days before its start and its detection: at
 * least a quarter of the leak's flow or of its own. A leak is found once; a further detection of a leak that still gains is a repeat; the rest is false.
 */
export const scoreDetections = (detections: readonly Scored[], leaks: readonly TrueLeak[], meanLitresPerHour: number): Score => {
  const { hits, falseAlarms, repeats, from, to } = matchDetections(detections, leaks)
  const large = leaks.filter(({ litresPerHour }) => litresPerHour >= leastShare * meanLitresPerHour)
  const delay = delaysOf(hits)
  return {
    found: large.filter((leak) => hits.has(leak)).length,
    leaks: large.length,
    foundAll: hits.size,
    leaksAll: leaks.length,
    falseAlarms,
    falseAlarmsPerMonth: falseAlarms / ((to - from) / day / 30.4375),
    repeats,
    medianDelayAbruptDays: medianOf(large.filter(({ isAbrupt }) => isAbrupt).map((leak) => delay(leak, leak.start))),
    medianDelayFromVisibleDays: medianOf(large.map((leak) => delay(leak, visibleFrom(leak, visibleShare * meanLitresPerHour)))),
    sizeError: medianOf(large.flatMap((leak) => errorOf(leak, hits.get(leak)))),
  }
}

/** Bounds of the sizes of a curve, as shares of the mean inflow. */
const sizes = [0, 0.05, 0.12, 1] as const

/** How many leaks of a size are found, how late after they are visible, and with what error. */
export const scoreBySize = (detections: readonly Scored[], leaks: readonly TrueLeak[], meanLitresPerHour: number) => {
  const { hits } = matchDetections(detections, leaks)
  const delay = delaysOf(hits)
  return sizes.slice(1).map((upTo, place) => {
    const from = sizes[place]!
    const those = leaks.filter(({ litresPerHour }) => litresPerHour >= from * meanLitresPerHour && litresPerHour < upTo * meanLitresPerHour)
    return {
      fromShare: from,
      leaks: those.length,
      found: those.filter((leak) => hits.has(leak)).length,
      medianDelayFromVisibleDays: medianOf(those.map((leak) => delay(leak, visibleFrom(leak, visibleShare * meanLitresPerHour)))),
      sizeError: medianOf(those.flatMap((leak) => errorOf(leak, hits.get(leak)))),
    }
  })
}

const delaysOf =
  (hits: ReadonlyMap<TrueLeak, Scored>) =>
  (leak: TrueLeak, since: number): number => {
    const hit = hits.get(leak)
    return hit ? Math.max(0, Date.parse(hit.detectedAt) - since) / day : Number.POSITIVE_INFINITY
  }

const errorOf = (leak: TrueLeak, hit: Scored | undefined): number[] =>
  hit ? [Math.abs(hit.flowLitresPerHour - flowOf(leak, Math.min(Date.parse(hit.detectedAt), leak.end))) / leak.litresPerHour] : []

const matchDetections = (detections: readonly Scored[], leaks: readonly TrueLeak[]) => {
  const from = Math.min(...leaks.map(({ start }) => start))
  const to = Math.max(...leaks.map(({ end }) => end))
  const judged = detections
    .filter(({ kind, detectedAt }) => kind !== 'anomaly' && Date.parse(detectedAt) >= from && Date.parse(detectedAt) <= to + 2 * day)
    .sort((one, other) => Date.parse(one.detectedAt) - Date.parse(other.detectedAt))
  const hits = new Map<TrueLeak, Scored>()
  let falseAlarms = 0
  let repeats = 0
  for (const detection of judged) {
    const gains = gainsDuring(detection, leaks)
    const fresh = gains.filter(({ leak }) => !hits.has(leak))
    if (fresh.length > 0) hits.set(fresh.reduce((one, other) => (other.gain > one.gain ? other : one)).leak, detection)
    else if (gains.length > 0) repeats += 1
    else falseAlarms += 1
  }
  return { hits, falseAlarms, repeats, from, to }
}

const gainsDuring = (
  { startedAt, detectedAt, flowLitresPerHour }: Scored,
  leaks: readonly TrueLeak[],
): { leak: TrueLeak; gain: number }[] => {
  const before = Date.parse(startedAt) - 3 * day
  const detected = Date.parse(detectedAt)
  return leaks
    .filter(({ start, end }) => start < detected && end > before)
    .map((leak) => ({ leak, gain: flowOf(leak, Math.min(detected, leak.end)) - flowOf(leak, before) }))
    .filter(({ leak, gain }) => gain > 0 && gain >= 0.25 * Math.min(leak.litresPerHour, flowLitresPerHour))
}

const visibleFrom = ({ start, peak, isAbrupt, litresPerHour }: TrueLeak, visible: number): number =>
  isAbrupt ? start : start + (peak - start) * Math.sqrt(Math.min(visible, litresPerHour) / litresPerHour)

/** Infinite, that is missed, is null. */
const medianOf = (values: readonly number[]): number | null => {
  const sorted = [...values].sort((one, other) => one - other)
  const middle = ((sorted[(sorted.length - 1) >> 1] ?? Number.NaN) + (sorted[sorted.length >> 1] ?? Number.NaN)) / 2
  return Number.isFinite(middle) ? middle : null
}

/** How many leaks the same detections find when they are shifted in time at random, the mean of some shifts: the level of chance. */
export const foundByChance = (
  detections: readonly Scored[],
  leaks: readonly TrueLeak[],
  meanLitresPerHour: number,
  shifts = 40,
): number => {
  const days = 365
  let found = 0
  for (let shift = 1; shift <= shifts; shift++) {
    // Steps of the golden ratio cover the year evenly, and the same in each run.
    const by = Math.floor(((shift * 0.618_034) % 1) * days) * hoursPerDay * 3_600_000
    found += scoreDetections(
      detections.map((detection) => shifted(detection, by, days * day)),
      leaks,
      meanLitresPerHour,
    ).found
  }
  return found / shifts
}

const shifted = (detection: Scored, by: number, around: number): Scored => {
  const detected = Date.parse(detection.detectedAt)
  const year = Date.UTC(new Date(detected).getUTCFullYear(), 0, 1)
  const moved = year + ((detected - year + by) % around) - detected
  const at = (instant: string) => new Date(Date.parse(instant) + moved).toISOString()
  return { ...detection, startedAt: at(detection.startedAt), detectedAt: at(detection.detectedAt) }
}
