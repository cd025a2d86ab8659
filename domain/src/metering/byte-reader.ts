/** The bytes are no packed frame, or a damaged one. The message says what was wrong and at which byte. */
export class CorruptFrameError extends Error {
  constructor(problem: string, position: number) {
    super(`packed frame: ${problem} at byte ${position}`)
    this.name = 'CorruptFrameError'
  }
}

/** Reads a packed frame from its beginning to its end; whatever is not there is a `CorruptFrameError`. */
export class ByteReader {
  readonly #bytes: Uint8Array
  #view: DataView | undefined
  #position = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  corrupt(problem: string): CorruptFrameError {
    return new CorruptFrameError(problem, this.#position)
  }

  byte(): number {
    const value = this.#bytes[this.#position]
    if (value === undefined) throw this.corrupt('ends too early')
    this.#position += 1
    return value
  }

  varint(): number {
    const bytes = this.#bytes
    let position = this.#position
    const first = bytes[position]
    if (first !== undefined && first < 128) {
      this.#position = position + 1
      return first
    }
    let value = 0
    let factor = 1
    for (let length = 0; length < 8; length += 1) {
      const byte = bytes[position]
      if (byte === undefined) throw this.corrupt('ends too early')
      position += 1
      value += (byte & 127) * factor
      if (byte < 128) {
        if (value > Number.MAX_SAFE_INTEGER) break
        this.#position = position
        return value
      }
      factor *= 128
    }
    throw this.corrupt('integer above 53 bits')
  }

  /** So many varints; most are one byte or two, and a call for each would cost more than reading it. */
  varints(target: Float64Array, count: number): void {
    const bytes = this.#bytes
    for (let place = 0; place < count; place += 1) {
      const position = this.#position
      const first = bytes[position]!
      const second = bytes[position + 1]!
      if (first < 128) {
        this.#position = position + 1
        target[place] = first
      } else if (second < 128) {
        this.#position = position + 2
        target[place] = (first & 127) + second * 128
      } else target[place] = this.varint()
    }
  }

  /** A varint that counts things; refused above `max`, so that nothing large is allocated for a lie. */
  length(max: number, what: string): number {
    const value = this.varint()
    if (value > max) throw this.corrupt(`${value} ${what}, at most ${max} can be`)
    return value
  }

  float64(): number {
    if (this.#position + 8 > this.#bytes.length) throw this.corrupt('ends too early')
    this.#view ??= new DataView(this.#bytes.buffer, this.#bytes.byteOffset, this.#bytes.byteLength)
    const value = this.#view.getFloat64(this.#position, true)
    this.#position += 8
    return value
  }

  take(size: number): Uint8Array {
    const end = this.#position + size
    if (end > this.#bytes.length) throw this.corrupt('ends too early')
    const taken = this.#bytes.subarray(this.#position, end)
    this.#position = end
    return taken
  }

  expectEnd(): void {
    if (this.#position !== this.#bytes.length) throw this.corrupt(`${this.#bytes.length - this.#position} bytes too many`)
  }
}
