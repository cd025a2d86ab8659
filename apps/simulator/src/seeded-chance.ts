/**
 * Chance without memory: a number for any key, always the same for the same key. A keyed hash (Murmur3's finaliser over its mixing
 * step) instead of a sequence, so that any meter at any hour can be had without drawing everything before it.
 */
export function chanceBits(seed: number, a: number, b = 0, c = 0, d = 0): number {
  let hash = seed | 0
  hash = Math.imul(hash ^ Math.imul(a, 0xcc9e2d51), 0x85ebca6b) + 0x6b43a9b5
  hash = Math.imul((hash ^ (hash >>> 15)) + Math.imul(b, 0x1b873593), 0xc2b2ae35) + 0x3c6ef372
  hash = Math.imul((hash ^ (hash >>> 13)) + Math.imul(c, 0x9e3779b1), 0x85ebca6b) + Math.imul(d, 0x165667b1)
  hash = Math.imul(hash ^ (hash >>> 16), 0x7feb352d)
  hash = Math.imul(hash ^ (hash >>> 15), 0x846ca68b)
  return (hash ^ (hash >>> 16)) >>> 0
}

/** The same as a number in [0, 1). */
export const chance = (seed: number, a: number, b = 0, c = 0, d = 0): number => chanceBits(seed, a, b, c, d) / 4_294_967_296

/** A sequence for building things one after the other (streets, polygons): each call draws the next number in [0, 1). */
export function chanceSequence(seed: number, topic: number): () => number {
  let drawn = 0
  return () => chance(seed, topic, drawn++)
}

/** Topics of drawn numbers. Topics keep draws independent of each other: adding one never changes the others. */
export const topics = {
  boundary: 1,
  place: 2,
  customer: 3,
  dailyVolume: 4,
  quarterHour: 5,
  burst: 6,
  stuck: 7,
  silent: 8,
  backflow: 9,
  wobble: 10,
  vacancy: 11,
  pressure: 12,
  delivery: 13,
  rubbish: 14,
  shuffle: 15,
  battery: 16,
  leakage: 17,
  account: 18,
  poolDay: 19,
  reverse: 20,
  installation: 21,
} as const
