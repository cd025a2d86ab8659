/** Thrown where a body is not of the plain kind; a constant, because an error that records its stack costs more than the frame. */
export const notPlain = new RangeError('not a plain body')

const isBlank = (byte: number) => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09

const exactPowersOfTen = Float64Array.from({ length: 16 }, (_, power) => 10 ** power)

/**
 * Reads a plain JSON object from its bytes: ASCII, texts without escapes, numbers of at most 15 digits without exponent. Accepted values are
 * read exactly as by `JSON.parse`; for all other input, valid or not, it throws `notPlain`.
 *
 * No byte is read beyond the end: V8 would then compile all reading for bytes that may be undefined, at half the speed. The closing brace
 * that must be there ends a number, so only texts and blanks have to look where they are.
 */
export class PlainTextScan {
  readonly bytes: Uint8Array
  /** After the last byte that is no blank. */
  readonly #end: number
  position = 0
  /** The last text: its bytes from `textStart` to before `textEnd`. */
  textStart = 0
  textEnd = 0

  constructor(bytes: Uint8Array) {
    let end = bytes.length
    while (end > 0 && isBlank(bytes[end - 1]!)) end -= 1
    if (end === 0 || bytes[end - 1] !== 0x7d) throw notPlain
    this.bytes = bytes
    this.#end = end
  }

  get isAtEnd(): boolean {
    return this.position === this.#end
  }

  /** The next byte that is no blank; it is not consumed. 0 at the end. */
  next(): number {
    while (this.position < this.#end) {
      const byte = this.bytes[this.position]!
      if (!isBlank(byte)) return byte
      this.position += 1
    }
    return 0
  }

  expect(byte: number): void {
    if (this.next() !== byte) throw notPlain
    this.position += 1
  }

  takes(byte: number): boolean {
    if (this.next() !== byte) return false
    this.position += 1
    return true
  }

  /** Consumes a null if there is one. */
  takesNull(): boolean {
    if (this.next() !== 0x6e) return false
    const { bytes, position } = this
    if (position + 4 > this.#end || bytes[position + 1] !== 0x75 || bytes[position + 2] !== 0x6c || bytes[position + 3] !== 0x6c)
      throw notPlain
    this.position += 4
    return true
  }

  /** Consumes a text and answers a hash of its bytes. */
  text(): number {
    this.expect(0x22)
    const { bytes } = this
    let position = this.position
    let hash = 0
    for (;;) {
      if (position >= this.#end) throw notPlain
      const byte = bytes[position]!
      if (byte === 0x22) break
      if (byte < 0x20 || byte > 0x7e || byte === 0x5c) throw notPlain
      hash = (Math.imul(hash, 31) + byte) | 0
      position += 1
    }
    this.textStart = this.position
    this.textEnd = position
    this.position = position + 1
    return hash
  }

  /** Consumes a text if it is that of the bytes from `start` to before `end`. */
  takesTextAt(start: number, end: number): boolean {
    if (this.next() !== 0x22) return false
    const { bytes } = this
    let position = this.position + 1
    if (position + end - start >= this.#end) return false
    for (let place = start; place < end; place += 1) {
      if (bytes[place] !== bytes[position]) return false
      position += 1
    }
    if (bytes[position] !== 0x22) return false
    this.position = position + 1
    return true
  }

  lastText(): string {
    let text = ''
    for (let place = this.textStart; place < this.textEnd; place += 1) text += String.fromCharCode(this.bytes[place]!)
    return text
  }

  /** Consumes a number and puts it into its place. (Handed back, every number would be an object on the heap.) */
  numberInto(values: Float64Array, row: number): void {
    let byte = this.next()
    const { bytes } = this
    let position = this.position
    const isNegative = byte === 0x2d
    if (isNegative) byte = bytes[++position]!
    const start = position
    let integer = 0
    while (byte >= 0x30 && byte <= 0x39) {
      integer = integer * 10 + (byte - 0x30)
      byte = bytes[++position]!
    }
    let digits = position - start
    if (digits === 0 || (digits > 1 && bytes[start] === 0x30)) throw notPlain
    let decimals = 0
    if (byte === 0x2e) {
      const point = position
      byte = bytes[++position]!
      while (byte >= 0x30 && byte <= 0x39) {
        integer = integer * 10 + (byte - 0x30)
        byte = bytes[++position]!
      }
      decimals = position - point - 1
      if (decimals === 0) throw notPlain
      digits += decimals
    }
    if (digits > 15 || byte === 0x65 || byte === 0x45) throw notPlain
    this.position = position
    // Both are exact in a double, so their quotient is the double next to what was written: the same that JSON.parse gives.
    const value = decimals === 0 ? integer : integer / exactPowersOfTen[decimals]!
    values[row] = isNegative ? -value : value
  }
}
