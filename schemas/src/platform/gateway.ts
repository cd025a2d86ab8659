import { z } from 'zod'
import { Instant } from '../shared/values.ts'

export const GatewayName = z.string().regex(/^[a-z0-9][a-z0-9-]{0,62}$/, 'lower-case letters, digits and hyphens, 1 to 63')

export const CreateGateway = z.object({ name: GatewayName })
/** The key is shown this once; only its hash is kept. */
export const GatewayCreated = z.object({ name: GatewayName, key: z.string() })

export const RevokeGateway = z.object({ name: GatewayName })

export const GatewayRow = z.object({
  name: GatewayName,
  createdAt: Instant,
  revokedAt: Instant.nullable(),
  lastSeenAt: Instant.nullable(),
  frames: z.int(),
  readings: z.int(),
  rejected: z.int(),
})
export type GatewayRow = z.infer<typeof GatewayRow>

/** Units that a field of a codec's output may come in. */
export const SourceUnit = z.enum(['l', 'm3', 'dm3', 'gal', 'ft3', 'l/h', 'l/min', 'l/s', 'm3/h', 'kPa', 'bar', 'mbar', 'mV', 'V', 'degC'])

/** Where a reading's field stands in the codec's output (dot path) and in which unit; `bad` lists values that mean unknown. */
export const FieldMapping = z.object({ path: z.string().min(1).max(200), unit: SourceUnit.optional(), bad: z.array(z.union([z.number(), z.string()])).max(20).optional() })

/** How one device profile's decoded payload becomes readings. Stored per tenant; working defaults ship with the service. */
export const DeviceProfileMapping = z.object({
  profile: z.string().min(1).max(100),
  /** Dot path of the meter's number; the device's own identifier when absent. */
  meter: z.string().max(200).optional(),
  /** Dot path of the reading's time; the network's receive time when absent. */
  at: z.string().max(200).optional(),
  litres: FieldMapping.optional(),
  reverseLitres: FieldMapping.optional(),
  flowLitresPerHour: FieldMapping.optional(),
  pressureKilopascal: FieldMapping.optional(),
  batteryMillivolt: FieldMapping.optional(),
  temperatureCelsius: FieldMapping.optional(),
  valve: FieldMapping.optional(),
  /** Dot paths whose words become flags. */
  flags: z.array(z.string().max(200)).max(8).optional(),
  /** A list of past values: each entry becomes a reading of its own. */
  history: z
    .object({
      path: z.string(),
      /** Inside an entry: its time and its register. Or plain numbers: deltas of `everySeconds`, forward from `start`. */
      at: z.string().optional(),
      litres: FieldMapping.optional(),
      everySeconds: z.int().positive().optional(),
      deltaUnit: SourceUnit.optional(),
      /** Register before the first delta and its time (dot paths), when entries are deltas. */
      startLitres: FieldMapping.optional(),
      startAt: z.string().optional(),
    })
    .optional(),
})
export type DeviceProfileMapping = z.infer<typeof DeviceProfileMapping>
