import { blockOf, halvesOf } from './token-bits.ts'

const nibbles = 16
const rounds = 16
/** The working key is the complement of the key, rotated right by so many bits. */
const keyRotation = 12n
const all = (1n << 64n) - 1n

/** Two substitutions of 4 bits. The third bit of the key's nibble selects one: clear is the first, set the second. */
const substitutions = [
  [14, 10, 7, 9, 12, 3, 2, 5, 13, 0, 15, 1, 4, 8, 6, 11],
  [12, 8, 2, 13, 7, 6, 1, 3, 11, 5, 9, 15, 0, 4, 10, 14],
] as const
/** Bit `i` of the substituted block moves to bit `permutation[i]`; bit 0 is the least significant one. */
const permutation = [
  55, 42, 10, 18, 24, 21, 44, 35, 2, 22, 56, 43, 27, 58, 9, 50, 6, 36, 12, 61, 37, 38, 53, 16, 62, 3, 7, 4, 32, 20, 63, 25, 51, 52, 54, 33,
  49, 19, 46, 29, 48, 31, 23, 30, 41, 28, 13, 5, 40, 60, 39, 11, 15, 17, 1, 0, 57, 34, 59, 8, 47, 14, 45, 26,
] as const

/** Substitution and permutation of every nibble in one look-up: the upper and the lower half of the bits that it sets. */
type Lookup = { upper: Uint32Array; lower: Uint32Array }

const lookupOf = (size: number, bitsSetBy: (entry: number) => readonly number[]): Lookup => {
  const upper = new Uint32Array(size)
  const lower = new Uint32Array(size)
  for (let entry = 0; entry < size; entry++) {
    for (const bit of bitsSetBy(entry)) {
      const half = bit >= 32 ? upper : lower
      half[entry] = (half[entry]! | (1 << (bit % 32))) >>> 0
    }
  }
  return { upper, lower }
}

const bitsOf = (nibble: number): number[] => [0, 1, 2, 3].filter((bit) => (nibble >>> bit) & 1)

/** By substitution, nibble and its value. */
const forward = lookupOf(2 * nibbles * 16, (entry) => {
  const nibble = (entry >>> 4) % nibbles
  return bitsOf(substitutions[entry < nibbles * 16 ? 0 : 1][entry % 16]!).map((bit) => permutation[4 * nibble + bit]!)
})
/** The permutation back, by nibble and its value. */
const backward = lookupOf(nibbles * 16, (entry) => bitsOf(entry % 16).map((bit) => permutation.indexOf((4 * (entry >>> 4) + bit) as 0)))
const substitutionsBack = substitutions.map((table) => table.map((_, value) => table.indexOf(value as never)))

/** Which substitution each nibble takes in the first round, as bits; a later round takes them rotated with the key. */
const workingKeyOf = (key: Uint8Array): bigint => {
  const given = key.reduce((value, byte) => (value << 8n) | BigInt(byte), 0n)
  const complement = given ^ all
  return ((complement >> keyRotation) | (complement << (64n - keyRotation))) & all
}

const roundKey = (workingKey: bigint, round: number): bigint => ((workingKey << BigInt(round)) | (workingKey >> BigInt(64 - round))) & all

const nibbleOf = (upper: number, lower: number, nibble: number): number => ((nibble < 8 ? lower : upper) >>> (4 * (nibble % 8))) & 15

/**
 * The standard transfer algorithm, encryption algorithm 07 of IEC 62055-41: a block of 64 bits under a key of 8 bytes. The key is the decoder
 * key with its bytes in reverse order. The tables are those that decode the published vectors; others are in circulation.
 */
export const encryptSta = (key: Uint8Array, block: bigint): bigint => {
  const workingKey = workingKeyOf(key)
  let [upper, lower] = halvesOf(block)
  for (let round = 0; round < rounds; round++) {
    const [keyUpper, keyLower] = halvesOf(roundKey(workingKey, round))
    let nextUpper = 0
    let nextLower = 0
    for (let nibble = 0; nibble < nibbles; nibble++) {
      const table = nibbleOf(keyUpper, keyLower, nibble) >>> 3
      const entry = (table * nibbles + nibble) * 16 + nibbleOf(upper, lower, nibble)
      nextUpper |= forward.upper[entry]!
      nextLower |= forward.lower[entry]!
    }
    upper = nextUpper >>> 0
    lower = nextLower >>> 0
  }
  return blockOf([upper, lower])
}

/** The inverse of `encryptSta`. */
export const decryptSta = (key: Uint8Array, block: bigint): bigint => {
  const workingKey = workingKeyOf(key)
  let [upper, lower] = halvesOf(block)
  for (let round = rounds - 1; round >= 0; round--) {
    const [keyUpper, keyLower] = halvesOf(roundKey(workingKey, round))
    let movedUpper = 0
    let movedLower = 0
    for (let nibble = 0; nibble < nibbles; nibble++) {
      const entry = nibble * 16 + nibbleOf(upper, lower, nibble)
      movedUpper |= backward.upper[entry]!
      movedLower |= backward.lower[entry]!
    }
    upper = 0
    lower = 0
    for (let nibble = 0; nibble < nibbles; nibble++) {
      const table = substitutionsBack[nibbleOf(keyUpper, keyLower, nibble) >>> 3]!
      const value = table[nibbleOf(movedUpper, movedLower, nibble)]! << (4 * (nibble % 8))
      if (nibble < 8) lower |= value
      else upper |= value
    }
  }
  return blockOf([upper, lower])
}
