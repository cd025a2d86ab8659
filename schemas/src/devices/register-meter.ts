import { z } from 'zod'
import { FlowLitresPerHour, RegisterLitres, VolumeLitres } from '../shared/quantity.ts'
import { text } from '../shared/text.ts'
import { Instant, Latitude, Longitude, MeterNumber, TimeZone } from '../shared/values.ts'
import { meterFields } from './meter-fields.ts'

/** A year: after a longer pause nothing is known of the hours in between, whatever the meter. */
const gapSecondsMax = 366 * 86_400

/** Rules by which a meter's registers become volumes. All litres and seconds; absent means the default of `domain/metering`. */
export const RegisterRules = z.object({
  /** Register width: the value at which the register rolls over to zero, e.g. 1e9 for a six-digit m3 register with three decimals. */
  registerWidthLitres: VolumeLitres.optional(),
  /** A step back up to this is noise (default 10 l); a larger one is flagged and not turned into consumption. */
  backflowToleranceLitres: RegisterLitres.optional(),
  /** More than this between two readings cannot be water (Q4 of the meter's size). */
  maximumFlowLitresPerHour: FlowLitresPerHour.optional(),
  /** Hours inside a longer pause between readings are unknown (default 3 h). */
  maximumGapSeconds: z.int().positive().max(gapSecondsMax).optional(),
})

export const MeterDetails = z.object({
  number: MeterNumber,
  /** The zone whose hour marks and days count for this meter; the tenant's zone when absent. */
  timeZone: TimeZone.optional(),
  name: text(100).optional(),
  address: text(200).optional(),
  /** Nominal diameter in millimetres. */
  caliberMillimetres: z.int().positive().max(3000).optional(),
  /** When the meter went into the pipe, where that was before its registration here: from then on it may be replaced. */
  installedAt: Instant.optional(),
  longitude: Longitude.optional(),
  latitude: Latitude.optional(),
  hasValve: z.boolean().default(false),
  ...RegisterRules.shape,
  ...meterFields,
})
export type MeterDetails = z.infer<typeof MeterDetails>

export const RegisterMeter = z.object({
  type: z.literal('RegisterMeter'),
  ...MeterDetails.shape,
  /** The meter is in storage; otherwise it is in the pipe. */
  isStored: z.boolean().optional(),
})
export type RegisterMeter = z.infer<typeof RegisterMeter>

export const MeterRegistered = z.object({ ...MeterDetails.shape, timeZone: TimeZone, registeredAt: Instant })
export type MeterRegistered = z.infer<typeof MeterRegistered>

/** Registers up to a thousand meters at once: each is decided on its own, the answer says which were refused and why. */
export const RegisterMeters = z.object({ meters: z.array(MeterDetails).min(1).max(1000) })
export const MetersRegistered = z.object({
  registered: z.int(),
  refused: z.array(z.object({ number: z.string(), code: z.string() })),
  position: z.int(),
})
