import { z } from 'zod'
import { Position } from '../shared/quantity.ts'
import { text } from '../shared/text.ts'
import { Instant, LocalDate, MeterNumber, TimeZone } from '../shared/values.ts'
import { QuarantineReason } from './report-readings.ts'

/** Words that the service itself adds to a day of readings. */
export const DayFlag = z.enum(['gap', 'backflow-noise', 'step-back', 'implausible-jump', 'rollover', 'conflicting', 'corrected', 'overlap'])
export type DayFlag = z.infer<typeof DayFlag>

export const ListMeterReadings = z.object({
  number: MeterNumber,
  from: LocalDate,
  to: LocalDate,
  limit: z.coerce.number().int().min(1).max(10_000).default(2_000),
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
  from: LocalDate,
  to: LocalDate,
  resolution: z.enum(['hour', 'day', 'month']).default('hour'),
})

/** Volumes of one meter. `volumeLitres` is null when unknown; `measuredLitres` is what the register or the intervals did count in that time. */
export const MeterVolumeRow = z.object({
  from: Instant,
  volumeLitres: z.number().nullable(),
  measuredLitres: z.number(),
  completeness: z.number(),
  flags: z.string(),
})
export type MeterVolumeRow = z.infer<typeof MeterVolumeRow>

export const MeterReadings = z.object({ number: MeterNumber, timeZone: TimeZone, rows: z.array(MeterReadingRow) })
export const MeterVolumes = z.object({ number: MeterNumber, timeZone: TimeZone, rows: z.array(MeterVolumeRow) })

export const ListQuarantine = z.object({
  limit: z.coerce.number().int().min(1).max(500).default(50),
  before: Position.optional(),
  page: z.coerce.number().int().min(1).max(100_000).default(1),
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
  limit: z.coerce.number().int().min(1).max(500).default(50),
  after: text(64).default(''),
  page: z.coerce.number().int().min(1).max(100_000).default(1),
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
