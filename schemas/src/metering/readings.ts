import { z } from 'zod'
import { PersonName } from '../shared/actors.ts'
import { dayRange } from '../shared/day-range.ts'
import { HowKnown } from '../shared/how-known.ts'
import { fromEnd, orderedBy } from '../shared/list-page.ts'
import { Position } from '../shared/quantity.ts'
import { text } from '../shared/text.ts'
import { typedNumber } from '../shared/typed-number.ts'
import { Instant, MeterNumber, TimeZone } from '../shared/values.ts'
import { QuarantineReason } from './report-readings.ts'

/** Words that the service itself adds to a day of readings. */
export const DayFlag = z.enum(['gap', 'backflow-noise', 'step-back', 'implausible-jump', 'rollover', 'conflicting', 'corrected', 'overlap'])
export type DayFlag = z.infer<typeof DayFlag>

export const ListMeterReadings = z.object({
  number: MeterNumber,
  ...dayRange,
  limit: typedNumber()
    .int()
    .min(1)
    .max(10_000)
    .default(2_000)
    .meta({ description: 'readings of one answer, at most 10000; where more follow, `next` is not null' }),
  after: Instant.optional().meta({ description: 'only readings after this instant: the `next` of the answer before' }),
})

export const MeterReadingRow = z.object({
  at: Instant,
  litres: z.number().nullable(),
  deltaLitres: z.number().nullable(),
  seconds: z.int().nullable(),
  reverseLitres: z.number().nullable(),
  flowLitresPerHour: z.number().nullable(),
  pressureKilopascal: z.number().nullable(),
  batteryMillivolt: z.number().nullable(),
  temperatureCelsius: z.number().nullable(),
  valve: z.enum(['open', 'closed']).nullable(),
  flags: z.string(),
})
export type MeterReadingRow = z.infer<typeof MeterReadingRow>

export const ListMeterVolumes = z.object({
  number: MeterNumber,
  ...dayRange,
  resolution: z.enum(['hour', 'day', 'month']).default('hour'),
})

/**
 * Why a volume is unknown: no reading of the meter or its predecessors falls into the day (of a month: into any of its days), or the readings
 * do not cover the time or are no water.
 */
export const VolumeUnknownReason = z.enum(['no-data', 'incomplete'])

/**
 * Volumes of one meter, one row for each hour, day or month of the range. `volumeLitres` is null when unknown. `measuredLitres` is what the
 * register or the intervals counted in that time; null where nothing was read, and in unknown hours.
 */
export const MeterVolumeRow = z.object({
  from: Instant,
  volumeLitres: z.number().nullable(),
  measuredLitres: z.number().nullable(),
  completeness: z.number(),
  /** Words of the readings and of the computation that concern this row: of an hour those of the hour, not of its day. */
  flags: z.string(),
  unknownBecause: VolumeUnknownReason.nullable(),
  /** How the volume is known; null while it is unknown. A month with one edited day is edited, else with one estimated day estimated. */
  how: HowKnown.nullable(),
  /** Of an estimated or edited day: who decided it, and why. */
  decidedBy: PersonName.nullable(),
  decidedBecause: z.string().nullable(),
})
export type MeterVolumeRow = z.infer<typeof MeterVolumeRow>

export const MeterReadings = z.object({ number: MeterNumber, timeZone: TimeZone, rows: z.array(MeterReadingRow), next: Instant.nullable() })
export const MeterVolumes = z.object({ number: MeterNumber, timeZone: TimeZone, rows: z.array(MeterVolumeRow) })

export const ListQuarantine = z.object({
  limit: typedNumber().int().min(1).max(500).default(50),
  before: Position.optional(),
  page: typedNumber().int().min(1).max(100_000).default(1),
  ...fromEnd,
  meter: MeterNumber.optional(),
})
export const QuarantinedRow = z.object({
  position: z.int(),
  index: z.int(),
  meter: z.string().nullable(),
  gateway: z.string(),
  frameId: z.string(),
  receivedAt: Instant,
  reason: QuarantineReason,
  field: z.string().nullable(),
  value: z.string().nullable(),
})
export type QuarantinedRow = z.infer<typeof QuarantinedRow>

export const ListUnclaimed = z.object({
  ...orderedBy(['number', 'frames', 'firstPosition', 'lastPosition', 'firstSeenAt', 'lastSeenAt']),
  limit: typedNumber().int().min(1).max(500).default(50),
  /** Goes on after a number; only with the default order. */
  after: text(64).default(''),
  page: typedNumber().int().min(1).max(100_000).default(1),
  ...fromEnd,
  search: text(64).default(''),
})
/** A number without a registered meter: how many frames report it, and when the first and the latest of them arrived. */
export const UnclaimedRow = z.object({
  number: z.string(),
  frames: z.int(),
  firstPosition: z.int(),
  lastPosition: z.int(),
  firstSeenAt: Instant,
  lastSeenAt: Instant,
})
export type UnclaimedRow = z.infer<typeof UnclaimedRow>
