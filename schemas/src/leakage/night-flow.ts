import { z } from 'zod'
import { dayRange } from '../shared/day-range.ts'
import { pageOfList } from '../shared/list-page.ts'
import { Position } from '../shared/quantity.ts'
import { Instant, LocalDate, PartitionId, TimeZone } from '../shared/values.ts'
import { Direction, Thresholds } from './partition.ts'

/** A moment of the past: a position of the log or an instant. */
export const AsOf = z.union([Position, Instant]).meta({
  description:
    'Answers with what was known then: an instant (ISO 8601 with its zone) or a position of the log. Absent: what is known now. The log is read up to it, so two such requests run at once and further ones are answered 503. A moment in the future is refused.',
})

export const NightFlowByPartition = z.object({
  id: PartitionId,
  ...dayRange,
  asOf: AsOf.optional(),
})

/**
 * Why the leakage of a day is unknown, the first reason that applies: the point has no summary meter, no meter reported anything of the day,
 * the supply is incomplete, no sub-meters are associated here or below, or the consumption is incomplete.
 */
export const UnknownReason = z.enum(['no-summary-meter', 'no-data', 'supply-incomplete', 'no-sub-meters', 'consumption-incomplete'])
export type UnknownReason = z.infer<typeof UnknownReason>

/** Why the night minimum of a day is unknown: `no-hours` where a summary meter's readings are too far apart to measure the flow of an hour. */
export const NightUnknownReason = z.enum(['no-summary-meter', 'no-data', 'hours-missing', 'no-hours'])
export type NightUnknownReason = z.infer<typeof NightUnknownReason>

/** One local day of one partition. Null means unknown: the data was incomplete, never zero by default. */
export const NightFlowRow = z.object({
  date: LocalDate,
  supplyLitres: z.number().nullable(),
  consumptionLitres: z.number().nullable(),
  leakageLitres: z.number().nullable(),
  leakageRate: z.number().nullable(),
  nightMinimumFlowLitresPerHour: z.number().nullable(),
  nightMeanFlowLitresPerHour: z.number().nullable(),
  /** Null where the night minimum is known. Net night flow is unknown too where a customer's meter has no hours. */
  nightUnknownBecause: NightUnknownReason.nullable(),
  averageFlowLitresPerHour: z.number().nullable(),
  klRatio: z.number().nullable(),
  /** Share of the expected meter hours that readings say; hours of days that a person estimated or edited count, and are not in it. */
  completeness: z.number(),
  nightMinimumAt: Instant.nullable(),
  /** Smallest hourly mean of the whole day and when it fell: outside the window it points to tank filling or industry. */
  minimumFlowLitresPerHour: z.number().nullable(),
  minimumFlowAt: Instant.nullable(),
  /** 20th percentile of the night minima of this day and the six before it; null with fewer than four of them. */
  nightMinimumRolling7DayP20LitresPerHour: z.number().nullable(),
  /** Night minimum less the customers' own metered use in that same hour. */
  netNightFlowLitresPerHour: z.number().nullable(),
  supplyCompleteness: z.number(),
  /** Share of the sub-meters' hours that readings say; null where the partition has no sub-meters. */
  consumptionCompleteness: z.number().nullable(),
  /**
   * True where a missing part was scaled up from the known part, as `minimumCoverage` or `minimumSupplyCoverage` of the partition allow, and where
   * the day of a meter counts as a person estimated or edited it.
   */
  estimated: z.boolean(),
  /** How much of supply and consumption that is; 0 where all of it was measured, null where it is unknown. */
  supplyEstimatedLitres: z.number().nullable(),
  consumptionEstimatedLitres: z.number().nullable(),
  /** Null where the leakage is known. */
  unknownBecause: UnknownReason.nullable(),
})
export type NightFlowRow = z.infer<typeof NightFlowRow>

/** With `asOf`: how many events of then these figures lack because they cannot be projected. Absent where there is none. */
const leftOutEvents = z.int().optional()

export const PartitionNightFlow = z.object({
  id: PartitionId,
  name: z.string(),
  timeZone: TimeZone,
  rows: z.array(NightFlowRow),
  leftOutEvents,
})

export const PartitionBalance = z.object({ id: PartitionId, ...dayRange, asOf: AsOf.optional() })
export type PartitionBalance = z.output<typeof PartitionBalance>
/** Production against sales over the days from..to; only days whose both sides are known count. */
export const BalanceRow = z.object({
  partitionId: PartitionId,
  name: z.string(),
  level: z.int(),
  /** Days from..to; how many of them are known, and how many of those are estimated in part. */
  days: z.int(),
  daysKnown: z.int(),
  daysEstimated: z.int(),
  supplyLitres: z.number().nullable(),
  consumptionLitres: z.number().nullable(),
  /** How much of supply and consumption is estimated or edited. */
  supplyEstimatedLitres: z.number().nullable(),
  consumptionEstimatedLitres: z.number().nullable(),
  leakageLitres: z.number().nullable(),
  leakageRate: z.number().nullable(),
  /** Leakage on this point's own mains: its leakage less that of the points below it that have customers' meters. */
  ownLeakageLitres: z.number().nullable(),
})
export type BalanceRow = z.infer<typeof BalanceRow>

export const PartitionFlow = z.object({
  id: PartitionId,
  ...dayRange,
  resolution: z.enum(['hour', 'day', 'month']).default('hour'),
  asOf: AsOf.optional(),
})
export const FlowRow = z.object({
  at: Instant,
  supplyLitresPerHour: z.number().nullable(),
  consumptionLitresPerHour: z.number().nullable(),
  /** A part of it was scaled up, or is of a day that a person estimated or edited. */
  supplyEstimated: z.boolean(),
  consumptionEstimated: z.boolean(),
})
export type FlowRow = z.infer<typeof FlowRow>
export const PartitionFlowAnswer = z.object({
  id: PartitionId,
  timeZone: TimeZone,
  nightWindow: z.object({ fromHour: z.int(), toHour: z.int() }),
  rows: z.array(FlowRow),
  leftOutEvents,
})

export const PartitionBalanceAnswer = z.object({ rows: z.array(BalanceRow), leftOutEvents })

export const PartitionRow = z.object({
  id: PartitionId,
  name: z.string(),
  parentId: PartitionId.nullable(),
  rootId: PartitionId,
  level: z.int(),
  timeZone: TimeZone,
  nightWindow: z.object({ fromHour: z.int(), toHour: z.int() }),
  minimumCoverage: z.number(),
  /** 1 where supply is never estimated. */
  minimumSupplyCoverage: z.number(),
  thresholds: Thresholds,
  /** Every period of every inlet and outlet; null is no bound. */
  summaryMeters: z.array(z.object({ number: z.string(), direction: Direction, from: LocalDate.nullable(), to: LocalDate.nullable() })),
  /** Sub-meters whose membership has not ended. */
  subMeterCount: z.int(),
  boundary: z.array(z.tuple([z.number(), z.number()])).nullable(),
  leaderName: z.string().nullable(),
  leaderPhone: z.string().nullable(),
  firstDay: LocalDate.nullable(),
  lastDay: LocalDate.nullable(),
  /** The latest day whose figures are complete, for lists and the map. */
  latest: NightFlowRow.nullable(),
})
export type PartitionRow = z.infer<typeof PartitionRow>
/** One period of a meter at a metering point; `from` counts, `to` does not, and null is no bound. */
export const PartitionMember = z.object({
  number: z.string(),
  name: z.string().nullable(),
  role: z.enum(['summary', 'sub']),
  direction: Direction.nullable(),
  from: LocalDate.nullable(),
  to: LocalDate.nullable(),
})
export type PartitionMember = z.infer<typeof PartitionMember>
export const PartitionList = z.object({ rows: z.array(PartitionRow), ...pageOfList, leftOutEvents })
