import { type DayNumber, hourMilliseconds, type ZoneCalendar } from '../../shared/local-time.ts'
import { figuresOfDay, type PartitionDay, type PartitionRules } from '../night-flow.ts'

/** One night: its minimum flow and what customers' meters counted in the same hour, litres per hour. */
export type NightUse = {
  day: DayNumber
  slot: number
  minimum: number
  /** Of the meters whose hour is known, with the bulk points below. */
  measured: number
  /** The same scaled to all customers' meters. */
  scaled: number
  reportingShare: number
}

/** SANFLOW (McKenzie 1999): 6 % of people are active at night and use a cistern of ten litres an hour. */
export const nightAllowance = (people: number): number => people * 0.06 * 10

/**
 * Legitimate night use as measured: own customers' use in the hour of the night minimum, scaled by the share of the meters that reported it. Undefined
 * where the minimum is unknown, or no meter of it.
 */
export const nightUseOfDay = (calendar: ZoneCalendar, data: PartitionDay, rules: PartitionRules): NightUse | undefined => {
  const { nightMinimumFlowLitresPerHour: minimum, nightMinimumAt } = figuresOfDay(calendar, data, rules)
  if (minimum === null || nightMinimumAt === null) return undefined
  const slot = Math.floor((Date.parse(nightMinimumAt) - calendar.startOf(data.day)) / hourMilliseconds)
  const { consumption, bulkSupply, hasSubMeters } = data
  const expected = consumption.expected[slot] ?? 0
  const known = consumption.known[slot] ?? 0
  if (hasSubMeters && expected > 0 && (known === 0 || (consumption.shared?.[slot] ?? 0) > 0)) return undefined
  if (bulkSupply && (bulkSupply.known[slot] ?? 0) < (bulkSupply.expected[slot] ?? 0)) return undefined
  const reportingShare = hasSubMeters && expected > 0 ? known / expected : 1
  const customers = (hasSubMeters ? (consumption.sums[slot] ?? 0) : 0) / 1000
  const bulk = (bulkSupply?.sums[slot] ?? 0) / 1000
  return { day: data.day, slot, minimum, measured: customers + bulk, scaled: customers / reportingShare + bulk, reportingShare }
}

/** Net night flow: what is left of the minimum without legitimate use. It keeps its sign, which tells of a wrong membership or a wrong allowance. */
export const netNightFlow = ({ minimum, scaled }: Pick<NightUse, 'minimum' | 'scaled'>, allowance: number): number =>
  minimum - scaled - allowance
