import type { NightFlowRow, NightUnknownReason, UnknownReason } from '@nightflow/schemas/leakage/night-flow'
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
  /** How many of the known meters count as a person estimated or edited their day, all hours of it, and how much of the day's sum that is. */
  stated: number
  statedSum: number
  /** How many of the known meters have an hour that is only a share of a longer pause, per slot; null where none has. */
  shared: readonly number[] | null
}

export type SideOfHours = Pick<SideOfDay, 'sums' | 'known' | 'expected' | 'shared'>

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

/** `estimated`: a part was scaled up from the known part, or stated by a person; `unmeasured` is how much of the value that is. */
export type Figure = { value: number; estimated: boolean; unmeasured: number } | null
export type HourFigure = { value: number; estimated: boolean } | null

/**
 * The figures of one partition and local day. Null where the data is incomplete.
 *
 * - night minimum flow: smallest hourly mean of the hours that start inside the window (specification: 02:00 and 03:00 local);
 *   all of them must be known, since the smallest of the rest could only be too large, and measured: where the readings of a meter are many hours apart, its
 *   volume is shared out evenly over them, which is no flow of an hour.
 * - KL ratio = night minimum flow / average flow, both hourly (specification 1).
 * - consumption = what customers' meters counted + net supply of the bulk points below.
 * - leakage = supply - consumption; leakage rate = leakage / supply.
 * - net night flow = night minimum flow less the customers' own metered use in that same hour.
 * - consumption with a known share of at least `minimumCoverage`, but not all, is scaled up from the known part and marked `estimated`.
 * - supply of which at least `minimumSupplyCoverage` of the hours are known, but not all, is scaled up likewise.
 * - days that a person estimated or edited count, and mark every figure that they are part of. They are no readings: completeness is without them.
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
  const nightUse = night.slot === undefined || isUseShared(data, night.slot) ? null : consumptionOfHour(data, night.slot, minimumCoverage)

  const supplyCompleteness = measuredShareOf(supply)
  const consuming = consumingSides(data)
  const consumptionCompleteness = consuming.length > 0 ? measuredShareOf(...consuming) : null
  return {
    unknownBecause: leakage === null ? reasonOf(data, supplied) : null,
    supplyLitres: litres(supplyMillilitres),
    consumptionLitres: litres(used ? used.value : null),
    leakageLitres: litres(leakage),
    leakageRate: leakage !== null && supplyMillilitres! > 0 ? ratio(leakage / supplyMillilitres!) : null,
    nightMinimumFlowLitresPerHour: flow(night.minimum),
    nightMeanFlowLitresPerHour: flow(night.mean),
    nightUnknownBecause: night.minimum === null ? reasonOfNight(supply, night.isShared) : null,
    averageFlowLitresPerHour: flow(averageFlow),
    klRatio: night.minimum !== null && averageFlow !== null && averageFlow > 0 ? ratio(night.minimum / averageFlow) : null,
    completeness: Math.min(supplyCompleteness, consumptionCompleteness ?? 1),
    nightMinimumAt: instantOf(night.slot),
    minimumFlowLitresPerHour: flow(whole.minimum),
    minimumFlowAt: instantOf(whole.slot),
    netNightFlowLitresPerHour: night.minimum !== null && nightUse ? flow(night.minimum - nightUse.value) : null,
    supplyCompleteness,
    consumptionCompleteness,
    estimated: Boolean(supplied?.estimated || used?.estimated || nightUse?.estimated || (night.minimum !== null && supply.stated > 0)),
    supplyEstimatedLitres: litres(supplied ? supplied.unmeasured : null),
    consumptionEstimatedLitres: litres(used ? used.unmeasured : null),
  }
}

/** The night minimum flow of a day alone, litres per hour, as `figuresOfDay` has it. Of the sums the hours of the night window are enough. */
export const nightMinimumFlow = (
  calendar: ZoneCalendar,
  day: DayNumber,
  supply: SideOfHours,
  nightWindow: PartitionRules['nightWindow'],
): number | null => {
  const elapsedHours = (calendar.startOf(day + 1) - calendar.startOf(day)) / hourMilliseconds
  return flow(smallestHour(calendar.wallHoursOf(day), elapsedHours, supply, nightWindow).minimum)
}

const reasonOfNight = (supply: SideOfDay, isShared: boolean): NightUnknownReason => {
  if (supply.dayExpected === 0) return 'no-summary-meter'
  if (isSilent(supply)) return 'no-data'
  return isShared ? 'no-hours' : 'hours-missing'
}

const isUseShared = (data: PartitionDay, slot: number): boolean => consumingSides(data).some(({ shared }) => (shared?.[slot] ?? 0) > 0)

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
  { sums, known, expected, daySum, dayKnown, dayExpected, stated, statedSum }: SideOfDay,
  elapsedHours: number,
  minimumSupplyCoverage: number,
): Figure => {
  if (dayExpected === 0) return null
  if (dayKnown >= dayExpected) return { value: daySum, estimated: stated > 0, unmeasured: statedSum }
  if (minimumSupplyCoverage >= 1) return null
  let volume = 0
  let hours = 0
  for (let slot = 0; slot < sums.length; slot++) {
    if (expected[slot] === 0 || known[slot]! < expected[slot]!) continue
    volume += sums[slot]!
    hours += Math.min(1, elapsedHours - slot)
  }
  if (hours / elapsedHours < minimumSupplyCoverage) return null
  const value = (volume / hours) * elapsedHours
  return { value, estimated: true, unmeasured: value - volume + statedSum * (hours / elapsedHours) }
}

/**
 * Smallest and mean flow of the hours that start inside the window, millilitres per hour; null unless every one of them is known, and measured.
 * The last slot of a day may be shorter than an hour: what flowed in it is a flow only after division by its length.
 */
const smallestHour = (
  wallHours: readonly number[],
  elapsedHours: number,
  { sums, known, expected, shared }: SideOfHours,
  { fromHour, toHour }: PartitionRules['nightWindow'],
): { minimum: number | null; mean: number | null; slot: number | undefined; isShared: boolean } => {
  const unknown = { minimum: null, mean: null, slot: undefined, isShared: false }
  let minimum = Number.POSITIVE_INFINITY
  let sum = 0
  let hours = 0
  let slot: number | undefined
  for (let candidate = 0; candidate < wallHours.length; candidate++) {
    if (wallHours[candidate]! < fromHour || wallHours[candidate]! >= toHour) continue
    if (expected[candidate] === 0 || known[candidate]! < expected[candidate]!) return unknown
    if (shared && shared[candidate]! > 0) return { ...unknown, isShared: true }
    const slotHours = Math.min(1, elapsedHours - candidate)
    const hourlyFlow = sums[candidate]! / slotHours
    hours += slotHours
    sum += sums[candidate]!
    if (hourlyFlow < minimum) {
      minimum = hourlyFlow
      slot = candidate
    }
  }
  return slot === undefined ? unknown : { minimum, mean: sum / hours, slot, isShared: false }
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
): HourFigure => {
  const parts = [
    ...(hasSubMeters ? [knownOrScaled(consumption, slot, minimumCoverage)] : []),
    ...(bulkSupply ? [knownOrScaled(bulkSupply, slot, 1)] : []),
  ]
  return sumOf(parts.map((part) => part && { ...part, unmeasured: 0 }))
}

/** The net supply of an hour slot, millilitres; null unless every summary meter is known. */
export const supplyOfHour = (supply: SideOfDay, slot: number): HourFigure => knownOrScaled(supply, slot, 1)

/** Null where a part is unknown, or where there is no part. */
const sumOf = (figures: readonly Figure[]): Figure =>
  figures.length === 0
    ? null
    : figures.reduce<Figure>(
        (sum, figure) =>
          sum &&
          figure && {
            value: sum.value + figure.value,
            estimated: sum.estimated || figure.estimated,
            unmeasured: sum.unmeasured + figure.unmeasured,
          },
        { value: 0, estimated: false, unmeasured: 0 },
      )

/**
 * Volume counted by customers' meters. Days are known of meters whose readings span the day; where some are not, either the known meters' days or
 * the hours are scaled up, whichever is known to the larger share: a meter that lacks one hour should not be guessed for the whole day.
 */
const customersOfDay = (side: SideOfDay, minimumCoverage: number): Figure => {
  const { daySum, dayKnown, dayExpected, stated, statedSum } = side
  if (dayExpected === 0) return null
  const share = dayKnown / dayExpected
  if (share >= 1) return { value: daySum, estimated: stated > 0, unmeasured: statedSum }
  const scaled = daySum / share
  const byDay: Figure = share >= minimumCoverage ? { value: scaled, estimated: true, unmeasured: scaled - daySum + statedSum } : null
  if (completenessOf(side) <= share) return byDay
  let value = 0
  let known = 0
  for (let slot = 0; slot < side.expected.length; slot++) {
    const hour = knownOrScaled(side, slot, minimumCoverage)
    if (!hour) return byDay
    value += hour.value
    known += side.sums[slot]!
  }
  return { value, estimated: true, unmeasured: value - known + statedSum }
}

const knownOrScaled = ({ sums, known, expected, stated, shared }: SideOfDay, slot: number, minimumCoverage: number): HourFigure => {
  if (expected[slot] === 0) return null
  const coverage = known[slot]! / expected[slot]!
  if (coverage >= 1) return { value: sums[slot]!, estimated: stated > 0 || (shared?.[slot] ?? 0) > 0 }
  return coverage >= minimumCoverage ? { value: sums[slot]! / coverage, estimated: true } : null
}

/** Share of the expected meter hours that are known, 0 to 1, cut (not rounded) to six places, so that 1 means all. */
const completenessOf = (...sides: readonly Pick<SideOfDay, 'known' | 'expected'>[]): number => {
  let have = 0
  let should = 0
  for (const { known, expected } of sides)
    for (let slot = 0; slot < expected.length; slot++) {
      have += known[slot]!
      should += expected[slot]!
    }
  return should === 0 ? 0 : Math.floor((have / should) * 1e6) / 1e6
}

/** The same of those hours that readings say. */
const measuredShareOf = (...sides: readonly SideOfDay[]): number =>
  completenessOf(...sides.map(({ known, expected, stated }) => ({ expected, known: known.map((count) => Math.max(0, count - stated)) })))

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
