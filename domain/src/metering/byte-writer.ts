/** Bytes that grow as a frame is packed into them. */
export class ByteWriter {
  #bytes: Uint8Array
  #view: DataView
  #position = 0

  constructor(size: number) {
    this.#bytes = new Uint8Array(size)
    this.#view = new DataView(this.#bytes.buffer)
  }

  /** Forgets what was written and keeps the memory for what comes next. */
  restart(): void {
    this.#position = 0
  }

  reserve(size: number): void {
    if (this.#position + size <= this.#bytes.length) return
    const grown = new Uint8Array(Math.max(this.#bytes.length * 2, this.#position + size))
    grown.set(this.#bytes)
    this.#bytes = grown
    this.#view = new DataView(grown.buffer)
  }

  byte(value: number): void {
    this.reserve(1)
    this.#bytes[this.#position] = value
    this.#position += 1
  }

  /** Seven bits a byte, lowest first; the top bit says that more follow. At most eight bytes. */
  varint(value: number): void {
    this.reserve(8)
    const bytes = this.#bytes
    let position = this.#position
    let large = value
    while (large > 0x7fff_ffff) {
      bytes[position] = (large % 128) | 128
      position += 1
      large = Math.floor(large / 128)
    }
    let small = large | 0
    while (small > 127) {
      bytes[position] = (small & 127) | 128
      position += 1
      small >>>= 7
    }
    bytes[position] = small
    this.#position = position + 1
  }

  varints(values: Float64Array, count: number): void {
    this.reserve(count * 8)
    const bytes = this.#bytes
    let position = this.#position
    for (let place = 0; place < count; place += 1) {
      let large = values[place]!
      while (large > 0x7fff_ffff) {
        bytes[position] = (large % 128) | 128
        position += 1
        large = Math.floor(large / 128)
      }
      let small = large | 0
      while (small > 127) {
        bytes[position] = (small & 127) | 128
        position += 1
        small >>>= 7
      }
      bytes[position] = small
      position += 1
    }
    this.#position = position
  }

  float64(value: number): void {
    this.reserve(8)
    this.#view.setFloat64(this.#position, value, true)
    this.#position += 8
  }

  append(bytes: Uint8Array): void {
    this.reserve(bytes.length)
    this.#bytes.set(bytes, this.#position)
    this.#position += bytes.length
  }

  /** The written bytes, in memory that `restart` reuses. */
  written(): Uint8Array {
    return this.#bytes.subarray(0, this.#position)
  }
}
