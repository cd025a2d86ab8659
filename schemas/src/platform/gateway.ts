import { z } from 'zod'
import { Measured } from '../shared/quantity.ts'
import { text } from '../shared/text.ts'
import { GatewayName, Instant, TimeZone } from '../shared/values.ts'
import { GatewayDownlink } from './gateway-downlink.ts'

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
  /** How valve commands are pushed; null where the gateway polls for them. */
  downlink: GatewayDownlink.nullable(),
})
export type GatewayRow = z.infer<typeof GatewayRow>

/** Units that a field of a codec's output may come in. */
export const SourceUnit = z.enum(['l', 'm3', 'dm3', 'gal', 'ft3', 'l/h', 'l/min', 'l/s', 'm3/h', 'kPa', 'bar', 'mbar', 'mV', 'V', 'degC'])

/**
 * Path of a reading's field in the codec's output, and its unit; `bad` lists values that mean unknown.
 * A path goes by dots (`register.total`); `a|b` takes the first that is there; `.` is the entry itself; `$.` starts at the
 * whole message instead of the codec's output, so that `$.deviceInfo.tags.meter` can name the meter.
 */
export const FieldMapping = z.object({
  path: text(200).min(1),
  unit: SourceUnit.optional(),
  bad: z
    .array(z.union([Measured, text(100)]))
    .max(20)
    .optional(),
})

/** Codecs that ship with the service, for devices whose network server decodes nothing. */
export const PayloadCodec = z.enum(['axioma-qalcosonic-w1', 'kamstrup-mbus'])
export type PayloadCodec = z.infer<typeof PayloadCodec>

/** How one device profile's decoded payload becomes readings. Stored per tenant; working defaults ship with the service. */
export const DeviceProfileMapping = z.object({
  profile: text(100).min(1),
  /** Decodes the raw bytes here, before the network server's own decoding is used. */
  codec: PayloadCodec.optional(),
  /** Zone of times that come without one (a meter's own clock); UTC when absent. */
  timeZone: TimeZone.optional(),
  /** Media that are taken although they do not say water, for meters whose telegrams name a wrong one. */
  media: z.array(text(60)).max(10).optional(),
  /** Dot path of the meter's number; the device's own identifier when absent. */
  meter: text(200).optional(),
  /** Dot path of the reading's time; the network's receive time when absent. */
  at: text(200).optional(),
  litres: FieldMapping.optional(),
  reverseLitres: FieldMapping.optional(),
  flowLitresPerHour: FieldMapping.optional(),
  pressureKilopascal: FieldMapping.optional(),
  batteryMillivolt: FieldMapping.optional(),
  temperatureCelsius: FieldMapping.optional(),
  valve: FieldMapping.optional(),
  /** Dot paths whose words become flags; of a path that is true or not zero, its last part is the word. */
  flags: z.array(text(200)).max(12).optional(),
  /** A list of past values: each entry becomes a reading of its own. */
  history: z
    .object({
      /** A list, or numbered fields with a star for the number (`delta_*_m3`), whose `at` may carry the same star. */
      path: text(200),
      /** Entries that say otherwise here are passed over, such as those that are no volumes. */
      where: z.object({ path: text(200), equals: text(100) }).optional(),
      /** Inside an entry: its time and its register. Or plain numbers: deltas of `everySeconds`, forward from `start`. */
      at: text(200).optional(),
      litres: FieldMapping.optional(),
      everySeconds: z
        .int()
        .positive()
        .max(366 * 86_400)
        .optional(),
      deltaUnit: SourceUnit.optional(),
      /** Register before the first delta and its time (dot paths), when entries are deltas; without `startAt` the last delta ends at the reading. */
      startLitres: FieldMapping.optional(),
      startAt: text(200).optional(),
    })
    .optional(),
})
export type DeviceProfileMapping = z.infer<typeof DeviceProfileMapping>
