import type { HealthSettings } from '@nightflow/schemas/metering/health-settings'
import type { DayNumber } from '../shared/local-time.ts'
import type { HealthBasis } from './health-basis.ts'

/** Known hours of the window without which nothing is said of a leak: in an unknown hour the flow may have stopped. */
const knownShareMin = 0.9

/** `since`: the local day of the first hour after the last one without flow. */
type Leak = { litresPerHour: number; since: DayNumber; litres: number }

/**
 * A leak behind the meter: no known hour of the last `leakDays` with less than the threshold. Its rate is the smallest hourly volume of these days
 * (Temetra's customer leak), its volume that rate times the hours since the last hour without flow, as far back as the days go. One known hour without
 * flow within the window ends it; with too many unknown hours it is not known whether one runs.
 */
export const findLeak = (
  { day, days, slotsOf }: Pick<HealthBasis, 'day' | 'days' | 'slotsOf'>,
  { leakDays, leakLitresPerHour }: Pick<HealthSettings, 'leakDays' | 'leakLitresPerHour'>,
): { running: Leak | undefined; isKnown: boolean } => {
  const threshold = leakLitresPerHour * 1000
  let expected = 0
  for (let each = day - leakDays + 1; each <= day; each += 1) expected += slotsOf(each)
  const window = days.filter((each) => each.day > day - leakDays).flatMap(({ hours }) => hours.filter((hour) => !Number.isNaN(hour)))
  if (window.some((hour) => hour < threshold)) return { running: undefined, isKnown: true }
  if (window.length < expected * knownShareMin) return { running: undefined, isKnown: false }
  const smallest = window.reduce((least, hour) => Math.min(least, hour), Number.POSITIVE_INFINITY)
  const { since, hours } = startOf({ days, slotsOf }, day, threshold)
  return { running: { litresPerHour: smallest / 1000, since, litres: Math.round((smallest * hours) / 1000) }, isKnown: true }
}

/** Back from the end of the day to the last hour without flow. Unknown hours are passed over: they show no end of the flow. */
const startOf = ({ days, slotsOf }: Pick<HealthBasis, 'days' | 'slotsOf'>, end: DayNumber, threshold: number) => {
  const byDay = new Map(days.map((each) => [each.day, each.hours]))
  const first = days[0]?.day ?? end
  let hours = 0
  for (let day = end; day >= first; day -= 1) {
    const known = byDay.get(day)
    const slots = slotsOf(day)
    if (!known) {
      hours += slots
      continue
    }
    const dry = known.findLastIndex((hour) => hour < threshold)
    if (dry >= 0) return dry === slots - 1 ? { since: day + 1, hours } : { since: day, hours: hours + slots - 1 - dry }
    hours += slots
  }
  return { since: first, hours }
}
