import {
  AsyncByteQueue,
  Bool,
  type DataType,
  DateDay,
  Field,
  Float64,
  makeBuilder,
  makeData,
  RecordBatch,
  RecordBatchStreamWriter,
  Schema,
  Struct,
  TimestampMillisecond,
  Utf8,
} from 'apache-arrow'
import type { Column, ColumnKind } from './row-columns.ts'

type Rows = readonly Readonly<Record<string, unknown>>[]

/** Numbers are 64-bit floats, exact up to 2^53, as they are in JSON; instants and days are typed, so that no reader has to parse them. */
const typeOf: Record<ColumnKind, () => DataType> = {
  number: () => new Float64(),
  boolean: () => new Bool(),
  instant: () => new TimestampMillisecond('UTC'),
  date: () => new DateDay(),
  text: () => new Utf8(),
  json: () => new Utf8(),
}

const arrowValueOf: Record<ColumnKind, (value: unknown) => unknown> = {
  number: (value) => value,
  boolean: (value) => value,
  instant: (value) => Date.parse(value as string),
  date: (value) => new Date(`${value as string}T00:00:00Z`),
  text: (value) => String(value),
  json: (value) => JSON.stringify(value),
}

/** An Arrow IPC stream: the schema, one record batch a page, the end mark. Holds one page in memory. */
export async function* writeArrow(columns: readonly Column[], pages: AsyncIterable<Rows>): AsyncGenerator<Uint8Array> {
  const schema = new Schema(columns.map(({ name, kind }) => new Field(name, typeOf[kind](), true)))
  const sink = new ChunkQueue()
  const writer = new RecordBatchStreamWriter({ autoDestroy: false })
  writer.reset(sink, schema)
  yield* sink.takeAll()
  for await (const rows of pages) {
    if (rows.length === 0) continue
    writer.write(batchOf(schema, columns, rows))
    yield* sink.takeAll()
  }
  writer.finish()
  yield* sink.takeAll()
}

const batchOf = (schema: Schema, columns: readonly Column[], rows: Rows): RecordBatch => {
  const children = columns.map(({ name, kind }) => {
    const builder = makeBuilder({ type: typeOf[kind](), nullValues: [null, undefined] })
    const convert = arrowValueOf[kind]
    for (const row of rows) {
      const value = row[name]
      builder.append(value === null || value === undefined ? null : convert(value))
    }
    return builder.finish().flush()
  })
  return new RecordBatch(schema, makeData({ type: new Struct(schema.fields), length: rows.length, nullCount: 0, children }))
}

/** Takes what the writer writes and hands it on at once; the library's own queue would let it pile up ahead of a slow reader. */
class ChunkQueue extends AsyncByteQueue {
  #chunks: Uint8Array[] = []

  override write(chunk: Uint8Array): void {
    if (chunk.byteLength > 0) this.#chunks.push(chunk)
  }

  takeAll(): Uint8Array[] {
    const chunks = this.#chunks
    this.#chunks = []
    return chunks
  }
}
