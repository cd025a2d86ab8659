import { s7, s9 } from './misty1-tables.ts'
import { blockOf, type Halves, halvesOf } from './token-bits.ts'

/** Eight 16-bit words of the key, then eight that follow from them. */
type KeySchedule = Uint16Array

const innerRound = (word: number, key: number): number => {
  const nine = s9[word >>> 7]! ^ (word & 0x7f)
  const seven = ((s7[word & 0x7f]! ^ nine) & 0x7f) ^ (key >>> 9)
  return (seven << 9) | (s9[nine ^ (key & 0x1ff)]! ^ seven)
}

const scheduleOf = (key: Uint8Array): KeySchedule => {
  const schedule = new Uint16Array(16)
  for (let word = 0; word < 8; word++) schedule[word] = (key[2 * word]! << 8) | key[2 * word + 1]!
  for (let word = 0; word < 8; word++) schedule[word + 8] = innerRound(schedule[word]!, schedule[(word + 1) % 8]!)
  return schedule
}

const outerRound = (keys: KeySchedule, half: number, round: number): number => {
  const derived = (word: number): number => keys[((round + word) % 8) + 8]!
  const given = (word: number): number => keys[(round + word) % 8]!
  const right = half & 0xffff
  const first = innerRound((half >>> 16) ^ given(0), derived(5)) ^ right
  const second = innerRound(right ^ given(2), derived(1)) ^ first
  const third = innerRound(first ^ given(7), derived(3)) ^ second
  return (((second ^ given(4)) << 16) | third) >>> 0
}

/** The two keys of a linear layer: the one of its AND and the one of its OR. */
const layerKeys = (keys: KeySchedule, layer: number): readonly [and: number, or: number] => {
  const pair = layer >>> 1
  return layer % 2 === 0 ? [keys[pair]!, keys[((pair + 6) % 8) + 8]!] : [keys[((pair + 2) % 8) + 8]!, keys[(pair + 4) % 8]!]
}

const linear = (keys: KeySchedule, half: number, layer: number): number => {
  const [and, or] = layerKeys(keys, layer)
  const left = half >>> 16
  const right = (half & 0xffff) ^ (left & and)
  return (((left ^ (right | or)) << 16) | right) >>> 0
}

const linearBack = (keys: KeySchedule, half: number, layer: number): number => {
  const [and, or] = layerKeys(keys, layer)
  const right = half & 0xffff
  const left = (half >>> 16) ^ (right | or)
  return ((left << 16) | (right ^ (left & and))) >>> 0
}

const rounds = 8

/** MISTY1 by RFC 2994, the encryption algorithm 11 of IEC 62055-41: a block of 64 bits under a key of 16 bytes. */
export const encryptMisty1 = (key: Uint8Array, block: bigint): bigint => {
  const keys = scheduleOf(key)
  let [left, right]: Halves = halvesOf(block)
  for (let round = 0; round < rounds; round += 2) {
    left = linear(keys, left, round)
    right = linear(keys, right, round + 1) ^ outerRound(keys, left, round)
    left ^= outerRound(keys, right >>> 0, round + 1)
    left >>>= 0
    right >>>= 0
  }
  return blockOf([linear(keys, right, rounds + 1), linear(keys, left, rounds)])
}

/** The inverse of `encryptMisty1`. */
export const decryptMisty1 = (key: Uint8Array, block: bigint): bigint => {
  const keys = scheduleOf(key)
  const [first, second] = halvesOf(block)
  let left = linearBack(keys, second, rounds)
  let right = linearBack(keys, first, rounds + 1)
  for (let round = rounds - 2; round >= 0; round -= 2) {
    left = (left ^ outerRound(keys, right, round + 1)) >>> 0
    right = (right ^ outerRound(keys, left, round)) >>> 0
    left = linearBack(keys, left, round)
    right = linearBack(keys, right, round + 1)
  }
  return blockOf([left, right])
}
