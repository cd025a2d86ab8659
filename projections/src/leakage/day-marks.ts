import type { PartitionSums, SideSums } from './partition-sums.ts'

/**
 * Checksums of the sums of points, by which a reader that kept figures knows on which days to compute them again: the sum, for each day and each of
 * sixty-four groups of points, of the checksums of the rows. It follows from the rows alone, so any order of readings and any rebuild gives the same.
 */
export const dayMarksTable = `create table partition_day_marks (
      tenant text not null,
      point_group smallint not null,
      day date not null,
      shard smallint not null,
      mark bigint not null,
      primary key (tenant, day, point_group, shard)
    )`

/** Into which group a point falls: the keys of points follow one another with gaps. */
export const groupOfPoint = (key: number): number => Math.imul(key, 0x9e3779b1) >>> 26

/** Two checksums of 24 bits: so many rows of a group that their sum is a `bigint` are more than there can be. */
const halfBits = 24
type Halves = [number, number]

const mix = (halves: Halves, value: number): void => {
  const high = Math.floor(value / 0x1_0000_0000)
  halves[0] = Math.imul(halves[0] ^ value, 0x85ebca6b) ^ high
  halves[0] ^= halves[0] >>> 15
  halves[1] = Math.imul(halves[1] ^ value, 0xc2b2ae35) + high
  halves[1] ^= halves[1] >>> 13
}

const mixSide = (halves: Halves, { sums, known, shared, day, dayKnown, stated, statedDay }: SideSums): void => {
  for (let slot = 0; slot < sums.length; slot++) {
    mix(halves, sums[slot]!)
    mix(halves, known[slot]!)
    mix(halves, shared ? shared[slot]! : 0)
  }
  for (const value of [day, dayKnown, stated, statedDay]) mix(halves, value)
}

/** The checksum of a point's day as it would be stored. */
export const markOf = ({ partitionKey, supply, consumption }: Pick<PartitionSums, 'partitionKey' | 'supply' | 'consumption'>): number => {
  const halves: Halves = [0x9747b28c, 0x3c6ef372]
  mix(halves, partitionKey)
  mixSide(halves, supply)
  mixSide(halves, consumption)
  return (halves[0] >>> (32 - halfBits)) * 2 ** halfBits + (halves[1] >>> (32 - halfBits))
}

type Moved = { tenant: string; group: number; day: number; mark: bigint }

/** By how much the marks of days move when rows are written. */
export class MarkMoves {
  readonly #moves = new Map<string, Moved>()

  move({ tenant, partitionKey, day }: PartitionSums, difference: number): void {
    if (difference === 0) return
    const group = groupOfPoint(partitionKey)
    const key = `${tenant}/${group}/${day}`
    const known = this.#moves.get(key)
    if (known) known.mark += BigInt(difference)
    else this.#moves.set(key, { tenant, group, day, mark: BigInt(difference) })
  }

  moved(): Moved[] {
    return [...this.#moves.values()].filter(({ mark }) => mark !== 0n)
  }
}
