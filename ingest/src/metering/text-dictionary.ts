const leastSlots = 1_024

/**
 * Numbers the distinct texts of a body, which are given as places of ASCII bytes, in the order in which they first occur. A hash table of
 * its own, because making a string of every occurrence costs more than all the rest of reading a frame.
 */
export class TextDictionary {
  readonly #bytes: Uint8Array
  readonly #starts: number[] = []
  readonly #ends: number[] = []
  readonly #hashes: number[] = []
  /** Number of the text plus one; 0 is free. The size is a power of two, at least twice the number of texts. */
  #slots = new Int32Array(leastSlots)

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  /** The number of the text from `start` to before `end`, whose bytes have that hash. */
  indexOf(start: number, end: number, hash: number): number {
    const mask = this.#slots.length - 1
    let slot = (hash ^ (hash >>> 15)) & mask
    for (let entry = this.#slots[slot]!; entry !== 0; entry = this.#slots[slot]!) {
      if (this.#hashes[entry - 1] === hash && this.#isSame(entry - 1, start, end)) return entry - 1
      slot = (slot + 1) & mask
    }
    const index = this.#starts.length
    this.#starts.push(start)
    this.#ends.push(end)
    this.#hashes.push(hash)
    this.#slots[slot] = index + 1
    if (this.#starts.length * 2 > this.#slots.length) this.#grow()
    return index
  }

  texts(): string[] {
    const { buffer, byteOffset } = this.#bytes
    const first = this.#starts[0] ?? 0
    const last = this.#ends.at(-1) ?? 0
    // One string of all bytes, of which the texts are cut: cheaper than to make each from bytes.
    const all = Buffer.from(buffer, byteOffset + first, last - first).toString('latin1')
    return this.#starts.map((start, index) => all.slice(start - first, this.#ends[index]! - first))
  }

  #isSame(index: number, start: number, end: number): boolean {
    const bytes = this.#bytes
    let place = this.#starts[index]!
    if (this.#ends[index]! - place !== end - start) return false
    for (let other = start; other < end; other += 1) {
      if (bytes[place] !== bytes[other]) return false
      place += 1
    }
    return true
  }

  #grow(): void {
    this.#slots = new Int32Array(this.#slots.length * 2)
    const mask = this.#slots.length - 1
    for (const [index, hash] of this.#hashes.entries()) {
      let slot = (hash ^ (hash >>> 15)) & mask
      while (this.#slots[slot] !== 0) slot = (slot + 1) & mask
      this.#slots[slot] = index + 1
    }
  }
}
