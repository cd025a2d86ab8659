import type { NightFlowRow } from '@nightflow/schemas/leakage/night-flow'
import { type DayNumber, hourMilliseconds, type ZoneCalendar } from '../shared/local-time.ts'

/** One side of a partition's day: net supply of its summary meters, or use of its customers. Volumes in millilitres. */
export type SideOfDay = {
  /** Sum over the meters whose hour is known, per slot (outlets count negative). */
  sums: Float64Array
  /** How many meters' hours are known, per slot. */
  known: Int32Array
  /** How many meters should be known, per slot. */
  expected: Int32Array
  daySum: number
  dayKnown: number
  dayExpected: number
}

export type PartitionDay = {
  day: DayNumber
  supply: SideOfDay
  consumption: SideOfDay
  /** False where no sub-meters are associated: then there is no consumption to speak of, not a consumption of zero. */
  hasSubMeters: boolean
}

export type PartitionRules = { nightWindow: { fromHour: number; toHour: number }; minimumCoverage: number }

type Figure = { value: number; estimated: boolean } | null

/**
 * The figures of one partition and local day. Null where the data is incomplete.
 *
 * - night minimum flow: smallest hourly mean of the hours that start inside the window (specification: 02:00 and 03:00 local);
 *   all of them must be known, since the smallest of the rest could only be too large.
 * - KL ratio = night minimum flow / average flow, both hourly (specification 1).
 * - leakage = supply - consumption; leakage rate = leakage / supply.
 * - net night flow = night minimum flow less the customers' own metered use in that same hour.
 * - consumption with a known share of at least `minimumCoverage`, but not all, is scaled up from the known part and marked `estimated`.
 */
export const figuresOfDay = (
  calendar: ZoneCalendar,
  { day, supply, consumption, hasSubMeters }: PartitionDay,
  { nightWindow, minimumCoverage }: PartitionRules,
): Omit<NightFlowRow, 'date' | 'nightMinimumRolling7DayP20LitresPerHour'> => {
  const start = calendar.startOf(day)
  const elapsedHours = (calendar.startOf(day + 1) - start) / hourMilliseconds
  const instantOf = (slot: number | undefined) => (slot === undefined ? null : new Date(start + slot * hourMilliseconds).toISOString())

  const isSupplyKnown = supply.dayExpected > 0 && supply.dayKnown >= supply.dayExpected
  const supplyMillilitres = isSupplyKnown ? supply.daySum : null
  const averageFlow = supplyMillilitres === null ? null : supplyMillilitres / elapsedHours

  const wallHours = calendar.wallHoursOf(day)
  const night = smallestHour(wallHours, elapsedHours, supply, nightWindow)
  const whole = smallestHour(wallHours, elapsedHours, supply, { fromHour: 0, toHour: 24 })

  const used = hasSubMeters ? consumptionOfDay(consumption, minimumCoverage) : null
  const leakage = supplyMillilitres !== null && used ? supplyMillilitres - used.value : null
  const nightUse =
    night.slot !== undefined && hasSubMeters
      ? knownOrScaled(consumption.sums[night.slot]!, consumption.known[night.slot]!, consumption.expected[night.slot]!, minimumCoverage)
      : null

  const supplyCompleteness = completenessOf(supply)
  const consumptionCompleteness = hasSubMeters ? completenessOf(consumption) : null
  return {
    supplyLitres: litres(supplyMillilitres),
    consumptionLitres: litres(used ? used.value : null),
    leakageLitres: litres(leakage),
    leakageRate: leakage !== null && supplyMillilitres! > 0 ? ratio(leakage / supplyMillilitres!) : null,
    nightMinimumFlowLitresPerHour: flow(night.minimum),
    nightMeanFlowLitresPerHour: flow(night.mean),
    averageFlowLitresPerHour: flow(averageFlow),
    klRatio: night.minimum !== null && averageFlow !== null && averageFlow > 0 ? ratio(night.minimum / averageFlow) : null,
    completeness: Math.min(supplyCompleteness, consumptionCompleteness ?? 1),
    nightMinimumAt: instantOf(night.slot),
    minimumFlowLitresPerHour: flow(whole.minimum),
    minimumFlowAt: instantOf(whole.slot),
    netNightFlowLitresPerHour: night.minimum !== null && nightUse ? flow(night.minimum - nightUse.value) : null,
    supplyCompleteness,
    consumptionCompleteness,
    estimated: Boolean(used?.estimated || nightUse?.estimated),
  }
}

/**
 * Smallest and mean flow of the hours that start inside the window, millilitres per hour; null unless every one of them is known.
 * The last slot of a day may be shorter than an hour: what flowed in it is a flow only after division by its length.
 */
const smallestHour = (
  wallHours: readonly number[],
  elapsedHours: number,
  { sums, known, expected }: SideOfDay,
  { fromHour, toHour }: PartitionRules['nightWindow'],
): { minimum: number | null; mean: number | null; slot: number | undefined } => {
  const unknown = { minimum: null, mean: null, slot: undefined }
  let minimum = Number.POSITIVE_INFINITY
  let sum = 0
  let hours = 0
  let slot: number | undefined
  for (let candidate = 0; candidate < wallHours.length; candidate++) {
    if (wallHours[candidate]! < fromHour || wallHours[candidate]! >= toHour) continue
    if (expected[candidate] === 0 || known[candidate]! < expected[candidate]!) return unknown
    const slotHours = Math.min(1, elapsedHours - candidate)
    const hourlyFlow = sums[candidate]! / slotHours
    hours += slotHours
    sum += sums[candidate]!
    if (hourlyFlow < minimum) {
      minimum = hourlyFlow
      slot = candidate
    }
  }
  return slot === undefined ? unknown : { minimum, mean: sum / hours, slot }
}

/**
 * The day's consumption. Days are known of meters whose readings span the day; where some are not, either the known meters' days or the
 * hours are scaled up, whichever is known to the larger share: a meter that lacks one hour should not be guessed for the whole day.
 */
const consumptionOfDay = (side: SideOfDay, minimumCoverage: number): Figure => {
  const byDay = knownOrScaled(side.daySum, side.dayKnown, side.dayExpected, minimumCoverage)
  if (byDay && !byDay.estimated) return byDay
  if (completenessOf(side) <= side.dayKnown / side.dayExpected) return byDay
  let value = 0
  for (let slot = 0; slot < side.expected.length; slot++) {
    const hour = knownOrScaled(side.sums[slot]!, side.known[slot]!, side.expected[slot]!, minimumCoverage)
    if (!hour) return byDay
    value += hour.value
  }
  return { value, estimated: true }
}

const knownOrScaled = (sum: number, known: number, expected: number, minimumCoverage: number): Figure => {
  if (expected === 0) return null
  const coverage = known / expected
  if (coverage >= 1) return { value: sum, estimated: false }
  return coverage >= minimumCoverage ? { value: sum / coverage, estimated: true } : null
}

/** Share of the expected meter hours that are known, 0 to 1, cut (not rounded) to six places, so that 1 means all. */
const completenessOf = ({ known, expected }: SideOfDay): number => {
  let have = 0
  let should = 0
  for (let slot = 0; slot < expected.length; slot++) {
    have += known[slot]!
    should += expected[slot]!
  }
  return should === 0 ? 0 : Math.floor((have / should) * 1e6) / 1e6
}

/**
 * Rolling 20th percentile of the night minima of a day and the six before it, by linear interpolation between ranks, as UKWIR 99/WM/08/21
 * reports leakage. Null with fewer than four known nights.
 */
export const rollingPercentile20 = (nightMinima: readonly (number | null)[]): number | null => {
  const known = nightMinima.filter((flowLitresPerHour) => flowLitresPerHour !== null).sort((a, b) => a - b)
  if (known.length < 4) return null
  const rank = 0.2 * (known.length - 1)
  const below = Math.floor(rank)
  return flow(1000 * (known[below]! + (rank - below) * ((known[below + 1] ?? known[below]!) - known[below]!)))
}

const litres = (millilitres: number | null): number | null => (millilitres === null ? null : Math.round(millilitres / 1000))
/** Millilitres per hour to litres per hour with three decimals. */
const flow = (millilitresPerHour: number | null): number | null =>
  millilitresPerHour === null ? null : Math.round(millilitresPerHour) / 1000
const ratio = (value: number): number => Math.round(value * 1e6) / 1e6
