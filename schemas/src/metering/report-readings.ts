import { z } from 'zod'
import { formatText } from '../shared/format-texts.ts'
import { Count } from '../shared/quantity.ts'
import { recorded, text, verbatim } from '../shared/text.ts'
import { DeviceInstant, Instant, MeterNumber } from '../shared/values.ts'
import { ImportId } from './imports.ts'

/** Words a reading may carry about its meter or about itself. Unknown words are kept as they are, up to the stated length. */
export const ReadingFlag = z.string().regex(/^[a-z0-9][a-z0-9-]{0,39}$/, formatText('reading-flag'))

/**
 * One reading. Every field but `meter` and `at` is optional: absent is unknown, never zero.
 * This is the one schema of the hot path: the compiled validator of the gateway, OpenAPI and the documentation derive from it.
 */
export const Reading = z.object({
  meter: MeterNumber.meta({ description: 'number of the meter, as a string' }),
  at: z.union([DeviceInstant, z.int()]).meta({ description: 'when the meter was read: ISO 8601 instant or epoch milliseconds' }),
  litres: z.number().min(0).max(1e12).optional().meta({ description: 'cumulative forward register, litres (three decimals are kept)' }),
  deltaLitres: z.number().min(0).max(1e9).optional().meta({
    description: 'volume of the interval that ends at `at`, litres; needs `seconds`. Negative only of a meter that is declared two-way',
  }),
  seconds: z.int().min(1).max(2_678_400).optional().meta({ description: 'length of the interval of `deltaLitres`, seconds' }),
  reverseLitres: z.number().min(0).max(1e12).optional().meta({ description: 'cumulative reverse register, litres' }),
  flowLitresPerHour: z.number().min(-1e9).max(1e9).optional().meta({ description: 'instantaneous flow, litres per hour' }),
  pressureKilopascal: z.number().min(-100).max(10_000).optional().meta({ description: 'pressure, kPa above atmosphere' }),
  batteryMillivolt: z.number().min(0).max(100_000).optional().meta({ description: 'battery voltage, mV' }),
  temperatureCelsius: z.number().min(-60).max(120).optional().meta({ description: 'water temperature, degrees Celsius' }),
  valve: z.enum(['open', 'closed']).optional().meta({ description: 'state of the valve' }),
  flags: z.array(ReadingFlag).max(16).optional().meta({ description: 'words such as leak, burst, dry, reverse, tamper' }),
})
export type Reading = z.infer<typeof Reading>

export const readingFields = Object.keys(Reading.shape) as (keyof Reading)[]

/** Limits of the ingest endpoint. A frame above them is answered 413; a reading later than `futureSecondsMax` ahead is quarantined. */
export const frameLimits = {
  readingsMax: 50_000,
  bodyBytesMax: 16 * 1024 * 1024,
  futureSecondsMax: 24 * 3600,
  earliest: Date.UTC(2000, 0, 1),
} as const

export const Frame = z.object({
  frameId: verbatim(128).min(1),
  sentAt: Instant,
  readings: z.union([
    z.array(z.record(z.string(), z.unknown())).max(frameLimits.readingsMax),
    z.record(z.string(), z.array(z.unknown()).max(frameLimits.readingsMax)),
  ]),
})
export type Frame = z.infer<typeof Frame>

/** The state of a frame, for the gateway that sent it. */
export const FindFrame = z.object({ frameId: Frame.shape.frameId })

/** Why a reading was set aside. It stays visible in the quarantine with its frame, its index and what was sent. */
export const QuarantineReason = z.enum([
  'not-an-object',
  'meter-missing',
  'meter-malformed',
  'time-missing',
  'time-malformed',
  'time-in-future',
  'time-too-old',
  'value-missing',
  'not-a-number',
  'negative',
  'out-of-range',
  'interval-length-missing',
  'unknown-valve-state',
  'malformed-flags',
  'unknown-field',
  'unknown-device',
  'undecodable-payload',
])
export type QuarantineReason = z.infer<typeof QuarantineReason>

export const RejectedReading = z.object({
  index: z.int(),
  /** The meter that the reading names, where it names a well-formed number. */
  meter: MeterNumber.optional(),
  reason: QuarantineReason,
  field: recorded(200).optional(),
  value: recorded(200).optional(),
})
export type RejectedReading = z.infer<typeof RejectedReading>

/**
 * The answer to the gateway once the frame is durable. `position` is the frame's place in the log; null where the frame is durable in a
 * buffer before the log and has no place there yet.
 */
export const FrameAcknowledged = z.object({
  frameId: z.string(),
  accepted: z.int(),
  /** Exact repeats of a reading inside this frame; they are stored once. */
  duplicates: z.int(),
  rejected: z.array(RejectedReading),
  position: z.int().nullable(),
})
export type FrameAcknowledged = z.infer<typeof FrameAcknowledged>

/** A frame that is in the log, however it got there: the answer to its gateway, and its position. */
export const FrameStored = FrameAcknowledged.extend({ position: z.int() })
export type FrameStored = z.infer<typeof FrameStored>

/** How strongly the network heard a meter, dBm. */
export const SignalStrength = z.object({ meter: MeterNumber, decibelMilliwatt: z.number().min(-200).max(50) })
export type SignalStrength = z.infer<typeof SignalStrength>

/** Data of `metering.ReadingsReported`. The readings themselves are the event's packed columns (docs/frame-layout.md). */
export const ReadingsReported = z.object({
  frameId: recorded(128),
  gateway: text(63),
  source: z.enum(['frames', 'chirpstack', 'the-things-stack', 'wmbusmeters', 'import', 'manual']),
  sentAt: Instant,
  receivedAt: Instant,
  accepted: Count,
  duplicates: Count,
  rejected: z.array(RejectedReading).max(frameLimits.readingsMax),
  meterCount: Count,
  /** Words that meters themselves said in this frame, such as leak or burst, each once; absent when none did. */
  flags: z.array(ReadingFlag).max(50).optional(),
  /** Of each meter of a network server's message the strongest reception, where the message names it. */
  signals: z.array(SignalStrength).max(frameLimits.readingsMax).optional(),
  /** Instants of the earliest and the latest reading; null when every reading was rejected. */
  firstAt: Instant.nullable(),
  lastAt: Instant.nullable(),
  /** The import that brought the frame: its readings outrank those of gateways, and go when it is withdrawn. */
  importId: ImportId.optional(),
  /** Position of the quarantined frame that was read again: this one takes the place of its rows in the quarantine. */
  retryOf: Count.optional(),
  /** The sent message as text, when a part of it was rejected or could not be decoded (cut at 4,000 characters). */
  raw: recorded(4000).optional(),
})
export type ReadingsReported = z.infer<typeof ReadingsReported>
