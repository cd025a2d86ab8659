import type { DayVolumes } from './day-volumes.ts'
import type { ReverseFigures } from './reverse-volumes.ts'

/** Written anew for every day: twice 4 bytes of bits and at most 10 for each of 25 slots. */
const scratch = new Uint8Array(8 + 25 * 10)

/** Set in the bits of the slots, of which a day uses 25: what flowed backward follows the hours, bits of shared hours precede them. */
const hasReverse = 0x80
const hasShared = 0x40

/**
 * The hour volumes of one meter and day as bytes: 4 bytes little-endian with bit `s` set when slot `s` is known, then for every known
 * slot, in order, its millilitres as a zigzag LEB128 varint. A day has at most 25 slots. Where hours are shares of a longer pause, bit 30 is set and
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

/** The same with what flowed backward after it, where there is something: its hours, and its day as one slot. */
export const packDayHours = (hours: readonly number[], shared: number, reverse: ReverseFigures | undefined): Uint8Array => {
  if (!reverse) return packHourVolumes(hours, shared)
  const backward = packHourVolumes(reverse.hours, reverse.sharedHours)
  const packed = Buffer.concat([packHourVolumes(hours, shared), backward, packHourVolumes([reverse.dayMillilitres])])
  packed[3]! |= hasReverse
  return packed
}

/** Reads what `packDayHours` wrote. */
export const unpackDayHours = (bytes: Uint8Array, slots: number): Pick<DayVolumes, 'hours' | 'sharedHours' | 'reverse'> => {
  const forward = { hours: unpackHourVolumes(bytes, slots), sharedHours: sharedHoursOf(bytes) }
  const reverse = unpackReverse(bytes, slots)
  return reverse ? { ...forward, reverse } : forward
}

/** Reverse figures that `packDayHours` wrote after the hours; undefined without reverse flow. */
export const unpackReverse = (bytes: Uint8Array, slots: number): ReverseFigures | undefined => {
  if ((bytes[3]! & hasReverse) === 0) return undefined
  const start = endOfPacked(bytes, 0)
  const backward = bytes.subarray(start)
  const dayMillilitres = unpackHourVolumes(bytes.subarray(endOfPacked(bytes, start)), 1)[0]!
  return { hours: unpackHourVolumes(backward, slots), sharedHours: sharedHoursOf(backward), dayMillilitres }
}

/** Where the next packed volumes begin: after as many varints as there are known slots. */
const endOfPacked = (bytes: Uint8Array, start: number): number => {
  const last = bytes[start + 3]!
  let known = bytes[start]! | (bytes[start + 1]! << 8) | (bytes[start + 2]! << 16) | ((last & ~(hasReverse | hasShared)) << 24)
  let at = start + (last & hasShared ? 8 : 4)
  for (; known !== 0; known &= known - 1) {
    while (bytes[at]! >= 128) at++
    at++
  }
  return at
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
