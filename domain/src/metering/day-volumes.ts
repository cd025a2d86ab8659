import type { DayFlag } from '@nightflow/schemas/metering/readings'
import { type DayNumber, hourMilliseconds, type ZoneCalendar } from '../shared/local-time.ts'
import { countRegisters } from './count-registers.ts'
import type { DayReadings, NeighbourDay } from './day-readings.ts'
import { netOf, type ReverseFigures, reverseVolumesOf } from './reverse-volumes.ts'
import { isAbsent, type VolumeRules } from './volume-rules.ts'
import {
  beginTrack,
  type FlagMark,
  flagsOf,
  intervalTrack,
  noticeFlag,
  registerTrack,
  slotsMax,
  spread,
  type Track,
} from './volume-track.ts'

const unknownHours = new Array<number>(slotsMax).fill(Number.NaN)

export type DayVolumes = {
  /** Millilitres per hour slot; NaN where unknown or where the meter was not in service. Plain numbers: so small a typed array is dearer. */
  hours: readonly number[]
  knownHours: number
  /** A bit for each known hour that is a share of a longer pause: its volume counts, and says nothing of the flow in that hour. */
  sharedHours: number
  /** All water that was counted and falls into, or ends in, this day: sums over days equal the register's own difference. */
  measuredMillilitres: number
  /** The day's volume; NaN when part of the day is not covered by readings. */
  dayMillilitres: number
  /** Reverse flow by the reverse register, where it moved; already taken off where the meter is declared two-way. */
  reverse?: ReverseFigures
  flags: ReadonlySet<DayFlag>
}

/**
 * Volumes of one meter and local day by linear interpolation of the register at the hour marks of its zone.
 *
 * - Registers: each pair of successive readings is an interval. Up to the meter's longest gap it is spread over the hours it covers;
 *   a longer one leaves its hours unknown (flag `gap`), but its volume still counts in `measuredMillilitres` and, when its ends lie in
 *   the same or in adjacent days, in `dayMillilitres`. A pair that cannot be water counts as `judgeRegisters` says.
 * - Interval readings count as they are, for the hours that registers leave unknown. One that begins before its predecessor ended is an
 *   `overlap` and does not count.
 * - A reverse register is taken off the volume of a two-way meter; of another it stays apart, for the supply of a metering point.
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

  const registers = beginTrack(registerTrack, start, end, slots)
  const isMetered = countRegisters(registers, calendar, day, readings, rules, previous, next)
  const intervals = hasIntervals(readings, next) ? beginTrack(intervalTrack, start, end, slots) : undefined
  if (intervals) countIntervals(intervals, calendar, day, readings, rules, previous, next)

  const hours = unknownHours.slice(0, slots)
  let knownHours = 0
  let sharedHours = 0
  let knownVolume = 0
  let hoursInService = 0
  const isWhole = isInServiceThroughout(rules, start, end)
  for (let slot = 0; slot < slots; slot++) {
    const slotStart = start + slot * hourMilliseconds
    const slotEnd = Math.min(slotStart + hourMilliseconds, end)
    const expected = isWhole ? slotEnd - slotStart : inService(rules, slotStart, slotEnd)
    if (expected <= 0) continue
    hoursInService++
    const track = registers.covered[slot]! >= expected ? registers : intervals
    if (!track || track.covered[slot]! < expected) continue
    hours[slot] = track.volumes[slot]!
    sharedHours |= track.shared & (1 << slot)
    knownHours++
    knownVolume += hours[slot]!
  }

  const expected = isWhole ? end - start : inService(rules, start, end)
  let dayMillilitres = Number.NaN
  if (expected > 0 && registers.dayCovered >= expected) dayMillilitres = registers.dayVolume
  else if (expected > 0 && intervals && intervals.dayCovered >= expected) dayMillilitres = intervals.dayVolume
  else if (knownHours > 0 && knownHours === hoursInService) dayMillilitres = knownVolume

  const measured = isMetered ? registers.measured : (intervals?.measured ?? 0)
  const flags = flagsOf(registers, intervals)
  const reverse = reverseVolumesOf(calendar, day, readings, rules, previous, next)
  const forward = { hours, knownHours, sharedHours, measuredMillilitres: measured, dayMillilitres, flags }
  if (!reverse) return forward
  if (!rules.isTwoWay || !isMetered) {
    const { hours: backward, sharedHours: shared, dayMillilitres: ofDay } = reverse
    return { ...forward, reverse: { hours: backward, sharedHours: shared, dayMillilitres: ofDay } }
  }
  const net = netOf(forward, reverse)
  return {
    ...net,
    knownHours: net.hours.reduce((known, volume) => known + (Number.isNaN(volume) ? 0 : 1), 0),
    measuredMillilitres: measured - reverse.measuredMillilitres,
    flags,
  }
}

const hasIntervals = (readings: DayReadings, next: NeighbourDay | undefined): boolean =>
  readings.deltaMillilitres !== undefined || next?.readings.deltaMillilitres !== undefined

/**
 * The flags of a day, each with the readings between which it was noticed: what `volumesOfDay` says of the whole day. Used where hours are
 * shown, and only for days that have flags.
 */
export const flagMarksOfDay = (
  calendar: ZoneCalendar,
  day: DayNumber,
  readings: DayReadings,
  rules: VolumeRules,
  previous: NeighbourDay | undefined,
  next: NeighbourDay | undefined,
): readonly FlagMark[] => {
  const [start, end, slots] = [calendar.startOf(day), calendar.startOf(day + 1), calendar.slotsOf(day)]
  const registers = beginTrack(registerTrack, start, end, slots)
  countRegisters(registers, calendar, day, readings, rules, previous, next)
  const marks = [...registers.marks]
  if (!hasIntervals(readings, next)) return marks
  const intervals = beginTrack(intervalTrack, start, end, slots)
  countIntervals(intervals, calendar, day, readings, rules, previous, next)
  return [...marks, ...intervals.marks]
}

/** As nearly every meter is on nearly every day, so that its hours need no look at the rules. */
const isInServiceThroughout = ({ activeFrom, activeUntil, absences }: VolumeRules, from: number, to: number): boolean =>
  activeFrom <= from && activeUntil >= to && absences.length === 0

/** Milliseconds of [from, to) in which the meter is in service. */
const inService = (rules: VolumeRules, from: number, to: number): number => {
  let served = overlap(from, to, rules.activeFrom, rules.activeUntil)
  for (const absence of rules.absences)
    served -= overlap(from, to, Math.max(absence.from, rules.activeFrom), Math.min(absence.until, rules.activeUntil))
  return served
}

const overlap = (from: number, to: number, start: number, end: number): number => Math.max(0, Math.min(to, end) - Math.max(from, start))

/** Counts the interval readings of the day and those of the next day that began in this one. */
const countIntervals = (
  track: Track,
  calendar: ZoneCalendar,
  day: DayNumber,
  readings: DayReadings,
  rules: VolumeRules,
  previous: NeighbourDay | undefined,
  next: NeighbourDay | undefined,
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
        if (isToday) noticeFlag(track, 'overlap', from, to)
        continue
      }
      if (volume < 0 && !rules.isTwoWay) {
        if (isToday) noticeFlag(track, 'step-back', from, to)
        continue
      }
      const most = rules.maximumFlowMillilitresPerHour
      if (Math.abs(volume) > (most * (to - from)) / hourMilliseconds + rules.backflowToleranceMillilitres) {
        if (isToday) noticeFlag(track, 'implausible-jump', from, to)
        continue
      }
      if (from < rules.activeFrom || to > rules.activeUntil || isAbsent(rules, from, to)) continue
      // A volume that began before yesterday is not shared out over days that may have no row: it counts in the day it ends.
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
