import type { DayFlag } from '@nightflow/schemas/metering/readings'
import { hourMilliseconds } from '../shared/local-time.ts'

/** Where volumes gather: per slot and for the day, with how much of each is covered, and what was noticed. */
export type Track = {
  start: number
  end: number
  volumes: Float64Array
  covered: Float64Array
  /** A bit for each slot with a share of a pause too long to say when in it the water flowed. */
  shared: number
  dayVolume: number
  dayCovered: number
  measured: number
  flags: Set<DayFlag>
  /** Where the flags belong: the readings or the interval that each was noticed between. */
  marks: FlagMark[]
}

export type FlagMark = { flag: DayFlag; from: number; to: number }

/**
 * The longest pause of which the hours are measured. A meter may be registered with a longer gap, as one that is read once a day: its volume is then
 * known, and is shared out evenly over the hours.
 */
const hourlyPauseMilliseconds = 3 * hourMilliseconds

/** Flags the day, for what is between two instants. */
export const noticeFlag = (track: Track, flag: DayFlag, from: number, to: number): void => {
  track.flags.add(flag)
  track.marks.push({ flag, from, to })
}

/** More than any day has; zones whose days are no whole number of hours have a short slot more. */
export const slotsMax = 32

const createTrack = (): Track => ({
  start: 0,
  end: 0,
  volumes: new Float64Array(slotsMax),
  covered: new Float64Array(slotsMax),
  shared: 0,
  dayVolume: 0,
  dayCovered: 0,
  measured: 0,
  flags: new Set(),
  marks: [],
})

// Used for every day and never let go: a projector computes a hundred thousand days a second, and memory for each costs more than the sums.
export const registerTrack = createTrack()
export const intervalTrack = createTrack()
export const reverseTrack = createTrack()

export const beginTrack = (track: Track, start: number, end: number, slots: number): Track => {
  track.start = start
  track.end = end
  track.volumes.fill(0, 0, slots)
  track.covered.fill(0, 0, slots)
  track.shared = 0
  track.dayVolume = 0
  track.dayCovered = 0
  track.measured = 0
  track.flags.clear()
  if (track.marks.length > 0) track.marks = []
  return track
}

const noFlags: ReadonlySet<DayFlag> = new Set()

export const flagsOf = (registers: Track, intervals: Track | undefined): ReadonlySet<DayFlag> => {
  if (registers.flags.size === 0 && (intervals === undefined || intervals.flags.size === 0)) return noFlags
  return new Set([...registers.flags, ...(intervals?.flags ?? [])])
}

/**
 * Spreads a volume evenly over [from, to) and adds what falls into the day. Shares are differences of one rounded running total,
 * so that the shares of all days and hours add up to the volume exactly.
 */
export const spread = (track: Track, from: number, to: number, volume: number, overHours: boolean): void => {
  const first = Math.max(from, track.start)
  const last = Math.min(to, track.end)
  if (last <= first) return
  let before = totalAt(first, from, to, volume)
  const share = totalAt(last, from, to, volume) - before
  track.dayVolume += share
  track.dayCovered += last - first
  track.measured += share
  if (!overHours) return
  const isShared = to - from > hourlyPauseMilliseconds
  let slot = Math.floor((first - track.start) / hourMilliseconds)
  let instant = first
  while (instant < last) {
    const mark = Math.min(track.start + (slot + 1) * hourMilliseconds, last)
    const until = totalAt(mark, from, to, volume)
    track.volumes[slot]! += until - before
    track.covered[slot]! += mark - instant
    if (isShared) track.shared |= 1 << slot
    before = until
    instant = mark
    slot++
  }
}

/** The day's share of a volume that is spread evenly over [from, to). */
export const shareOf = ({ start, end }: Track, from: number, to: number, volume: number): number => {
  const first = Math.max(from, start)
  const last = Math.min(to, end)
  return last <= first ? 0 : totalAt(last, from, to, volume) - totalAt(first, from, to, volume)
}

/** How much of a volume that flows evenly over [from, to) has flowed at an instant in it. */
const totalAt = (instant: number, from: number, to: number, volume: number): number =>
  instant >= to ? volume : Math.round(volume * ((instant - from) / (to - from)))
