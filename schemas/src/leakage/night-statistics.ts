import { z } from 'zod'
import { dayRange } from '../shared/day-range.ts'
import { endpoint } from '../shared/endpoint.ts'
import { typedNumber } from '../shared/typed-number.ts'
import { LocalDate, PartitionId, TimeZone } from '../shared/values.ts'

/** Figures of a night: the night minimum, and the same less the customers' own use. */
export const NightMeasure = z.enum(['minimum', 'net'])
export type NightMeasure = z.infer<typeof NightMeasure>

/** Days of one answer: three years and a day. */
export const nightStatisticsDaysMax = 1_097
/** Classes of one distribution. */
export const nightClassesMax = 20

/** Seasons of three months, which begin with that of December. */
export const Season = z.enum(['dec-feb', 'mar-may', 'jun-aug', 'sep-nov'])
export type Season = z.infer<typeof Season>

/** The nights of a group, litres an hour. */
export const NightDistribution = z.object({
  nights: z.int(),
  lowest: z.number(),
  p20: z.number(),
  median: z.number(),
  p80: z.number(),
  highest: z.number(),
})
export type NightDistribution = z.infer<typeof NightDistribution>

export const NightClass = z.object({ from: z.number(), to: z.number(), nights: z.int() })
export type NightClass = z.infer<typeof NightClass>

/** Nights before an event, and from its day on. */
export const NightChange = z.object({
  day: LocalDate,
  before: NightDistribution,
  after: NightDistribution,
  /** How much more the nights after it have, with its 95 % interval. */
  shift: z.number(),
  low: z.number(),
  high: z.number(),
})
export type NightChange = z.infer<typeof NightChange>

export const NightTemperature = z.object({
  nights: z.int(),
  /** Litres an hour by degree. */
  slopePerCelsius: z.number(),
  /** Rank correlation, -1 to 1. */
  correlation: z.number(),
})
export type NightTemperature = z.infer<typeof NightTemperature>

/** When a survey for hidden leaks pays. */
export const EconomicIntervention = z.object({
  /** By how much the leakage of a day rises in a year; zero where it does not. */
  riseLitresPerDayYear: z.number(),
  intervalMonths: z.number().nullable(),
  /** Share of the network to survey in a year; above one it is surveyed more often. */
  surveyedYearlyShare: z.number().nullable(),
  budgetMinorPerYear: z.number().nullable(),
  /** Leakage of hidden leaks at this interval. */
  hiddenLitresPerYear: z.number().nullable(),
})
export type EconomicIntervention = z.infer<typeof EconomicIntervention>

export const NightStatistics = z.object({
  partitionId: PartitionId,
  name: z.string(),
  timeZone: TimeZone,
  days: z.int(),
  all: NightDistribution.nullable(),
  classes: z.array(NightClass).max(nightClassesMax),
  /** Monday is 1. */
  weekdays: z.array(z.object({ weekday: z.int().min(1).max(7), ...NightDistribution.shape })).max(7),
  seasons: z.array(z.object({ season: Season, ...NightDistribution.shape })).max(4),
  change: NightChange.nullable(),
  temperature: NightTemperature.nullable(),
  /** Null with fewer than 28 known nights. */
  intervention: EconomicIntervention.nullable(),
  /** The price of water that counts, in the currency. */
  pricePerCubicMetre: z.number().nullable(),
})
export type NightStatistics = z.infer<typeof NightStatistics>

export const nightStatistics = endpoint({
  method: 'GET',
  path: '/api/v1/partitions/:id/night-statistics',
  permission: 'leakage:partition:read',
  summary:
    'Distribution of the nights of a metering point: over all of them, by weekday, by season, before and after a day, against water temperature, and the economic interval of surveys',
  request: z.object({
    id: PartitionId,
    ...dayRange,
    measure: NightMeasure.default('minimum'),
    event: LocalDate.optional().meta({ description: 'the day of an event that parts the nights before it from those after it' }),
    surveyCost: typedNumber()
      .min(0.01)
      .max(1e9)
      .optional()
      .meta({ description: 'what one survey of the whole metering point costs, in the currency of the utility' }),
  }),
  response: NightStatistics,
})
