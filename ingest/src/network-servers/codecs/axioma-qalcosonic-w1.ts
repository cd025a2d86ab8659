import type { DecodedPayload } from './codec.ts'

const port = 100
const deltaCount = 23
const deltaBits = 14

/**
 * Axioma Qalcosonic W1. Two layouts, both little-endian on port 100, registers in litres, times in seconds since 1970 UTC:
 *
 * - 51 bytes, version 1 ("enhanced, 24 h"): time, status, register 23 hours earlier, 23 hourly volumes of 14 bits each, and
 *   6 bits that scale them. The register at `time` is the earlier one plus all volumes.
 * - 47 or 48 bytes ("extended"): time, status, register, time of the log's start, register there, and volumes of 16 bits.
 *   How far those lie apart is configured in the meter and not sent, so that only the two registers are used.
 *
 * Source: the device repository of The Things Network, whose published vector is this file's test.
 */
export const decodeAxiomaQalcosonicW1 = (bytes: Uint8Array, receivedPort: number | undefined): DecodedPayload => {
  if (receivedPort !== undefined && receivedPort !== port) return { problem: `port ${receivedPort} carries no readings of a Qalcosonic W1` }
  if (bytes.length === 51) return decodeEnhanced(bytes)
  if (bytes.length === 47 || bytes.length === 48) return decodeExtended(bytes)
  return { problem: `${bytes.length} bytes are no known payload of a Qalcosonic W1` }
}

const decodeEnhanced = (bytes: Uint8Array): DecodedPayload => {
  if (bytes[0] !== 1) return { problem: `payload version ${bytes[0]} of a Qalcosonic W1 is unknown` }
  const multiplier = bitsAt(bytes, 80 + deltaCount * deltaBits, 6)
  if (multiplier !== 0) return { problem: `hourly volumes scaled by code ${multiplier}, whose meaning is not published` }
  const logLitres = unsigned32(bytes, 6)
  const deltaLitres = Array.from({ length: deltaCount }, (_, hour) => bitsAt(bytes, 80 + hour * deltaBits, deltaBits))
  const historyLitres = deltaLitres.reduce((sum, litres) => sum + litres, 0)
  return {
    object: {
      payload_format: 'AXIOMA_W1_ENHANCED_24H',
      ...timeAndStatus(unsigned32(bytes, 1), bytes[5]!),
      log_volume_m3: logLitres / 1000,
      hourly_deltas_m3: deltaLitres.map((litres) => litres / 1000),
      history_total_m3: historyLitres / 1000,
      current_volume_m3: (logLitres + historyLitres) / 1000,
    },
  }
}

const decodeExtended = (bytes: Uint8Array): DecodedPayload => ({
  object: {
    payload_format: 'AXIOMA_W1_EXTENDED',
    ...timeAndStatus(unsigned32(bytes, 0), bytes[4]!),
    current_volume_m3: unsigned32(bytes, 5) / 1000,
    log: [{ at: unsigned32(bytes, 9), volume_m3: unsigned32(bytes, 13) / 1000 }],
  },
})

const timeAndStatus = (seconds: number, status: number) => {
  const backflow = (status & 0x60) === 0x60
  const burst = (status & 0xa0) === 0xa0
  return {
    timestamp_unix: seconds,
    timestamp_utc: new Date(seconds * 1000).toISOString(),
    status,
    low_battery: (status & 0x04) !== 0,
    permanent_error: (status & 0x08) !== 0,
    temporary_error: (status & 0x10) !== 0,
    pipe_empty: status === 0x10,
    backflow,
    burst,
    leakage: (status & 0x20) !== 0 && !backflow && !burst,
    low_temperature: (status & 0x80) !== 0 && !burst,
  }
}

const unsigned32 = (bytes: Uint8Array, offset: number): number =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(offset, true)

/** An unsigned number of `length` bits that starts at bit `start`, least significant bit first. */
const bitsAt = (bytes: Uint8Array, start: number, length: number): number => {
  let value = 0
  for (let bit = 0; bit < length; bit++) {
    const position = start + bit
    if (((bytes[position >> 3]! >> (position & 7)) & 1) === 1) value += 2 ** bit
  }
  return value
}
