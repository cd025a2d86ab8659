import type { FrameMemory } from '@nightflow/domain/metering/unpack-frame'

const roomMin = 64
/** A day with more readings than this gets memory of its own, so that one of them does not leave its size behind. */
const keptLengthMax = 4096

/** Memory for the days of one meter, used again for those of the next: what was unpacked before `restart` is no longer there. */
export class ReusedMemory implements FrameMemory {
  readonly #numbers: Float64Array[] = []
  #zeros = new Uint32Array(keptLengthMax)
  #taken = 0

  numbers(count: number): Float64Array {
    if (count > keptLengthMax) return new Float64Array(count)
    const kept = this.#numbers[this.#taken]
    const numbers = kept && kept.length >= count ? kept : new Float64Array(roomFor(count))
    this.#numbers[this.#taken++] = numbers
    return numbers
  }

  /** A day is of one meter: every reading of it has index 0. */
  indexes(count: number): Uint32Array {
    return count > keptLengthMax ? new Uint32Array(count) : this.#zeros
  }

  restart(): void {
    this.#taken = 0
  }
}

/** Twice as much, since readings come to be added. */
const roomFor = (count: number): number => Math.max(roomMin, 2 ** Math.ceil(Math.log2(count * 2)))
