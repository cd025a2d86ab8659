import type { NightFlowRow, UnknownReason } from '@nightflow/schemas/leakage/night-flow'
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
  /** Net supply of the bulk points below, which counts as consumption; absent where there are none. */
  bulkSupply?: SideOfDay | undefined
}

export type PartitionRules = {
  nightWindow: { fromHour: number; toHour: number }
  minimumCoverage: number
  /** Absent in points of before it could be set: 1, supply is never estimated. */
  minimumSupplyCoverage?: number | undefined
}

export type Figure = { value: number; estimated: boolean } | null

/**
 * The figures of one partition and local day. Null where the data is incomplete.
 *
 * - night minimum flow: smallest hourly mean of the hours that start inside the window (specification: 02:00 and 03:00 local);
 *   all of them must be known, since the smallest of the rest could only be too large.
 * - KL ratio = night minimum flow / average flow, both hourly (specification 1).
 * - consumption = what customers' meters counted + net supply of the bulk points below.
 * - leakage = supply - consumption; leakage rate = leakage / supply.
 * - net night flow = night minimum flow less the customers' own metered use in that same hour.
 * - consumption with a known share of at least `minimumCoverage`, but not all, is scaled up from the known part and marked `estimated`.
 * - supply of which at least `minimumSupplyCoverage` of the hours are known, but not all, is scaled up likewise.
 */
export const figuresOfDay = (
  calendar: ZoneCalendar,
  data: PartitionDay,
  { nightWindow, minimumCoverage, minimumSupplyCoverage = 1 }: PartitionRules,
): Omit<NightFlowRow, 'date' | 'nightMinimumRolling7DayP20LitresPerHour'> => {
  const { day, supply } = data
  const start = calendar.startOf(day)
  const elapsedHours = (calendar.startOf(day + 1) - start) / hourMilliseconds
  const instantOf = (slot: number | undefined) => (slot === undefined ? null : new Date(start + slot * hourMilliseconds).toISOString())

  const supplied = supplyOfDay(supply, elapsedHours, minimumSupplyCoverage)
  const supplyMillilitres = supplied ? supplied.value : null
  const averageFlow = supplyMillilitres === null ? null : supplyMillilitres / elapsedHours

  const wallHours = calendar.wallHoursOf(day)
  const night = smallestHour(wallHours, elapsedHours, supply, nightWindow)
  const whole = smallestHour(wallHours, elapsedHours, supply, { fromHour: 0, toHour: 24 })

  const used = consumptionOfDay(data, elapsedHours, { minimumCoverage, minimumSupplyCoverage })
  const leakage = supplyMillilitres !== null && used ? supplyMillilitres - used.value : null
  const nightUse = night.slot === undefined ? null : consumptionOfHour(data, night.slot, minimumCoverage)

  const supplyCompleteness = completenessOf(supply)
  const consuming = consumingSides(data)
  const consumptionCompleteness = consuming.length > 0 ? completenessOf(...consuming) : null
  return {
    unknownBecause: leakage === null ? reasonOf(data, supplied) : null,
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
    estimated: Boolean(supplied?.estimated || used?.estimated || nightUse?.estimated),
  }
}

const reasonOf = (data: PartitionDay, supplied: Figure): UnknownReason => {
  if (data.supply.dayExpected === 0) return 'no-summary-meter'
  if ([data.supply, ...consumingSides(data)].every(isSilent)) return 'no-data'
  if (!supplied) return 'supply-incomplete'
  return consumingSides(data).length > 0 ? 'consumption-incomplete' : 'no-sub-meters'
}

const consumingSides = ({ consumption, hasSubMeters, bulkSupply }: PartitionDay): SideOfDay[] => [
  ...(hasSubMeters ? [consumption] : []),
  ...(bulkSupply ? [bulkSupply] : []),
]

const isSilent = ({ known, dayKnown }: SideOfDay): boolean => dayKnown === 0 && known.every((count) => count === 0)

/**
 * The day's net supply, millilitres. Where it is incomplete it is scaled up from the hours in which every summary meter is known, if these
 * are at least `minimumSupplyCoverage` of the day. Inlets differ too much for one of them to replace another.
 */
export const supplyOfDay = (
  { sums, known, expected, daySum, dayKnown, dayExpected }: SideOfDay,
  elapsedHours: number,
  minimumSupplyCoverage: number,
): Figure => {
  if (dayExpected === 0) return null
  if (dayKnown >= dayExpected) return { value: daySum, estimated: false }
  if (minimumSupplyCoverage >= 1) return null
  let volume = 0
  let hours = 0
  for (let slot = 0; slot < sums.length; slot++) {
    if (expected[slot] === 0 || known[slot]! < expected[slot]!) continue
    volume += sums[slot]!
    hours += Math.min(1, elapsedHours - slot)
  }
  return hours / elapsedHours >= minimumSupplyCoverage ? { value: (volume / hours) * elapsedHours, estimated: true } : null
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

/** The day's consumption, millilitres: the customers' and that of the bulk points below. Null where it is unknown or there is nothing to count. */
export const consumptionOfDay = (
  { consumption, hasSubMeters, bulkSupply }: PartitionDay,
  elapsedHours: number,
  { minimumCoverage, minimumSupplyCoverage = 1 }: Pick<PartitionRules, 'minimumCoverage' | 'minimumSupplyCoverage'>,
): Figure =>
  sumOf([
    ...(hasSubMeters ? [customersOfDay(consumption, minimumCoverage)] : []),
    ...(bulkSupply ? [supplyOfDay(bulkSupply, elapsedHours, minimumSupplyCoverage)] : []),
  ])

/** The consumption of one hour slot, millilitres. The net supply of a bulk point is never scaled within an hour. */
export const consumptionOfHour = (
  { consumption, hasSubMeters, bulkSupply }: PartitionDay,
  slot: number,
  minimumCoverage: number,
): Figure => {
  const ofSlot = ({ sums, known, expected }: SideOfDay, coverage: number) =>
    knownOrScaled(sums[slot]!, known[slot]!, expected[slot]!, coverage)
  return sumOf([...(hasSubMeters ? [ofSlot(consumption, minimumCoverage)] : []), ...(bulkSupply ? [ofSlot(bulkSupply, 1)] : [])])
}

/** Null where a part is unknown, or where there is no part. */
const sumOf = (figures: readonly Figure[]): Figure =>
  figures.length === 0
    ? null
    : figures.reduce<Figure>(
        (sum, figure) => sum && figure && { value: sum.value + figure.value, estimated: sum.estimated || figure.estimated },
        { value: 0, estimated: false },
      )

/**
 * What customers' meters counted. Days are known of meters whose readings span the day; where some are not, either the known meters' days or
 * the hours are scaled up, whichever is known to the larger share: a meter that lacks one hour should not be guessed for the whole day.
 */
const customersOfDay = (side: SideOfDay, minimumCoverage: number): Figure => {
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
const completenessOf = (...sides: readonly SideOfDay[]): number => {
  let have = 0
  let should = 0
  for (const { known, expected } of sides)
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
