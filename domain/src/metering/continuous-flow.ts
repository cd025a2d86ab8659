import type { HealthSettings } from '@nightflow/schemas/metering/health-settings'
import type { DayNumber } from '../shared/local-time.ts'
import type { HealthBasis, HealthDay } from './health-basis.ts'

/** Known hours of the window without which nothing is said of a leak: in an unknown hour the flow may have stopped. */
const knownShareMin = 0.9

/**
 * `since`: the local day of the first known hour of the flow. `isSinceLeast`: the hour before that one is not known to be without flow. `isOpen`: no hour
 * without flow is known at all.
 */
type Leak = { litresPerHour: number; since: DayNumber; isSinceLeast: boolean; isOpen: boolean; litres: number }

type Basis = Pick<HealthBasis, 'day' | 'days' | 'earlierDays' | 'slotsOf'>

/**
 * A leak behind the meter: no known hour of the last `leakDays` with less than the threshold. Its rate is the smallest hourly volume of these days
 * (Temetra's customer leak), its volume that rate times the hours since the first one after the last hour without flow, as far back as the days go. One
 * known hour without flow within the window ends it; with too many unknown hours it is not known whether one runs.
 */
export const findLeak = (
  { day, days, earlierDays = [], slotsOf }: Basis,
  { leakDays, leakLitresPerHour }: Pick<HealthSettings, 'leakDays' | 'leakLitresPerHour'>,
): { running: Leak | undefined; isKnown: boolean } => {
  const threshold = leakLitresPerHour * 1000
  let expected = 0
  for (let each = day - leakDays + 1; each <= day; each += 1) expected += slotsOf(each)
  const window = days.filter((each) => each.day > day - leakDays).flatMap(({ hours }) => hours.filter((hour) => !Number.isNaN(hour)))
  if (window.some((hour) => hour < threshold)) return { running: undefined, isKnown: true }
  if (window.length < expected * knownShareMin) return { running: undefined, isKnown: false }
  const smallest = window.reduce((least, hour) => Math.min(least, hour), Number.POSITIVE_INFINITY)
  const { first, isSinceLeast, isOpen } = beginningOf([...earlierDays, ...days], threshold)
  let hours = slotsOf(first.day) - first.slot
  for (let each = first.day + 1; each <= day; each += 1) hours += slotsOf(each)
  const litres = Math.round((smallest * hours) / 1000)
  return { running: { litresPerHour: smallest / 1000, since: first.day, isSinceLeast, isOpen, litres }, isKnown: true }
}

type Hour = { day: DayNumber; slot: number }

/** Back to the last hour without flow. Unknown hours within the flow are passed over: they show no end of it. */
const beginningOf = (days: readonly HealthDay[], threshold: number): { first: Hour; isSinceLeast: boolean; isOpen: boolean } => {
  let first: Hour = { day: days.at(-1)!.day, slot: 0 }
  /** Whether the hour before `first` was passed over as unknown. */
  let isUnknownBefore = false
  let dayAfter: DayNumber | undefined
  for (const { day, hours } of days.toReversed()) {
    if (dayAfter !== undefined && day < dayAfter - 1) isUnknownBefore = true
    dayAfter = day
    for (let slot = hours.length - 1; slot >= 0; slot -= 1) {
      const hour = hours[slot]!
      if (hour < threshold) return { first, isSinceLeast: isUnknownBefore, isOpen: false }
      isUnknownBefore = Number.isNaN(hour)
      if (!isUnknownBefore) first = { day, slot }
    }
  }
  return { first, isSinceLeast: true, isOpen: true }
}
