import { type DayNumber, hourMilliseconds, type ZoneCalendar } from '../shared/local-time.ts'
import type { DayReadings, NeighbourDay } from './day-readings.ts'
import { mostBetween } from './judge-registers.ts'
import { isAbsent, type VolumeRules, wasAwayBetween } from './volume-rules.ts'
import { beginTrack, reverseTrack, shareOf, spread, type Track } from './volume-track.ts'

/**
 * Reverse flow of a day by the reverse register. Millilitres; NaN where the register moved and it is not known when or by how much.
 * `measured` belongs to the day in the way of the measured volume.
 */
type ReverseVolumes = ReverseFigures & { measuredMillilitres: number }
/** `sharedHours` has a bit for each known hour that is a share of a longer pause. */
export type ReverseFigures = { hours: readonly number[]; sharedHours: number; dayMillilitres: number }

/**
 * The reverse volumes of a day; undefined where the reverse register says nothing or did not move. A register that does not move is no flow however
 * long the pause, so that a register that is sent once a day leaves the other hours known.
 */
export const reverseVolumesOf = (
  calendar: ZoneCalendar,
  day: DayNumber,
  readings: DayReadings,
  rules: VolumeRules,
  previous: NeighbourDay | undefined,
  next: NeighbourDay | undefined,
): ReverseVolumes | undefined => {
  if (!readings.reverseMillilitres && !next?.readings.reverseMillilitres) return undefined
  const slots = calendar.slotsOf(day)
  const track = beginTrack(reverseTrack, calendar.startOf(day), calendar.startOf(day + 1), slots)
  const walk = { at: Number.NaN, register: Number.NaN, hasMoved: false, isDayKnown: true, unknown: new Set<number>() }
  const take = (of: DayReadings, isToday: boolean, isAdjacent: boolean): void => {
    const { at, reverseMillilitres, count } = of
    if (!reverseMillilitres) return
    for (let row = 0; row < count; row++) {
      const register = reverseMillilitres[row]!
      if (Number.isNaN(register) || at[row]! < rules.activeFrom || at[row]! > rules.activeUntil || isAbsent(rules, at[row]!, at[row]!))
        continue
      if (!Number.isNaN(walk.at) && !wasAwayBetween(rules, walk.at, at[row]!))
        takeStep(track, walk, at[row]!, register, rules, isToday, isAdjacent)
      walk.at = at[row]!
      walk.register = register
      isAdjacent = true
      if (!isToday) return
    }
  }
  const last = previous && lastReverse(previous.readings, rules)
  if (last) Object.assign(walk, last)
  take(readings, true, previous?.day === day - 1)
  if (next?.day === day + 1) take(next.readings, false, !Number.isNaN(walk.at) && walk.at >= calendar.startOf(day - 1))
  if (!walk.hasMoved) return undefined
  const hours = Array.from({ length: slots }, (_, slot) => (walk.unknown.has(slot) ? Number.NaN : track.volumes[slot]!))
  const sharedHours = track.shared & knownBits(hours)
  return { hours, sharedHours, dayMillilitres: walk.isDayKnown ? track.dayVolume : Number.NaN, measuredMillilitres: track.measured }
}

type Walk = { at: number; register: number; hasMoved: boolean; isDayKnown: boolean; unknown: Set<number> }

const takeStep = (
  track: Track,
  walk: Walk,
  at: number,
  register: number,
  rules: VolumeRules,
  endsToday: boolean,
  isAdjacent: boolean,
): void => {
  const step = register - walk.register
  const from = walk.at
  const isInDay = Math.max(from, track.start) < Math.min(at, track.end)
  if (step === 0 || at <= from || !(isInDay || endsToday)) return
  walk.hasMoved = true
  const isPlausible = step > 0 && step <= mostBetween(from, at, rules)
  if (isPlausible && isAdjacent && at - from <= rules.maximumGapMilliseconds) {
    spread(track, from, at, step, true)
    return
  }
  const first = Math.floor((Math.max(from, track.start) - track.start) / hourMilliseconds)
  for (let slot = first; track.start + slot * hourMilliseconds < Math.min(at, track.end); slot++) walk.unknown.add(slot)
  if (isPlausible && isAdjacent) {
    track.dayVolume += shareOf(track, from, at, step)
    track.measured += shareOf(track, from, at, step)
  } else {
    // A step that cannot be flow is of a register that was reset or exchanged.
    if (isInDay) walk.isDayKnown = false
    if (isPlausible && endsToday) track.measured += step
  }
}

const lastReverse = ({ at, reverseMillilitres, count }: DayReadings, rules: VolumeRules): { at: number; register: number } | undefined => {
  if (reverseMillilitres)
    for (let row = count - 1; row >= 0; row--)
      if (
        !Number.isNaN(reverseMillilitres[row]!) &&
        at[row]! >= rules.activeFrom &&
        at[row]! <= rules.activeUntil &&
        !isAbsent(rules, at[row]!, at[row]!)
      )
        return { at: at[row]!, register: reverseMillilitres[row]! }
  return undefined
}

/** Forward less reverse. Unknown where one of both is, and a share of a longer pause where one of both is. */
export const netOf = (forward: Omit<ReverseFigures, 'sharedHours'> & { sharedHours?: number }, reverse: ReverseFigures): ReverseFigures => {
  const hours = forward.hours.map((volume, slot) => volume - reverse.hours[slot]!)
  const sharedHours = ((forward.sharedHours ?? 0) | reverse.sharedHours) & knownBits(hours)
  return { hours, sharedHours, dayMillilitres: forward.dayMillilitres - reverse.dayMillilitres }
}

const knownBits = (hours: readonly number[]): number =>
  hours.reduce((bits, volume, slot) => (Number.isNaN(volume) ? bits : bits | (1 << slot)), 0)
