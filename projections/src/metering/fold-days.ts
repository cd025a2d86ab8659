import type { NeighbourDay } from '@nightflow/domain/metering/day-readings'
import { type DayVolumes, volumesOfDay } from '@nightflow/domain/metering/day-volumes'
import type { ReadingColumns } from '@nightflow/domain/metering/reading-columns'
import { type FrameRank, manualSource, type ReadingSource, rankOfFrame } from '@nightflow/domain/metering/reading-source'
import { resolveReadings, withoutSource } from '@nightflow/domain/metering/resolve-readings'
import type { ReverseFigures } from '@nightflow/domain/metering/reverse-volumes'
import type { FrameMemory } from '@nightflow/domain/metering/unpack-frame'
import type { ReadingCorrected } from '@nightflow/schemas/metering/correct-reading'
import type { ReadingsReported } from '@nightflow/schemas/metering/report-readings'
import type { DayChange, DayFigures } from '../projector/projection.ts'
import { appendReadings, mergeReadings, type Segment } from './merge-readings.ts'
import { type MeterDay, newDay, readingsOf, volumesOf } from './meter-day.ts'
import { addDay, findDay, isDayOfReplacement, type Meter } from './meter-registry.ts'

/** The sender of a frame, and the rank of its readings. An import names no gateway: a day keeps the names of gateways alone. */
export type FrameOrigin = { gateway: string; rank: FrameRank }

export const originOf = (data: ReadingsReported): FrameOrigin => ({
  gateway: data.importId === undefined ? data.gateway : '',
  rank: rankOfFrame(data),
})

/**
 * Sorts a frame's readings to their meters' days, as runs of successive rows (rows of a frame are ordered by meter and time).
 * Returns the numbers that are not registered. `touched` gathers the meters that have something pending.
 */
export const gatherFrame = (
  columns: ReadingColumns,
  origin: FrameOrigin,
  meterOf: (number: string) => Meter | undefined,
  touched: Set<Meter>,
): string[] => {
  const unclaimed: string[] = []
  const { meterIndex, meters, count } = columns
  let row = 0
  while (row < count) {
    const index = meterIndex[row]!
    let end = row + 1
    while (end < count && meterIndex[end] === index) end++
    const meter = meterOf(meters[index]!)
    if (meter) {
      touched.add(meter)
      gatherRun(columns, origin, meter, row, end)
    } else unclaimed.push(meters[index]!)
    row = end
  }
  return unclaimed
}

/** Registers that people state: corrections, and readings at the meter. Both rank as manual, each by its own id. */
export const statedRegisterTypes = ['metering.ReadingCorrected', 'metering.ManualReadingTaken'] as const

export const isStatedRegister = (type: string): boolean => statedRegisterTypes.some((each) => each === type)

type StatedRegister = Pick<ReadingCorrected, 'number' | 'at' | 'litres'> & { correctionId?: string; readingId?: string }

/** Puts a register that a person stated among what is pending. */
export const gatherCorrection = (
  { number, at, litres, correctionId, readingId }: StatedRegister,
  meterOf: (number: string) => Meter | undefined,
  touched: Set<Meter>,
): void => {
  const columns: ReadingColumns = {
    count: 1,
    meters: [number],
    meterIndex: new Uint32Array(1),
    at: Float64Array.of(Date.parse(at)),
    registerMillilitres: Float64Array.of(Math.round(litres * 1000)),
  }
  const source = manualSource((correctionId ?? readingId)!)
  gatherFrame(columns, { gateway: '', rank: { source, late: source, freshFrom: Number.NEGATIVE_INFINITY } }, meterOf, touched)
}

const gatherRun = (columns: ReadingColumns, { gateway, rank }: FrameOrigin, meter: Meter, start: number, end: number): void => {
  const { at } = columns
  let from = start
  while (from < end) {
    const day = meter.calendar.dayOf(at[from]!)
    const dayEnd = meter.calendar.startOf(day + 1)
    const isLate = at[from]! < rank.freshFrom
    const until = isLate ? Math.min(dayEnd, rank.freshFrom) : dayEnd
    let to = from + 1
    while (to < end && at[to]! < until) to++
    meter.pending = { columns, from, to, source: isLate ? rank.late : rank.source, day, gateway, before: meter.pending }
    from = to
  }
}

/** Changes of a batch beside its frames. `settled` is awaited before anything is read. */
export type Changed = {
  replaced?: ReadonlySet<Meter>
  withdrawn?: { source: ReadingSource; meters: ReadonlySet<Meter> }
  settled?: () => Promise<void>
}

type PendingDay = { day: number; gateway: string; segments: Segment[] }

/** Pending readings by day. */
const takePending = (meter: Meter): PendingDay[] => {
  const pending: PendingDay[] = []
  for (let run = meter.pending; run; run = run.before) {
    const { day, gateway } = run
    const known = pending.find((one) => one.day === day)
    if (known) {
      known.segments.push(run)
      if (gateway > known.gateway) known.gateway = gateway
    } else pending.push({ day, gateway, segments: [run] })
  }
  meter.pending = undefined
  // They were chained backwards; most days come in the order of their time, which is the quickest to merge.
  for (const { segments } of pending) segments.reverse()
  return pending.reverse()
}

type Tell = (change: DayChange) => void

/**
 * Folds what is pending into a meter's days and computes anew the volumes of every day that may come out differently: the day itself
 * and the days beside it, since an interval between two readings may cross midnight. Answers the days whose rows are to be written, awake;
 * the changes of hours are passed on.
 */
export const foldMeter = (meter: Meter, tell: Tell, memory?: FrameMemory): MeterDay[] => {
  const rows: MeterDay[] = []
  const merged: number[] = []
  /** Days whose beginning may have changed: the day before them may end differently. */
  const rebegun: number[] = []
  for (const pending of takePending(meter)) {
    const { day } = pending
    if (!mergeDay(meter, pending, memory)) rebegun.push(day)
    merged.push(day)
    meter.lastDay = Math.max(meter.lastDay ?? day, day)
  }

  const { days } = meter
  for (let place = 0; place < days.length; place++) {
    const isMerged = merged.includes(days[place]!.day)
    const isBeforeRebegun = place + 1 < days.length && rebegun.includes(days[place + 1]!.day)
    const isAfterMerged = place > 0 && merged.includes(days[place - 1]!.day)
    if ((isMerged || isBeforeRebegun || isAfterMerged) && recompute(meter, place, isMerged, tell, memory)) rows.push(days[place]!)
  }
  return rows
}

/** Adds what is pending to a day; answers whether it only follows what the day had. */
const mergeDay = (meter: Meter, { day, gateway, segments }: PendingDay, memory?: FrameMemory): boolean => {
  const existing = findDay(meter, day)
  if (!existing) {
    addDay(meter, newDay(day, mergeReadings(segments, memory), gateway))
    return false
  }
  const readings = readingsOf(existing, memory)
  const appended = appendReadings(readings, segments)
  const isAppended = appended !== undefined || comesAfter(segments, readings)
  existing.readings = appended ?? mergeReadings([{ columns: readings, from: 0, to: readings.count }, ...segments], memory)
  if (gateway > existing.gateway) existing.gateway = gateway
  return isAppended
}

/** Computes every cached day anew, for a meter whose rules changed; returns those whose rows changed. All its days must be cached. */
export const recomputeMeter = (meter: Meter, tell: Tell, memory?: FrameMemory): MeterDay[] =>
  meter.days.filter((_, place) => recompute(meter, place, false, tell, memory))

/** The days of a meter after a withdrawal: those to write, awake, and those that hold no reading any more. */
export type WithdrawnDays = { changed: ReadonlySet<MeterDay>; gone: readonly MeterDay[] }

/** Removes the readings of a source from a meter's days. All its days must be cached. */
export const withdrawFromMeter = (meter: Meter, source: ReadingSource, tell: Tell, memory?: FrameMemory): WithdrawnDays => {
  const changed = new Set<MeterDay>()
  const gone: MeterDay[] = []
  for (const day of meter.days) {
    const readings = readingsOf(day, memory)
    const kept = withoutSource(readings, source)
    if (kept === readings) continue
    if (kept.count === 0 && !isDayOfReplacement(meter, day.day)) gone.push(day)
    else changed.add(day)
    day.readings = kept
  }
  meter.days = meter.days.filter((day) => !gone.includes(day))
  meter.lastDay = meter.days.at(-1)?.day ?? null
  const { calendar } = meter
  for (const state of gone) {
    const { day } = state
    const before = volumesOf(state, calendar.slotsOf(day))
    if (before) tellMeasured(meter, day, before, undefined, tell)
  }
  meter.days.forEach((day, index) => {
    if (recompute(meter, index, changed.has(day), tell, memory)) changed.add(day)
  })
  return { changed, gone }
}

/** Answers whether the day's row is to be written. */
const recompute = (meter: Meter, place: number, isMerged: boolean, tell: Tell, memory?: FrameMemory): boolean => {
  const { calendar, days, rules } = meter
  const state = days[place]!
  const { day } = state
  const before = volumesOf(state, calendar.slotsOf(day))
  const readings = resolveReadings(readingsOf(state, memory))
  const after = volumesOfDay(calendar, day, readings, rules, neighbour(days[place - 1], memory), neighbour(days[place + 1], memory))
  state.volumes = after
  const hasMoved = before === undefined || !sameFigures(before, after)
  if (hasMoved) tellMeasured(meter, day, before, after, tell)
  return isMerged || hasMoved || before.measuredMillilitres !== after.measuredMillilitres || !sameFlags(before.flags, after.flags)
}

/** The measured volume of a day moves the one that counts, unless a person stated the day. */
const tellMeasured = (meter: Meter, day: number, before: DayFigures | undefined, after: DayFigures | undefined, tell: Tell): void => {
  const stated = meter.stated?.get(day)
  const heard = after ? (before ? 0 : 1) : -1
  if (!stated) tell(changeOf(meter, day, before, after, heard))
  else if (heard !== 0) tell(changeOf(meter, day, stated, stated, heard))
}

export const changeOf = (
  { place, tenant, number, calendar: { timeZone } }: Meter,
  day: number,
  before: DayFigures | undefined,
  after: DayFigures | undefined,
  heard: DayChange['heard'] = 0,
): DayChange => ({ place, tenant, number, timeZone, day, before, after, heard })

const neighbour = (day: MeterDay | undefined, memory?: FrameMemory): NeighbourDay | undefined =>
  day && { day: day.day, readings: resolveReadings(readingsOf(day, memory)) }

/** True when the new rows only follow the old ones and bring no kind of column that the old ones lack. */
const comesAfter = (segments: readonly { columns: ReadingColumns; from: number }[], existing: ReadingColumns): boolean => {
  if (existing.count === 0) return false
  const last = existing.at[existing.count - 1]!
  return segments.every(
    ({ columns, from }) =>
      columns.at[from]! > last &&
      (!columns.registerMillilitres || existing.registerMillilitres !== undefined) &&
      (!columns.deltaMillilitres || existing.deltaMillilitres !== undefined) &&
      (!columns.reverseMillilitres || existing.reverseMillilitres !== undefined),
  )
}

type Figures = ReverseFigures & Pick<DayVolumes, 'reverse'>

const sameFigures = (a: Figures, b: Figures): boolean => {
  if (!Object.is(a.dayMillilitres, b.dayMillilitres) || a.sharedHours !== b.sharedHours) return false
  for (let slot = 0; slot < a.hours.length; slot++) if (!Object.is(a.hours[slot], b.hours[slot])) return false
  return a.reverse === b.reverse || (a.reverse !== undefined && b.reverse !== undefined && sameFigures(a.reverse, b.reverse))
}

const sameFlags = (a: ReadonlySet<string>, b: ReadonlySet<string>): boolean => a.size === b.size && [...a].every((word) => b.has(word))
