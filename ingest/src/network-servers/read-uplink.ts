import type { DeviceProfileMapping, PayloadCodec } from '@nightflow/schemas/platform/gateway'
import { applyMapping, type MappedReading, type MappingContext } from './apply-mapping.ts'
import { decodeAxiomaQalcosonicW1 } from './codecs/axioma-qalcosonic-w1.ts'
import type { PayloadDecoder } from './codecs/codec.ts'
import { decodeKamstrupMbus } from './codecs/kamstrup-mbus.ts'
import { defaultMappings } from './default-mappings.ts'
import type { Uplink } from './network-message.ts'

const decoders: Record<PayloadCodec, PayloadDecoder> = {
  'axioma-qalcosonic-w1': decodeAxiomaQalcosonicW1,
  'kamstrup-mbus': decodeKamstrupMbus,
}

/**
 * The readings of an uplink by its device profile's mapping. Our own codec, where the mapping names one, reads the raw bytes;
 * what it cannot read may still be in what the network server decoded. Without any mapping the bytes are tried with the
 * codecs that ship with the service, because networks name their profiles as they like.
 */
export const readUplink = (uplink: Uplink, mapping: DeviceProfileMapping | undefined, receivedAt: number): MappedReading[] => {
  const context = { device: uplink.device, receivedAt: uplink.receivedAt ?? receivedAt, message: uplink.message }
  if (!mapping) return readUnknown(uplink, context)
  const own = mapping.codec && uplink.payload ? decodeOwn(mapping, uplink.payload, context) : undefined
  if (own && hasReading(own)) return own
  const theirs = uplink.decoded ? applyMapping(mapping, uplink.decoded, context) : undefined
  if (theirs && (hasReading(theirs) || !own)) return theirs
  return own ?? [undecodable(uplink, 'neither the network server nor the mapping decodes it')]
}

const hasReading = (rows: readonly MappedReading[]): boolean => rows.some((row) => 'reading' in row)

const decodeOwn = (
  mapping: DeviceProfileMapping,
  { bytes, port }: NonNullable<Uplink['payload']>,
  context: MappingContext,
): MappedReading[] => {
  const result = decoders[mapping.codec!](bytes, port)
  if ('object' in result) return applyMapping(mapping, result.object, context)
  return [{ refusal: { reason: 'undecodable-payload', field: 'data', value: `${result.problem}: ${hexOf(bytes)}` } }]
}

/** A device without a known profile: its payload identifies it, or it is kept until a profile is assigned. */
const readUnknown = (uplink: Uplink, context: MappingContext): MappedReading[] => {
  for (const mapping of defaultMappings) {
    const rows = mapping.codec && uplink.payload ? decodeOwn(mapping, uplink.payload, context) : []
    if (hasReading(rows)) return rows
  }
  if (!uplink.decoded) return [undecodable(uplink, 'no mapping, no codec')]
  return [{ refusal: { reason: 'unknown-device', field: 'profile', value: uplink.profiles[0] ?? uplink.device } }]
}

const undecodable = ({ payload }: Uplink, why: string): MappedReading => ({
  refusal: { reason: 'undecodable-payload', field: 'data', value: payload ? `${why}: ${hexOf(payload.bytes)}` : 'no payload' },
})

const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')
