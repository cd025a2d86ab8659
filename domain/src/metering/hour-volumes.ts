/**
 * The hour volumes of one meter and day as bytes: 4 bytes little-endian with bit `s` set when slot `s` is known, then for every known
 * slot, in order, its millilitres as a zigzag LEB128 varint. A day has at most 25 slots.
 */
export const packHourVolumes = (hours: Float64Array): Uint8Array => {
  const bytes = new Uint8Array(4 + hours.length * 10)
  let known = 0
  let at = 4
  for (let slot = 0; slot < hours.length; slot++) {
    const volume = hours[slot]!
    if (Number.isNaN(volume)) continue
    known |= 1 << slot
    let rest = volume < 0 ? -2 * volume - 1 : 2 * volume
    while (rest >= 128) {
      bytes[at++] = (rest % 128) + 128
      rest = Math.floor(rest / 128)
    }
    bytes[at++] = rest
  }
  bytes[0] = known
  bytes[1] = known >>> 8
  bytes[2] = known >>> 16
  bytes[3] = known >>> 24
  return bytes.subarray(0, at)
}

/** Reads what `packHourVolumes` wrote; unknown slots are NaN. `slots` is how many hours the day has. */
export const unpackHourVolumes = (bytes: Uint8Array, slots: number): Float64Array => {
  const hours = new Float64Array(slots).fill(Number.NaN)
  const known = bytes[0]! | (bytes[1]! << 8) | (bytes[2]! << 16) | (bytes[3]! << 24)
  let at = 4
  for (let slot = 0; slot < slots; slot++) {
    if (!(known & (1 << slot))) continue
    let value = 0
    let scale = 1
    let byte = 0
    do {
      byte = bytes[at++]!
      value += (byte & 127) * scale
      scale *= 128
    } while (byte >= 128)
    hours[slot] = value % 2 === 1 ? -(value + 1) / 2 : value / 2
  }
  return hours
}
