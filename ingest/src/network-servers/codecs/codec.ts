import type { JsonRecord } from '../object-path.ts'

/** The result of decoding a device's raw bytes: an object that a mapping reads, or why there is none. */
export type DecodedPayload = { object: JsonRecord } | { problem: string }

/** Decodes one uplink of a device; `port` is the LoRaWAN port, undefined when the network server left it out. */
export type PayloadDecoder = (bytes: Uint8Array, port: number | undefined) => DecodedPayload
