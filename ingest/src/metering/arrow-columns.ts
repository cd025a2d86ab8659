import { frameLimits } from '@nightflow/schemas/metering/report-readings'
import { ProblemError } from '../shared/problem.ts'
import { type ArrowColumn, plainValues } from './arrow-column.ts'
import { FlatTable } from './flat-table.ts'
import { expectAtMost } from './frame-envelope.ts'

/** The columns of an Arrow IPC stream, each `count` long. */
export type ArrowColumns = { metadata: Map<string, string>; columns: Record<string, ArrowColumn>; count: number }

// Numbers of the format: https://github.com/apache/arrow/tree/main/format (Message.fbs, Schema.fbs).
const header = { schema: 1, dictionaryBatch: 2, recordBatch: 3 }
const typeNames =
  'None Null Int FloatingPoint Binary Utf8 Bool Decimal Date Time Timestamp Interval List Struct Union FixedSizeBinary FixedSizeList Map Duration LargeBinary LargeUtf8 LargeList'.split(
    ' ',
  )

const limits = { columns: 100, messages: 10_000, values: 4_000_000, metadataEntries: 1_000 }

type ArrowField = {
  name: string
  type: string
  width: number
  isSigned: boolean
  unit: number
  child?: ArrowField
  dictionary?: { id: number; index: ArrowField }
}

/**
 * Reads an uncompressed Arrow IPC stream of those types that the fields of a reading can have. Written here because general readers trust
 * the lengths a stream claims, and a gateway may claim anything: what is read is bounded by limits on messages, values and text.
 *
 * @throws RangeError for damaged bytes, ProblemError for what is whole but not taken here.
 */
export function readArrowColumns(body: Buffer): ArrowColumns {
  // Offsets which the format aligns to eight bytes are aligned in memory if the body is; if not, a copy is.
  return new ArrowStream(body.byteOffset % 8 === 0 ? body : new Uint8Array(body)).read()
}

class ArrowStream {
  readonly #bytes: Uint8Array
  readonly #view: DataView
  readonly #dictionaries = new Map<number, unknown[]>()
  readonly #dictionaryTypes = new Map<number, ArrowField>()
  readonly #result: ArrowColumns = { metadata: new Map(), columns: Object.create(null), count: 0 }
  #fields: ArrowField[] | undefined
  #valuesLeft = limits.values
  #textBytesLeft = frameLimits.bodyBytesMax

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }

  read(): ArrowColumns {
    let position = 0
    for (let messages = 0; position + 8 <= this.#bytes.length; messages += 1) {
      if (messages >= limits.messages) throw new ProblemError('too-large', `a stream has at most ${limits.messages} messages`)
      if (this.#view.getUint32(position, true) !== 0xffff_ffff) throw new RangeError('no continuation marker where a message should begin')
      const metadataLength = this.#view.getInt32(position + 4, true)
      if (metadataLength === 0) break
      const bodyStart = position + 8 + metadataLength
      if (metadataLength < 0 || bodyStart > this.#bytes.length) throw new RangeError('a message is longer than the stream')
      const message = FlatTable.root(this.#bytes.subarray(position + 8, bodyStart))
      const bodyLength = message.long(3)
      if (bodyLength < 0 || bodyStart + bodyLength > this.#bytes.length) throw new RangeError('a body is longer than the stream')
      this.#readMessage(message, this.#bytes.subarray(bodyStart, bodyStart + bodyLength))
      position = bodyStart + bodyLength
    }
    if (!this.#fields) throw new RangeError('there is no schema')
    return this.#result
  }

  #readMessage(message: FlatTable, body: Uint8Array): void {
    const kind = message.byte(1)
    const content = message.table(2)
    if (!content) throw new RangeError('a message without content')
    if (kind === header.schema) this.#readSchema(content)
    else if (!this.#fields) throw new RangeError('the stream does not begin with a schema')
    else if (kind === header.recordBatch) this.#readRecords(content, body, this.#fields)
    else if (kind === header.dictionaryBatch) this.#readDictionary(content, body)
    else throw new RangeError(`a message of the unknown kind ${kind}`)
  }

  #readSchema(schema: FlatTable): void {
    if (this.#fields) throw new RangeError('a second schema')
    if (schema.short(0) !== 0) throw new ProblemError('request-invalid', 'only little-endian Arrow streams are taken')
    this.#fields = schema.tables(1, limits.columns).map((field) => this.#readField(field, true))
    for (const entry of schema.tables(2, limits.metadataEntries)) this.#result.metadata.set(entry.text(0) ?? '', entry.text(1) ?? '')
    for (const { name } of this.#fields) {
      if (this.#result.columns[name]) throw new ProblemError('request-invalid', `column ${nameOf(name)} occurs twice`)
      this.#result.columns[name] = { values: [] }
    }
  }

  #readField(table: FlatTable, mayHaveChild: boolean): ArrowField {
    const name = table.text(0) ?? ''
    const type = typeNames[table.byte(2)] ?? 'unknown'
    const field: ArrowField = { name, type, ...describeType(type, table.table(3)) }
    const isText = type === 'Utf8' || type === 'LargeUtf8'
    const encoding = table.table(4)
    if (encoding) {
      if (!isText) throw notTaken(field, 'a dictionary of other values than text')
      const index: ArrowField = { name, type: 'Int', ...describeType('Int', encoding.table(1)) }
      field.dictionary = { id: encoding.long(0), index: encoding.table(1) ? index : { ...index, width: 4, isSigned: true } }
      this.#dictionaryTypes.set(field.dictionary.id, { name, type, width: field.width, isSigned: false, unit: 0 })
    }
    if (type === 'List' || type === 'LargeList') {
      const child = table.tables(5, 1)[0]
      if (!mayHaveChild || !child) throw notTaken(field, 'a list of lists')
      field.child = this.#readField(child, false)
      if (field.child.type !== 'Utf8' && field.child.type !== 'LargeUtf8') throw notTaken(field, 'a list of other values than text')
    }
    return field
  }

  #readRecords(batch: FlatTable, body: Uint8Array, fields: readonly ArrowField[]): void {
    const count = batch.long(0)
    if (count < 0) throw new RangeError('a batch of less than no rows')
    this.#result.count += count
    expectAtMost(this.#result.count)
    const buffers = new Buffers(batch, body)
    for (const field of fields) {
      const column = this.#readColumn(field, buffers)
      if (lengthOf(column) !== count) throw damaged(field)
      const before = this.#result.columns[field.name]!
      // Most streams have one batch, whose values then are the column.
      if (lengthOf(before) === 0) this.#result.columns[field.name] = column
      else this.#result.columns[field.name] = { values: plainValues(before).concat(plainValues(column)) }
    }
  }

  #readDictionary(dictionary: FlatTable, body: Uint8Array): void {
    const id = dictionary.long(0)
    const type = this.#dictionaryTypes.get(id)
    const batch = dictionary.table(1)
    if (!type || !batch) throw new RangeError(`a dictionary ${id} that no column has`)
    const words = this.#readValues(type, new Buffers(batch, body))
    const before = dictionary.byte(2) === 0 ? undefined : this.#dictionaries.get(id)
    if (before) for (const word of words) before.push(word)
    else this.#dictionaries.set(id, words)
  }

  /** The next field of a batch. Its cost is taken from the stream's budget before it is created. */
  #readColumn(field: ArrowField, buffers: Buffers): ArrowColumn {
    const length = buffers.nextLength()
    this.#valuesLeft -= length
    if (this.#valuesLeft < 0) throw new ProblemError('too-large', `a stream has at most ${limits.values} values`)
    if (field.type === 'Null') return { values: new Array(length).fill(null) }
    const validity = buffers.nextValidity(length, field)
    const column = this.#columnOf(field, length, buffers)
    if (!validity) {
      if ('index' in column && !areIndexes(column.index, column.words.length)) throw damaged(field)
      return column
    }
    const values = plainValues(column)
    // A row without a value may hold any place of a dictionary.
    for (let row = 0; row < length; row += 1) if ((validity[row >> 3]! & (1 << (row & 7))) === 0) values[row] = null
    if (field.dictionary && values.includes(undefined)) throw damaged(field)
    return { values }
  }

  #columnOf(field: ArrowField, length: number, buffers: Buffers): ArrowColumn {
    if (field.dictionary)
      return { words: this.#dictionaries.get(field.dictionary.id) ?? [], index: numbersOf(field.dictionary.index, length, buffers) }
    if (field.type === 'Utf8' || field.type === 'LargeUtf8' || field.child) return { values: this.#textsOf(field, length, buffers) }
    return { numbers: numbersOf(field, length, buffers) }
  }

  #readValues(field: ArrowField, buffers: Buffers): unknown[] {
    return plainValues(this.#readColumn(field, buffers))
  }

  #textsOf(field: ArrowField, length: number, buffers: Buffers): unknown[] {
    if (field.type === 'Utf8' || field.type === 'LargeUtf8') {
      const offsets = buffers.nextOffsets(length, field)
      const bytes = buffers.next(0, field)
      const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
      this.#textBytesLeft -= spanOf(offsets, text.length, field)
      if (this.#textBytesLeft < 0) throw new ProblemError('too-large', `a stream has at most ${frameLimits.bodyBytesMax} bytes of text`)
      return Array.from({ length }, (_, row) => text.toString('utf8', offsets[row]!, offsets[row + 1]!))
    }
    const offsets = buffers.nextOffsets(length, field)
    const words = field.child ? this.#readValues(field.child, buffers) : []
    spanOf(offsets, words.length, field)
    return Array.from({ length }, (_, row) => words.slice(offsets[row]!, offsets[row + 1]!))
  }
}

/** The field nodes and buffers of one batch, in the order of the fields, depth first. */
class Buffers {
  readonly #nodes: [number, number][]
  readonly #buffers: [number, number][]
  readonly #body: Uint8Array
  #node = 0
  #buffer = 0

  constructor(batch: FlatTable, body: Uint8Array) {
    if (batch.table(3))
      throw new ProblemError('request-invalid', 'compressed Arrow batches are not taken: send Content-Encoding: gzip instead')
    this.#nodes = batch.pairs(1, limits.columns * 2)
    this.#buffers = batch.pairs(2, limits.columns * 6)
    this.#body = body
  }

  nextLength(): number {
    const length = this.#nodes[this.#node]?.[0]
    this.#node += 1
    if (length === undefined || length < 0) throw new RangeError('a field without its node')
    return length
  }

  /** The next buffer, which must hold at least `bytesMin`. */
  next(bytesMin: number, field: ArrowField): Uint8Array {
    const buffer = this.#buffers[this.#buffer]
    this.#buffer += 1
    if (!buffer || buffer[0] < 0 || buffer[1] < bytesMin || buffer[0] + buffer[1] > this.#body.length) throw damaged(field)
    return this.#body.subarray(buffer[0], buffer[0] + buffer[1])
  }

  /** Bits of the rows that have a value; undefined when all have. */
  nextValidity(length: number, field: ArrowField): Uint8Array | undefined {
    const bitmap = this.next(0, field)
    if (bitmap.length === 0) {
      if ((this.#nodes[this.#node - 1]?.[1] ?? 0) > 0) throw damaged(field)
      return undefined
    }
    if (bitmap.length * 8 < length) throw damaged(field)
    return bitmap
  }

  nextOffsets(length: number, field: ArrowField): ArrayLike<number> {
    const isLarge = field.type.startsWith('Large')
    const bytes = this.next(length === 0 ? 0 : (length + 1) * (isLarge ? 8 : 4), field)
    if (length === 0) return [0]
    return isLarge ? Float64Array.from(aligned(bytes, BigInt64Array, length + 1), Number) : aligned(bytes, Int32Array, length + 1)
  }
}

type TypedArray<Values> = { new (buffer: ArrayBufferLike, byteOffset: number, length: number): Values; readonly BYTES_PER_ELEMENT: number }

function aligned<Values>(bytes: Uint8Array, type: TypedArray<Values>, length: number): Values {
  const whole = bytes.byteOffset % type.BYTES_PER_ELEMENT === 0 ? bytes : bytes.slice()
  return new type(whole.buffer, whole.byteOffset, length)
}

/** How many bytes or words the offsets span; they never step back and end inside, so nothing is read twice. */
function spanOf(offsets: ArrayLike<number>, available: number, field: ArrowField): number {
  if (!(offsets[0]! >= 0)) throw damaged(field)
  for (let place = 1; place < offsets.length; place += 1) if (!(offsets[place]! >= offsets[place - 1]!)) throw damaged(field)
  const end = offsets[offsets.length - 1]!
  if (end > available) throw damaged(field)
  return end - offsets[0]!
}

const lengthOf = (column: ArrowColumn): number =>
  'values' in column ? column.values.length : 'numbers' in column ? column.numbers.length : column.index.length

function areIndexes(index: ArrayLike<number>, count: number): boolean {
  for (let row = 0; row < index.length; row += 1) if (!(index[row]! >= 0 && index[row]! < count)) return false
  return true
}

function numbersOf(field: ArrowField, length: number, buffers: Buffers): ArrayLike<number> {
  const bytes = buffers.next(length * field.width, field)
  if (field.width !== 8 || field.type === 'FloatingPoint') return typedArrayOf(field, bytes, length)
  const numbers = new Float64Array(length)
  if (field.type === 'Timestamp' && field.unit > 1) {
    const perMillisecond = field.unit === 2 ? 1_000n : 1_000_000n
    const integers = aligned(bytes, BigInt64Array, length)
    for (let row = 0; row < length; row += 1) numbers[row] = Number(integers[row]! / perMillisecond)
    return numbers
  }
  const factor = field.type === 'Timestamp' && field.unit === 0 ? 1_000 : 1
  const halves = aligned(bytes, Uint32Array, length * 2)
  // From both halves, because a BigInt for every number would be an object on the heap.
  for (let row = 0; row < length; row += 1) {
    const upper = field.isSigned ? halves[row * 2 + 1]! | 0 : halves[row * 2 + 1]!
    numbers[row] = (upper * 2 ** 32 + halves[row * 2]!) * factor
  }
  return numbers
}

function typedArrayOf({ type, width, isSigned }: ArrowField, bytes: Uint8Array, length: number): ArrayLike<number> {
  if (type === 'FloatingPoint') return width === 4 ? aligned(bytes, Float32Array, length) : aligned(bytes, Float64Array, length)
  if (width === 1) return isSigned ? aligned(bytes, Int8Array, length) : bytes.subarray(0, length)
  if (width === 2) return isSigned ? aligned(bytes, Int16Array, length) : aligned(bytes, Uint16Array, length)
  return isSigned ? aligned(bytes, Int32Array, length) : aligned(bytes, Uint32Array, length)
}

/** Width in bytes, sign and time unit of a type that a field of a reading can have. */
function describeType(type: string, table: FlatTable | undefined): { width: number; isSigned: boolean; unit: number } {
  const plain = { width: 0, isSigned: true, unit: 0 }
  if (type === 'Int') {
    const width = (table?.int(0) ?? 0) / 8
    if ([1, 2, 4, 8].includes(width)) return { width, isSigned: table?.byte(1) === 1, unit: 0 }
  }
  if (type === 'FloatingPoint' && table && (table.short(0) === 1 || table.short(0) === 2)) return { ...plain, width: table.short(0) * 4 }
  if (type === 'Timestamp' && table && table.short(0) >= 0 && table.short(0) <= 3) return { ...plain, width: 8, unit: table.short(0) }
  if (['Null', 'Utf8', 'LargeUtf8', 'List', 'LargeList'].includes(type)) return plain
  throw new ProblemError('request-invalid', `a column has the type ${type}, which no field of a reading takes here`)
}

const nameOf = (name: string) => name.slice(0, 100).toWellFormed()
const damaged = (field: ArrowField) => new RangeError(`column ${nameOf(field.name)} is damaged`)
const notTaken = (field: ArrowField, what: string) =>
  new ProblemError('request-invalid', `column ${nameOf(field.name)} is ${what}, which no field of a reading takes`)
