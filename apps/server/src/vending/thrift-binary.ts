/** Types of Thrift's binary protocol by their code on the wire. */
export const thriftTypes = {
  stop: 0,
  bool: 2,
  byte: 3,
  double: 4,
  i16: 6,
  i32: 8,
  i64: 10,
  text: 11,
  struct: 12,
  map: 13,
  set: 14,
  list: 15,
} as const

/** A value with its type, as a field of a struct is written. */
export type ThriftValue =
  | { type: 'bool'; value: boolean }
  | { type: 'double' | 'i16' | 'i32' | 'i64'; value: number }
  | { type: 'text'; value: string }
  | { type: 'struct'; value: ThriftFields }
  | { type: 'structs'; value: readonly ThriftFields[] }
/** Fields of a struct by their number. */
export type ThriftFields = Readonly<Record<number, ThriftValue | undefined>>

/** A struct as it is read: the protocol names the type of each field, so that unknown fields are read over. */
export type ReadStruct = ReadonlyMap<number, ReadValue>
export type ReadValue = boolean | number | string | ReadStruct | readonly ReadValue[] | ReadonlyMap<ReadValue, ReadValue>

/** Kinds of a message. */
export const thriftMessages = { call: 1, reply: 2, exception: 3 } as const
export type ThriftMessage = { name: string; kind: number; sequence: number; fields: ReadStruct }

/** Bytes that are not the protocol. */
export class NotThrift extends Error {}

const version = 0x8001
const depthMax = 16

const integer = (bytes: number, value: number): Buffer => {
  const written = Buffer.alloc(bytes)
  written.writeIntBE(value, 0, bytes)
  return written
}
const eightBytes = 8
const wide = (value: number): Buffer => {
  const written = Buffer.alloc(eightBytes)
  written.writeBigInt64BE(BigInt(value))
  return written
}
const double = (value: number): Buffer => {
  const written = Buffer.alloc(eightBytes)
  written.writeDoubleBE(value)
  return written
}
const textOf = (value: string): Buffer => {
  const bytes = Buffer.from(value, 'utf8')
  return Buffer.concat([integer(4, bytes.length), bytes])
}

const bytesOf = (given: ThriftValue): Buffer => {
  switch (given.type) {
    case 'bool':
      return integer(1, given.value ? 1 : 0)
    case 'double':
      return double(given.value)
    case 'i16':
      return integer(2, given.value)
    case 'i32':
      return integer(4, given.value)
    case 'i64':
      return wide(given.value)
    case 'text':
      return textOf(given.value)
    case 'struct':
      return writeStruct(given.value)
    case 'structs':
      return Buffer.concat([integer(1, thriftTypes.struct), integer(4, given.value.length), ...given.value.map(writeStruct)])
  }
}

const codeOf = ({ type }: ThriftValue): number => (type === 'structs' ? thriftTypes.list : thriftTypes[type])

const writeStruct = (fields: ThriftFields): Buffer =>
  Buffer.concat([
    ...Object.entries(fields).flatMap(([field, value]) =>
      value === undefined ? [] : [integer(1, codeOf(value)), integer(2, Number(field)), bytesOf(value)],
    ),
    integer(1, thriftTypes.stop),
  ])

/** A message in the strict form of the binary protocol, without its frame. */
export const writeThrift = ({ name, kind, sequence, fields }: Omit<ThriftMessage, 'fields'> & { fields: ThriftFields }): Buffer => {
  const head = Buffer.alloc(4)
  head.writeUInt16BE(version, 0)
  head.writeUInt16BE(kind, 2)
  return Buffer.concat([head, textOf(name), integer(4, sequence), writeStruct(fields)])
}

/** Reads one message. Throws `NotThrift` where bytes are missing or mean nothing. */
export const readThrift = (bytes: Buffer): ThriftMessage => {
  const reader = new Reader(bytes)
  if (reader.unsigned(2) !== version) throw new NotThrift('not a message of the binary protocol')
  const kind = reader.unsigned(2)
  const name = reader.text()
  const sequence = reader.integer(4)
  return { name, kind, sequence, fields: reader.struct(0) }
}

class Reader {
  #bytes: Buffer
  #at = 0

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  #take(count: number): Buffer {
    if (count < 0 || this.#at + count > this.#bytes.length) throw new NotThrift('the message ends too early')
    this.#at += count
    return this.#bytes.subarray(this.#at - count, this.#at)
  }

  integer(bytes: number): number {
    return this.#take(bytes).readIntBE(0, bytes)
  }

  unsigned(bytes: number): number {
    return this.#take(bytes).readUIntBE(0, bytes)
  }

  text(): string {
    return this.#take(this.integer(4)).toString('utf8')
  }

  struct(depth: number): ReadStruct {
    const fields = new Map<number, ReadValue>()
    for (let type = this.unsigned(1); type !== thriftTypes.stop; type = this.unsigned(1)) {
      const field = this.integer(2)
      fields.set(field, this.#value(type, depth + 1))
    }
    return fields
  }

  #value(type: number, depth: number): ReadValue {
    if (depth > depthMax) throw new NotThrift('the message is nested too deeply')
    switch (type) {
      case thriftTypes.bool:
        return this.integer(1) === 1
      case thriftTypes.byte:
        return this.integer(1)
      case thriftTypes.double:
        return this.#take(eightBytes).readDoubleBE()
      case thriftTypes.i16:
        return this.integer(2)
      case thriftTypes.i32:
        return this.integer(4)
      case thriftTypes.i64:
        return Number(this.#take(eightBytes).readBigInt64BE())
      case thriftTypes.text:
        return this.text()
      case thriftTypes.struct:
        return this.struct(depth)
      case thriftTypes.list:
      case thriftTypes.set:
        return this.#list(depth)
      case thriftTypes.map:
        return this.#map(depth)
      default:
        throw new NotThrift('a type is unknown')
    }
  }

  /** A count above the bytes that are left is refused before anything is read. */
  #count(): number {
    const count = this.integer(4)
    if (count < 0 || count > this.#bytes.length - this.#at) throw new NotThrift('a list is longer than its message')
    return count
  }

  #list(depth: number): readonly ReadValue[] {
    const type = this.unsigned(1)
    return Array.from({ length: this.#count() }, () => this.#value(type, depth + 1))
  }

  #map(depth: number): ReadonlyMap<ReadValue, ReadValue> {
    const [keys, values] = [this.unsigned(1), this.unsigned(1)]
    return new Map(Array.from({ length: this.#count() }, () => [this.#value(keys, depth + 1), this.#value(values, depth + 1)]))
  }
}
