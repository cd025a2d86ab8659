import { z } from 'zod'
import { PersonName } from '../shared/actors.ts'
import { endpoint } from '../shared/endpoint.ts'
import { boundedTotal, fromEnd } from '../shared/list-page.ts'
import { createdWithin, paging } from '../shared/lists.ts'
import { Measured, RegisterLitres } from '../shared/quantity.ts'
import { lines, text } from '../shared/text.ts'
import { Instant, MeterNumber } from '../shared/values.ts'

/** A UUID of version 7, which the reader's device chooses: a reading that is sent again is the same one, and a later one outranks it. */
const ReadingId = z.uuidv7()

const PlanRefusal = z.enum(['walk-by-unknown', 'walk-by-meter-foreign', 'walk-by-cancelled', 'walk-by-closed'])
export type PlanRefusal = z.infer<typeof PlanRefusal>

/**
 * A register that a person read at the meter. It ranks as a correction does: above gateways and imports, and of two for one instant the one
 * that was taken later counts.
 */
export const TakeManualReading = z.object({
  type: z.literal('TakeManualReading'),
  readingId: ReadingId,
  number: MeterNumber,
  at: Instant,
  litres: RegisterLitres,
  /** The walk-by plan that it belongs to. */
  planId: z.uuid().optional(),
  /** The photo of this reading, sent before: the same identifier. */
  photoId: z.uuid().optional(),
  note: lines(200).default(''),
  /** The reader has looked again: an implausible register is taken as it is. */
  isConfirmed: z.boolean().default(false),
  /** The register before, and the largest plausible volume since; null where unknown. */
  previousLitres: Measured.nullable(),
  plausibleUntilLitres: Measured.nullable(),
  /** Why the plan does not take it; null where it does, or where there is none. */
  planRefusal: PlanRefusal.nullable(),
})
export type TakeManualReading = z.infer<typeof TakeManualReading>

export const ManualReadingTaken = z.object({
  readingId: ReadingId,
  number: MeterNumber,
  at: Instant,
  litres: RegisterLitres,
  planId: z.uuid().nullable(),
  photoId: z.uuid().nullable(),
  note: lines(200),
  isConfirmed: z.boolean(),
  previousLitres: Measured.nullable(),
  takenAt: Instant,
})
export type ManualReadingTaken = z.infer<typeof ManualReadingTaken>

export const ManualReadingRow = z.object({
  manualReadingId: z.int(),
  meterNo: MeterNumber,
  readAt: Instant,
  litres: z.number(),
  previousLitres: z.number().nullable(),
  note: z.string(),
  isConfirmed: z.boolean(),
  planId: z.string().nullable(),
  /** An earlier reading of the same meter arrived in the same round: both are kept, and a clerk compares them. */
  isRepeated: z.boolean(),
  /** Good for some hours; empty without a picture. */
  photoUrl: z.string(),
  takenBy: PersonName.nullable(),
  takenAt: Instant,
})
export type ManualReadingRow = z.infer<typeof ManualReadingRow>

export const IsRepeated = z.enum({ no: '0', yes: '1' })
export const manualReadingFilter = { meterNo: text(64).optional(), planId: z.uuid().optional(), isRepeated: IsRepeated.optional() }
const path = '/prod-api/business/manualReading'

export const listManualReadings = endpoint({
  method: 'GET',
  path: `${path}/list`,
  permission: 'metering:readings:read',
  summary: 'Registers that people read at the meter, newest first; beginTime and endTime are when they were taken',
  envelope: 'rows',
  sorts: [],
  request: z.object({ ...manualReadingFilter, ...createdWithin, ...paging, ...fromEnd }),
  response: z.object({ rows: z.array(ManualReadingRow), ...boundedTotal }),
})

/** A reading as others of the same round see it. */
export const RoundReading = z.object({ readAt: Instant, litres: z.number(), takenBy: PersonName.nullable() })

export const takeManualReading = endpoint({
  method: 'POST',
  path,
  permission: 'metering:manualReading:take',
  summary: 'A register that a person read at the meter; the same readingId again has no further effect',
  request: TakeManualReading.omit({ type: true, previousLitres: true, plausibleUntilLitres: true, planRefusal: true }),
  response: z.object({
    position: z.int(),
    /** The reading of the same meter that arrived in the same round before this one; both are kept. */
    earlier: RoundReading.nullable(),
  }),
})

/** Of a photo: a register is legible in less, and a device without a network keeps many. */
export const readingPhotoBytesMax = 1024 * 1024

export const sendReadingPhoto = endpoint({
  method: 'POST',
  path: `${path}/photo`,
  permission: 'metering:manualReading:take',
  summary: 'The photo of a reading that is sent afterwards: PNG or JPEG, 1 MB at most; the same readingId again has no further effect',
  upload: 'file',
  request: z.object({ readingId: ReadingId }),
  response: z.object({ photoId: z.uuid() }),
})

/** The last register, and the plausible present one. Litres. */
export const PreviousReading = z.object({
  previousAt: Instant.nullable(),
  previousLitres: z.number().nullable(),
  /** By the mean of the known days before, and the most that may have flowed; null without a history. */
  expectedLitres: z.number().nullable(),
  plausibleUntilLitres: z.number().nullable(),
  /** The mean of the known days before, so that a device without a network computes both for another instant. */
  litresPerDay: z.number().nullable(),
})

export const findPreviousReading = endpoint({
  method: 'GET',
  path: '/api/v1/meters/:number/previous-reading',
  permission: 'metering:manualReading:take',
  summary: 'The last register of a meter before an instant, and what it plausibly shows then',
  request: z.object({ number: MeterNumber, at: Instant.optional() }),
  response: PreviousReading,
})
