/**
 * Reads one table of a FlatBuffers message (the metadata of Arrow IPC). Every access is a bounds-checked read of a DataView, and the
 * length of a vector is held against the bytes that are there: damaged or hostile bytes end in a RangeError, never in a long loop.
 * Layout: https://flatbuffers.dev/internals/
 */
export class FlatTable {
  readonly #view: DataView
  readonly #position: number
  readonly #fields: number
  readonly #fieldsEnd: number

  private constructor(view: DataView, position: number) {
    this.#view = view
    this.#position = position
    this.#fields = position - view.getInt32(position, true)
    this.#fieldsEnd = this.#fields + view.getUint16(this.#fields, true)
  }

  static root(bytes: Uint8Array): FlatTable {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    return new FlatTable(view, view.getUint32(0, true))
  }

  /** Offset of field number `field`, or undefined when it has its default. */
  #find(field: number): number | undefined {
    const slot = this.#fields + 4 + field * 2
    if (slot + 2 > this.#fieldsEnd) return undefined
    const offset = this.#view.getUint16(slot, true)
    return offset === 0 ? undefined : this.#position + offset
  }

  byte(field: number): number {
    const place = this.#find(field)
    return place === undefined ? 0 : this.#view.getUint8(place)
  }

  short(field: number): number {
    const place = this.#find(field)
    return place === undefined ? 0 : this.#view.getInt16(place, true)
  }

  int(field: number): number {
    const place = this.#find(field)
    return place === undefined ? 0 : this.#view.getInt32(place, true)
  }

  long(field: number): number {
    const place = this.#find(field)
    return place === undefined ? 0 : longAt(this.#view, place)
  }

  table(field: number): FlatTable | undefined {
    const place = this.#find(field)
    return place === undefined ? undefined : new FlatTable(this.#view, place + this.#view.getUint32(place, true))
  }

  text(field: number): string | undefined {
    const vector = this.#vector(field, 1)
    return vector && Buffer.from(this.#view.buffer, this.#view.byteOffset + vector.start, vector.length).toString('utf8')
  }

  /** The tables of a vector; refused above `max` of them. */
  tables(field: number, max: number): FlatTable[] {
    const vector = this.#vector(field, 4)
    if (!vector) return []
    if (vector.length > max) throw new RangeError(`${vector.length} entries where at most ${max} are taken`)
    return Array.from({ length: vector.length }, (_, place) => {
      const start = vector.start + place * 4
      return new FlatTable(this.#view, start + this.#view.getUint32(start, true))
    })
  }

  /** The structs of two 64-bit integers of a vector (Arrow's field nodes and buffers). */
  pairs(field: number, max: number): [number, number][] {
    const vector = this.#vector(field, 16)
    if (!vector) return []
    if (vector.length > max) throw new RangeError(`${vector.length} entries where at most ${max} are taken`)
    return Array.from({ length: vector.length }, (_, place) => {
      const start = vector.start + place * 16
      return [longAt(this.#view, start), longAt(this.#view, start + 8)]
    })
  }

  #vector(field: number, elementBytes: number): { start: number; length: number } | undefined {
    const place = this.#find(field)
    if (place === undefined) return undefined
    const vector = place + this.#view.getUint32(place, true)
    const length = this.#view.getUint32(vector, true)
    if (vector + 4 + length * elementBytes > this.#view.byteLength) throw new RangeError('a vector is longer than its message')
    return { start: vector + 4, length }
  }
}

function longAt(view: DataView, place: number): number {
  const value = Number(view.getBigInt64(place, true))
  if (!Number.isSafeInteger(value)) throw new RangeError(`the integer ${value} is beyond every length`)
  return value
}
