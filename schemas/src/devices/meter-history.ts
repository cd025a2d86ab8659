import { z } from 'zod'
import { Actor } from '../shared/actors.ts'
import { Position } from '../shared/quantity.ts'
import { Instant, MeterNumber } from '../shared/values.ts'

/** Events before a position, newest first. */
export const ListMeterHistory = z.object({
  number: MeterNumber,
  before: Position.optional().meta({ description: 'only events before this one: the `next` of the answer before' }),
  limit: z.coerce.number().int().min(1).max(500).default(50),
})

export const MeterHistoryType = z.enum([
  'devices.MeterRegistered',
  'devices.MeterReplaced',
  'devices.MeterDetailsChanged',
  'devices.RegisterResetRecorded',
  'devices.RegisterResetWithdrawn',
  'metering.ReadingCorrected',
  'metering.ReadingCorrectionWithdrawn',
])

/**
 * What a person did to a meter: when, by whom, why, and the number of the event. `at` is the instant that it concerns; `registerLitres` is
 * the register that was stated for it, of a reset and a replacement the last one before it, and `initialLitres` the first one after it.
 */
export const MeterHistoryRow = z.object({
  position: z.int(),
  recordedAt: Instant,
  recordedBy: Actor,
  type: MeterHistoryType,
  reason: z.string().nullable(),
  at: Instant.nullable(),
  registerLitres: z.number().nullable(),
  initialLitres: z.number().nullable(),
  replacedBy: z.string().nullable(),
  correctionId: z.string().nullable(),
  /** True of a correction or a reset that was withdrawn later. */
  isWithdrawn: z.boolean(),
})
export type MeterHistoryRow = z.infer<typeof MeterHistoryRow>

/** `next` is null where no older event follows. */
export const MeterHistory = z.object({ rows: z.array(MeterHistoryRow), next: Position.nullable() })
