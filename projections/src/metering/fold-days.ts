import type { NeighbourDay } from '@nightflow/domain/metering/day-readings'
import { volumesOfDay } from '@nightflow/domain/metering/day-volumes'
import type { ReadingColumns } from '@nightflow/domain/metering/reading-columns'
import type { DayChange, DayFigures } from '../shared/projection.ts'
import { appendReadings, mergeReadings, type Segment } from './merge-readings.ts'
import type { Meter, MeterDay } from './meter-registry.ts'

/**
 * Sorts a frame's readings to their meters' days, as runs of successive rows (rows of a frame are ordered by meter and time).
 * Answers the numbers that nobody registered. `touched` gathers the meters that have something pending.
 */
export const gatherFrame = (
  columns: ReadingColumns,
  gateway: string,
  meterOf: (number: string) => Meter | undefined,
  touched: Set<Meter>,
): string[] => {
  const unclaimed: string[] = []
  const { at, meterIndex, meters, count } = columns
  let row = 0
  while (row < count) {
    const index = meterIndex[row]!
    let end = row + 1
    while (end < count && meterIndex[end] === index) end++
    const meter = meterOf(meters[index]!)
    if (meter) {
      touched.add(meter)
      gatherRun(columns, gateway, meter, row, end, at)
    } else unclaimed.push(meters[index]!)
    row = end
  }
  return unclaimed
}

const gatherRun = (columns: ReadingColumns, gateway: string, meter: Meter, start: number, end: number, at: Float64Array): void => {
  let from = start
  while (from < end) {
    const day = meter.calendar.dayOf(at[from]!)
    const dayEnd = meter.calendar.startOf(day + 1)
    let to = from + 1
    while (to < end && at[to]! < dayEnd) to++
    const pending = meter.pending.get(day)
    if (pending) {
      pending.segments.push({ columns, from, to })
      if (gateway > pending.gateway) pending.gateway = gateway
    } else meter.pending.set(day, { segments: [{ columns, from, to }], gateway })
    from = to
  }
}

/** What the fold changed: rows to write, and how the hours moved. */
export type FoldedDays = { rows: { meter: Meter; day: MeterDay }[]; changes: DayChange[] }

/**
 * Folds what is pending into the meters' days and computes anew the volumes of every day that may come out differently: the day itself
 * and the days beside it, since an interval between two readings may cross midnight.
 */
export const foldPending = (touched: Iterable<Meter>): FoldedDays => {
  const folded: FoldedDays = { rows: [], changes: [] }
  for (const meter of touched) foldMeter(meter, folded)
  return folded
}

const foldMeter = (meter: Meter, folded: FoldedDays): void => {
  const merged: number[] = []
  /** Days whose beginning may have changed: the day before them may end differently. */
  const rebegun: number[] = []
  for (const [day, { segments, gateway }] of meter.pending) {
    if (!mergeDay(meter, day, segments, gateway)) rebegun.push(day)
    merged.push(day)
    meter.lastDay = Math.max(meter.lastDay ?? day, day)
  }
  meter.pending.clear()

  const order = daysInOrder(meter)
  for (let place = 0; place < order.length; place++) {
    const isMerged = merged.includes(order[place]!)
    const isBeforeRebegun = place + 1 < order.length && rebegun.includes(order[place + 1]!)
    const isAfterMerged = place > 0 && merged.includes(order[place - 1]!)
    if (isMerged || isBeforeRebegun || isAfterMerged) recompute(meter, order, place, isMerged, folded)
  }
}

/** Adds segments to a day; answers whether they only follow what the day had. */
const mergeDay = (meter: Meter, day: number, segments: Segment[], gateway: string): boolean => {
  const existing = meter.days.get(day)
  if (!existing) {
    meter.days.set(day, { day, readings: mergeReadings(segments), volumes: undefined, gateway, isStored: false })
    return false
  }
  const appended = appendReadings(existing.readings, segments)
  const isAppended = appended !== undefined || comesAfter(segments, existing.readings)
  existing.readings = appended ?? mergeReadings([{ columns: existing.readings, from: 0, to: existing.readings.count }, ...segments])
  if (gateway > existing.gateway) existing.gateway = gateway
  return isAppended
}

const daysInOrder = (meter: Meter): number[] => {
  const order = [...meter.days.keys()]
  return order.length < 2 || order.every((day, place) => place === 0 || order[place - 1]! < day) ? order : order.sort((a, b) => a - b)
}

/** Computes every day at hand anew, for a meter whose rules changed. All its days must be at hand. */
export const recomputeMeter = (meter: Meter, folded: FoldedDays): void => {
  const order = daysInOrder(meter)
  for (let place = 0; place < order.length; place++) recompute(meter, order, place, false, folded)
}

const recompute = (meter: Meter, order: readonly number[], place: number, isMerged: boolean, folded: FoldedDays): void => {
  const state = meter.days.get(order[place]!)!
  const before = state.volumes
  const after = volumesOfDay(
    meter.calendar,
    state.day,
    state.readings,
    meter.rules,
    neighbour(meter, order[place - 1]),
    neighbour(meter, order[place + 1]),
  )
  state.volumes = after
  const hasMoved = before === undefined || !sameFigures(before, after)
  if (hasMoved) {
    const { tenant, number, calendar } = meter
    folded.changes.push({ tenant, number, timeZone: calendar.timeZone, day: state.day, before, after })
  }
  if (isMerged || hasMoved || before.measuredMillilitres !== after.measuredMillilitres || !sameFlags(before.flags, after.flags))
    folded.rows.push({ meter, day: state })
}

const neighbour = (meter: Meter, day: number | undefined): NeighbourDay | undefined =>
  day === undefined ? undefined : { day, readings: meter.days.get(day)!.readings }

/** True when the new rows only follow the old ones and bring no kind of column that the old ones lack. */
const comesAfter = (segments: readonly { columns: ReadingColumns; from: number }[], existing: ReadingColumns): boolean => {
  if (existing.count === 0) return false
  const last = existing.at[existing.count - 1]!
  return segments.every(
    ({ columns, from }) =>
      columns.at[from]! > last &&
      (!columns.registerMillilitres || existing.registerMillilitres !== undefined) &&
      (!columns.deltaMillilitres || existing.deltaMillilitres !== undefined),
  )
}

const sameFigures = (a: DayFigures, b: DayFigures): boolean => {
  if (!Object.is(a.dayMillilitres, b.dayMillilitres)) return false
  for (let slot = 0; slot < a.hours.length; slot++) if (!Object.is(a.hours[slot], b.hours[slot])) return false
  return true
}

const sameFlags = (a: ReadonlySet<string>, b: ReadonlySet<string>): boolean => a.size === b.size && [...a].every((word) => b.has(word))
