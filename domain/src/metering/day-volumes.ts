import type { DayFlag } from '@nightflow/schemas/metering/readings'
import { type DayNumber, hourMilliseconds, type ZoneCalendar } from '../shared/local-time.ts'
import type { VolumeRules } from './volume-rules.ts'

/** The readings of one meter and local day, sorted by time, one per instant. NaN means absent. */
export type DayReadings = {
  count: number
  at: Float64Array
  registerMillilitres?: Float64Array
  deltaMillilitres?: Float64Array
  deltaSeconds?: Float64Array
}

/** A day of readings beside the one that is computed: the nearest one that exists before or after it. */
export type NeighbourDay = { day: DayNumber; readings: DayReadings }

export type DayVolumes = {
  /** Millilitres per hour slot; NaN where unknown or where the meter was not in service. */
  hours: Float64Array
  knownHours: number
  /** All water that was counted and falls into, or ends in, this day: sums over days equal the register's own difference. */
  measuredMillilitres: number
  /** The day's volume; NaN when part of the day is not covered by readings. */
  dayMillilitres: number
  flags: ReadonlySet<DayFlag>
}

type Point = { at: number; register: number }

/** What a pair of registers says: how much water, whether it counts at all, and whether one may say in which hour it flowed. */
type Judgement = { volume: number; flag?: DayFlag; counts: boolean; hoursAreKnown: boolean }

/**
 * How two successive registers are judged. The rules look at nothing but the two, so that arrival order cannot matter.
 *
 * - Forward: water, unless it is more than the meter can pass in that time (`implausible-jump`, counts nowhere).
 * - Back by no more than the tolerance: noise, counted with its sign (`backflow-noise`).
 * - Back across the register's end: `rollover`.
 * - Back by more (`step-back`): never consumption of an hour. If the meter could have run back that far in that time, the step stays in
 *   the volume of the day, with its sign: the register climbs over the same litres again, and they must not count twice. If it could
 *   not, or nobody stated what the meter can pass, it is another register that speaks, and the step counts nowhere.
 */
export const judgeRegisters = (earlier: Point, later: Point, rules: VolumeRules): Judgement => {
  const step = later.register - earlier.register
  const elapsedHours = (later.at - earlier.at) / hourMilliseconds
  // The tolerance also forgives registers that are sent rounded: two readings a second apart may differ by one unit.
  const most =
    rules.maximumFlowMillilitresPerHour === null
      ? Number.POSITIVE_INFINITY
      : rules.maximumFlowMillilitresPerHour * elapsedHours + rules.backflowToleranceMillilitres
  if (step >= 0) {
    if (step > most) return { volume: 0, flag: 'implausible-jump', counts: false, hoursAreKnown: false }
    return { volume: step, counts: true, hoursAreKnown: true }
  }
  if (-step <= rules.backflowToleranceMillilitres) return { volume: step, flag: 'backflow-noise', counts: true, hoursAreKnown: true }
  const width = rules.registerWidthMillilitres
  if (width !== null) {
    const wrapped = step + width
    // Only a register that was in its last tenth and is in its first tenth has rolled over; elsewhere it stepped back.
    const nearTheEnd = earlier.register > 0.9 * width && later.register < 0.1 * width
    if (wrapped >= 0 && nearTheEnd && wrapped <= most) return { volume: wrapped, flag: 'rollover', counts: true, hoursAreKnown: true }
  }
  const couldRunBack = Number.isFinite(most) && -step <= most
  return { volume: couldRunBack ? step : 0, flag: 'step-back', counts: couldRunBack, hoursAreKnown: false }
}

/**
 * Volumes of one meter and local day by linear interpolation of the register at the hour marks of its zone.
 *
 * - Registers: each pair of successive readings is an interval. Up to the meter's longest gap it is spread over the hours it covers;
 *   a longer one leaves its hours unknown (flag `gap`), but its volume still counts in `measuredMillilitres` and, when its ends lie in
 *   the same or in adjacent days, in `dayMillilitres`. A pair that cannot be water counts as `judgeRegisters` says.
 * - Interval readings count as they are, for the hours that registers leave unknown. One that begins before its predecessor ended is an
 *   `overlap` and does not count.
 * - An hour is known when all of it (of its part in service) is covered. Absent is unknown, never zero.
 *
 * A pure function of the three days given: equal readings give equal volumes, whatever order they came in.
 */
export const volumesOfDay = (
  calendar: ZoneCalendar,
  day: DayNumber,
  readings: DayReadings,
  rules: VolumeRules,
  previous: NeighbourDay | undefined,
  next: NeighbourDay | undefined,
): DayVolumes => {
  const start = calendar.startOf(day)
  const end = calendar.startOf(day + 1)
  const slots = calendar.slotsOf(day)
  const flags = new Set<DayFlag>()

  const registers = createTrack(start, end, slots)
  const isMetered = countRegisters(registers, calendar, day, readings, rules, previous, next, flags)
  const intervals = readings.deltaMillilitres || next?.readings.deltaMillilitres ? createTrack(start, end, slots) : undefined
  if (intervals) countIntervals(intervals, calendar, day, readings, rules, previous, next, flags)

  const hours = new Float64Array(slots).fill(Number.NaN)
  let knownHours = 0
  let knownVolume = 0
  let hoursInService = 0
  for (let slot = 0; slot < slots; slot++) {
    const slotStart = start + slot * hourMilliseconds
    const expected = inService(rules, slotStart, Math.min(slotStart + hourMilliseconds, end))
    if (expected <= 0) continue
    hoursInService++
    if (registers.covered[slot]! >= expected) hours[slot] = registers.volumes[slot]!
    else if (intervals && intervals.covered[slot]! >= expected) hours[slot] = intervals.volumes[slot]!
    else continue
    knownHours++
    knownVolume += hours[slot]!
  }

  const expected = inService(rules, start, end)
  let dayMillilitres = Number.NaN
  if (expected > 0 && registers.dayCovered >= expected) dayMillilitres = registers.dayVolume
  else if (expected > 0 && intervals && intervals.dayCovered >= expected) dayMillilitres = intervals.dayVolume
  else if (knownHours > 0 && knownHours === hoursInService) dayMillilitres = knownVolume

  const measured = isMetered ? registers.measured : (intervals?.measured ?? 0)
  return { hours, knownHours, measuredMillilitres: measured, dayMillilitres, flags }
}

/** Milliseconds of [from, to) in which the meter is in service. */
const inService = (rules: VolumeRules, from: number, to: number): number =>
  Math.max(0, Math.min(to, rules.activeUntil) - Math.max(from, rules.activeFrom))

/** Where volumes gather: per slot and for the day, with how much of each is covered. */
type Track = {
  start: number
  end: number
  volumes: Float64Array
  covered: Float64Array
  dayVolume: number
  dayCovered: number
  measured: number
}

const createTrack = (start: number, end: number, slots: number): Track => ({
  start,
  end,
  volumes: new Float64Array(slots),
  covered: new Float64Array(slots),
  dayVolume: 0,
  dayCovered: 0,
  measured: 0,
})

/**
 * Spreads a volume evenly over [from, to) and adds what falls into the day. Shares are differences of one rounded running total,
 * so that the shares of all days and hours add up to the volume exactly.
 */
const spread = (track: Track, from: number, to: number, volume: number, overHours: boolean): void => {
  const first = Math.max(from, track.start)
  const last = Math.min(to, track.end)
  if (last <= first) return
  const length = to - from
  const totalAt = (instant: number) => (instant >= to ? volume : Math.round(volume * ((instant - from) / length)))
  const share = totalAt(last) - totalAt(first)
  track.dayVolume += share
  track.dayCovered += last - first
  track.measured += share
  if (!overHours) return
  let slot = Math.floor((first - track.start) / hourMilliseconds)
  let instant = first
  let before = totalAt(first)
  while (instant < last) {
    const mark = Math.min(track.start + (slot + 1) * hourMilliseconds, last)
    const until = totalAt(mark)
    track.volumes[slot]! += until - before
    track.covered[slot]! += mark - instant
    before = until
    instant = mark
    slot++
  }
}

/** Counts the register pairs that touch the day; answers whether the day has registers at all. */
const countRegisters = (
  track: Track,
  calendar: ZoneCalendar,
  day: DayNumber,
  readings: DayReadings,
  rules: VolumeRules,
  previous: NeighbourDay | undefined,
  next: NeighbourDay | undefined,
  flags: Set<DayFlag>,
): boolean => {
  let earlier = previous && lastRegister(calendar, previous, rules)
  let isAdjacent = previous?.day === day - 1
  let isMetered = false

  const take = (later: Point, endsToday: boolean) => {
    if (earlier && later.at > earlier.at) {
      const { volume, flag, counts, hoursAreKnown } = judgeRegisters(earlier, later, rules)
      if (flag && endsToday) flags.add(flag)
      const isLong = later.at - earlier.at > rules.maximumGapMilliseconds
      if (isLong && endsToday) flags.add('gap')
      if (counts && isAdjacent) spread(track, earlier.at, later.at, volume, hoursAreKnown && !isLong)
      else if (counts && endsToday) track.measured += volume
    }
    earlier = later
    isAdjacent = true
  }

  for (const point of registersOf(calendar, day, readings, rules)) {
    take(point, true)
    isMetered = true
  }
  if (next?.day === day + 1) {
    const point = registersOf(calendar, next.day, next.readings, rules).next().value
    if (point) take(point, false)
  }
  return isMetered
}

/** The registers of a day in service, in order, with the registers at which the meter took over or was replaced. */
function* registersOf(calendar: ZoneCalendar, day: DayNumber, readings: DayReadings, rules: VolumeRules): Generator<Point, undefined> {
  const { activeFrom, activeUntil, initialMillilitres, finalMillilitres } = rules
  const holds = (instant: number) => Number.isFinite(instant) && calendar.dayOf(instant) === day
  if (initialMillilitres !== null && holds(activeFrom)) yield { at: activeFrom, register: initialMillilitres }
  const registers = readings.registerMillilitres
  if (registers) {
    for (let index = 0; index < readings.count; index++) {
      const at = readings.at[index]!
      const register = registers[index]!
      if (!Number.isNaN(register) && at >= activeFrom && at < activeUntil) yield { at, register }
    }
  }
  if (finalMillilitres !== null && holds(activeUntil)) yield { at: activeUntil, register: finalMillilitres }
  return undefined
}

const lastRegister = (calendar: ZoneCalendar, { day, readings }: NeighbourDay, rules: VolumeRules): Point | undefined => {
  let last: Point | undefined
  for (const point of registersOf(calendar, day, readings, rules)) last = point
  return last
}

/** Counts the interval readings of the day and those of the next day that began in this one. */
const countIntervals = (
  track: Track,
  calendar: ZoneCalendar,
  day: DayNumber,
  readings: DayReadings,
  rules: VolumeRules,
  previous: NeighbourDay | undefined,
  next: NeighbourDay | undefined,
  flags: Set<DayFlag>,
): void => {
  let predecessorEnd = Number.NEGATIVE_INFINITY
  const count = (source: DayReadings, isToday: boolean, wholeDayStart: number) => {
    const { at, deltaMillilitres, deltaSeconds } = source
    if (!deltaMillilitres || !deltaSeconds) return
    for (let index = 0; index < source.count; index++) {
      const volume = deltaMillilitres[index]!
      if (Number.isNaN(volume)) continue
      const to = at[index]!
      const from = to - deltaSeconds[index]! * 1000
      if (!isToday && from >= track.end) return
      const isOverlap = from < predecessorEnd
      predecessorEnd = to
      if (isOverlap) {
        if (isToday) flags.add('overlap')
        continue
      }
      const most = rules.maximumFlowMillilitresPerHour
      if (most !== null && volume > (most * (to - from)) / hourMilliseconds + rules.backflowToleranceMillilitres) {
        if (isToday) flags.add('implausible-jump')
        continue
      }
      if (from < rules.activeFrom || to > rules.activeUntil) continue
      // What began before yesterday is not shared out over days that may have no row: it counts in the day it ends.
      if (from >= wholeDayStart) spread(track, from, to, volume, to - from <= rules.maximumGapMilliseconds)
      else if (isToday) track.measured += volume
    }
  }
  if (previous?.readings.deltaMillilitres) predecessorEnd = lastIntervalEnd(previous.readings)
  const spreadFrom = previous?.day === day - 1 ? calendar.startOf(day - 1) : track.start
  count(readings, true, spreadFrom)
  if (next?.day === day + 1) count(next.readings, false, track.start)
}

const lastIntervalEnd = ({ count, at, deltaMillilitres }: DayReadings): number => {
  for (let index = count - 1; index >= 0; index--) if (!Number.isNaN(deltaMillilitres![index]!)) return at[index]!
  return Number.NEGATIVE_INFINITY
}
