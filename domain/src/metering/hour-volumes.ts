/** Written anew for every day: twice 4 bytes of bits and at most 10 for each of 25 slots. */
const scratch = new Uint8Array(8 + 25 * 10)

/** Set where bits of shared hours follow. */
const hasShared = 0x80

/**
 * The hour volumes of one meter and day as bytes: 4 bytes little-endian with bit `s` set when slot `s` is known, then for every known
 * slot, in order, its millilitres as a zigzag LEB128 varint. A day has at most 25 slots. Where hours are shares of a longer pause, bit 31 is set and
 * 4 bytes of their bits come between.
 */
export const packHourVolumes = (hours: readonly number[], shared = 0): Uint8Array => {
  let known = 0
  let at = shared === 0 ? 4 : 8
  for (let slot = 0; slot < hours.length; slot++) {
    const volume = hours[slot]!
    if (Number.isNaN(volume)) continue
    known |= 1 << slot
    let rest = volume < 0 ? -2 * volume - 1 : 2 * volume
    while (rest >= 128) {
      scratch[at++] = (rest % 128) + 128
      rest = Math.floor(rest / 128)
    }
    scratch[at++] = rest
  }
  scratch[0] = known
  scratch[1] = known >>> 8
  scratch[2] = known >>> 16
  scratch[3] = known >>> 24
  if (shared !== 0) {
    scratch[3] |= hasShared
    for (let byte = 0; byte < 4; byte++) scratch[4 + byte] = shared >>> (8 * byte)
  }
  return scratch.slice(0, at)
}

/** Reads what `packHourVolumes` wrote; unknown slots are NaN. `slots` is how many hours the day has. */
export const unpackHourVolumes = (bytes: Uint8Array, slots: number): number[] => {
  const hours = new Array<number>(slots).fill(Number.NaN)
  const known = bytes[0]! | (bytes[1]! << 8) | (bytes[2]! << 16) | (bytes[3]! << 24)
  let at = bytes[3]! & hasShared ? 8 : 4
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

/** The bits of the hours that are shares of a longer pause; 0 where there are none. */
export const sharedHoursOf = (bytes: Uint8Array): number =>
  bytes[3]! & hasShared ? bytes[4]! | (bytes[5]! << 8) | (bytes[6]! << 16) | (bytes[7]! << 24) : 0
