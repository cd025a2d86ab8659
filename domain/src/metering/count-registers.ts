import type { DayNumber, ZoneCalendar } from '../shared/local-time.ts'
import type { DayReadings, NeighbourDay } from './day-readings.ts'
import { isPlainlyWater, judgeRegisters, type Point } from './judge-registers.ts'
import { isAbsent, type VolumeRules, wasAwayBetween } from './volume-rules.ts'
import { noticeFlag, shareOf, spread, type Track } from './volume-track.ts'

/** The register that comes before the next one: where an interval begins. */
type Walk = { at: number; register: number; isAdjacent: boolean; isMetered: boolean }

/** Counts the register pairs that touch the day; answers whether the day has registers at all. */
export const countRegisters = (
  track: Track,
  calendar: ZoneCalendar,
  day: DayNumber,
  readings: DayReadings,
  rules: VolumeRules,
  previous: NeighbourDay | undefined,
  next: NeighbourDay | undefined,
): boolean => {
  const earlier = previous && lastRegister(calendar, previous, rules)
  const walk: Walk = {
    at: earlier?.at ?? Number.NaN,
    register: earlier?.register ?? Number.NaN,
    isAdjacent: previous?.day === day - 1,
    isMetered: false,
  }
  beginAgain(walk, walk.at, rules)
  const { activeFrom, activeUntil } = rules
  if (takesOver(calendar, day, rules)) takeRegister(track, walk, activeFrom, rules.initialMillilitres!, rules, true)
  const { at, registerMillilitres, count } = readings
  if (registerMillilitres)
    for (let row = 0; row < count; row++)
      if (isInService(at[row]!, registerMillilitres[row]!, rules))
        takeRegister(track, walk, at[row]!, registerMillilitres[row]!, rules, true)
  if (leaves(calendar, day, rules)) takeRegister(track, walk, activeUntil, rules.finalMillilitres!, rules, true)
  const { isMetered } = walk
  const later = next?.day === day + 1 ? firstRegister(calendar, next, rules) : undefined
  if (later) takeRegister(track, walk, later.at, later.register, rules, false)
  return isMetered
}

/** Counts what leads to a register: the pair with the one before, or, where the register was reset between, up to the reset and from it. */
const takeRegister = (track: Track, walk: Walk, at: number, register: number, rules: VolumeRules, endsToday: boolean): void => {
  if (rules.absences.length > 0 || rules.resets.length > 0) passBreaks(track, walk, at, rules, endsToday)
  // A register stated by a person for this instant, at a reset or a replacement, has priority over the meter's reading.
  if (at === walk.at) return
  takePair(track, walk, at, register, rules, endsToday)
  beginAgain(walk, at, rules)
}

/** From the instant of a reset the register counts from its new beginning, whatever reading is at that instant. */
const beginAgain = (walk: Walk, at: number, { resets }: VolumeRules): void => {
  if (resets.length === 0) return
  const reset = resets.find((each) => each.at === at)
  if (reset) walk.register = reset.initialMillilitres
}

/** Nothing counts across an absence; a register that was reset begins again. */
const passBreaks = (track: Track, walk: Walk, at: number, rules: VolumeRules, endsToday: boolean): void => {
  if (wasAwayBetween(rules, walk.at, at)) {
    walk.at = Number.NaN
    walk.register = Number.NaN
  }
  for (const reset of rules.resets) {
    if (reset.at <= walk.at || reset.at > at || Number.isNaN(walk.at)) continue
    const { isAdjacent } = walk
    takePair(track, walk, reset.at, reset.finalMillilitres, rules, endsToday)
    walk.register = reset.initialMillilitres
    // A volume of earlier days without a row counts on the day when it ends.
    walk.isAdjacent = isAdjacent || reset.at >= track.start
  }
}

/** Counts the pair of the register before, if there is one, and this one. */
const takePair = (track: Track, walk: Walk, at: number, register: number, rules: VolumeRules, endsToday: boolean): void => {
  if (at > walk.at) {
    const step = register - walk.register
    const isLong = at - walk.at > rules.maximumGapMilliseconds
    if (isLong && endsToday) noticeFlag(track, 'gap', walk.at, at)
    // Nearly every pair is water and nothing else, which needs no judgement to be made and let go.
    if (isPlainlyWater(walk.at, at, step, rules)) countVolume(track, walk, at, step, !isLong, endsToday)
    else {
      const { volume, flag, counts, timesAreKnown } = judgeRegisters(walk, { at, register }, rules)
      // A step back makes every day unknown that it touches, so each of them says why.
      if (flag && (endsToday || flag === 'step-back')) noticeFlag(track, flag, walk.at, at)
      if (counts && timesAreKnown) countVolume(track, walk, at, volume, !isLong, endsToday)
      else if (counts) countMeasured(track, walk, at, volume, endsToday)
    }
  }
  walk.at = at
  walk.register = register
  walk.isAdjacent = true
  walk.isMetered = true
}

const countVolume = (
  track: Track,
  { at: from, isAdjacent }: Walk,
  to: number,
  volume: number,
  overHours: boolean,
  endsToday: boolean,
): void => {
  if (isAdjacent) spread(track, from, to, volume, overHours)
  else if (endsToday) track.measured += volume
}

/** A volume whose time of flow is unknown: it belongs to no hour and no day. */
const countMeasured = (track: Track, { at: from, isAdjacent }: Walk, to: number, volume: number, endsToday: boolean): void => {
  if (isAdjacent) track.measured += shareOf(track, from, to, volume)
  else if (endsToday) track.measured += volume
}

const isInService = (at: number, register: number, rules: VolumeRules): boolean =>
  !Number.isNaN(register) && at >= rules.activeFrom && at < rules.activeUntil && !isAbsent(rules, at, at)

/** Whether the meter took over from another on this day, whose register it then began with. */
const takesOver = (calendar: ZoneCalendar, day: DayNumber, { activeFrom, initialMillilitres }: VolumeRules): boolean =>
  initialMillilitres !== null && Number.isFinite(activeFrom) && calendar.dayOf(activeFrom) === day

/** Whether the meter was replaced on this day, with the register that was read then. */
const leaves = (calendar: ZoneCalendar, day: DayNumber, { activeUntil, finalMillilitres }: VolumeRules): boolean =>
  finalMillilitres !== null && Number.isFinite(activeUntil) && calendar.dayOf(activeUntil) === day

const firstRegister = (calendar: ZoneCalendar, { day, readings }: NeighbourDay, rules: VolumeRules): Point | undefined => {
  if (takesOver(calendar, day, rules)) return { at: rules.activeFrom, register: rules.initialMillilitres! }
  const { at, registerMillilitres, count } = readings
  if (registerMillilitres)
    for (let row = 0; row < count; row++)
      if (isInService(at[row]!, registerMillilitres[row]!, rules)) return { at: at[row]!, register: registerMillilitres[row]! }
  return leaves(calendar, day, rules) ? { at: rules.activeUntil, register: rules.finalMillilitres! } : undefined
}

const lastRegister = (calendar: ZoneCalendar, { day, readings }: NeighbourDay, rules: VolumeRules): Point | undefined => {
  if (leaves(calendar, day, rules)) return { at: rules.activeUntil, register: rules.finalMillilitres! }
  const { at, registerMillilitres, count } = readings
  if (registerMillilitres)
    for (let row = count - 1; row >= 0 && (at[row]! > rules.activeFrom || rules.initialMillilitres === null); row--)
      if (isInService(at[row]!, registerMillilitres[row]!, rules)) return { at: at[row]!, register: registerMillilitres[row]! }
  return takesOver(calendar, day, rules) ? { at: rules.activeFrom, register: rules.initialMillilitres! } : undefined
}
