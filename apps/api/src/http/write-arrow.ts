import {
  AsyncByteQueue,
  Bool,
  type Data,
  type DataType,
  DateDay,
  Field,
  Float64,
  makeData,
  RecordBatch,
  RecordBatchStreamWriter,
  Schema,
  Struct,
  TimestampMillisecond,
  Utf8,
} from 'apache-arrow'
import { type Column, type ColumnKind, textOfValue } from '../resource/row-columns.ts'

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

const dayMilliseconds = 86_400_000

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
  const children = columns.map(({ name, kind }) => columnOf(kind, name, rows))
  return new RecordBatch(schema, makeData({ type: new Struct(schema.fields), length: rows.length, nullCount: 0, children }))
}

/** One column straight into the typed arrays of the format: the library's builders take a value at a time and are ten times slower. */
const columnOf = (kind: ColumnKind, name: string, rows: Rows): Data => {
  const { length } = rows
  const nullBitmap = new Uint8Array(Math.ceil(length / 64) * 8)
  let nullCount = 0
  const each = (take: (value: unknown, row: number) => void, absent?: (row: number) => void) => {
    for (let row = 0; row < length; row += 1) {
      const value = rows[row]![name]
      if (value === null || value === undefined) {
        nullCount += 1
        absent?.(row)
        continue
      }
      nullBitmap[row >> 3]! |= 1 << (row & 7)
      take(value, row)
    }
  }
  switch (kind) {
    case 'number': {
      const data = new Float64Array(length)
      each((value, row) => {
        data[row] = value as number
      })
      return makeData({ type: new Float64(), length, nullCount, nullBitmap, data })
    }
    case 'instant': {
      // As two halves, because a big integer for each would be an object on the heap.
      const halves = new Int32Array(length * 2)
      each((value, row) => {
        const milliseconds = Date.parse(value as string)
        halves[row * 2] = milliseconds
        halves[row * 2 + 1] = Math.floor(milliseconds / 2 ** 32)
      })
      const data = new BigInt64Array(halves.buffer)
      return makeData({ type: new TimestampMillisecond('UTC'), length, nullCount, nullBitmap, data })
    }
    case 'date': {
      const data = new Int32Array(length)
      each((value, row) => {
        data[row] = Date.parse(`${value as string}T00:00:00Z`) / dayMilliseconds
      })
      return makeData({ type: new DateDay(), length, nullCount, nullBitmap, data })
    }
    case 'boolean': {
      const data = new Uint8Array(nullBitmap.length)
      each((value, row) => {
        if (value) data[row >> 3]! |= 1 << (row & 7)
      })
      return makeData({ type: new Bool(), length, nullCount, nullBitmap, data })
    }
    case 'text':
    case 'json': {
      const valueOffsets = new Int32Array(length + 1)
      let texts = ''
      let end = 0
      each(
        (value, row) => {
          const text = textOfValue(value, kind)
          texts += text
          end += Buffer.byteLength(text)
          valueOffsets[row + 1] = end
        },
        (row) => {
          valueOffsets[row + 1] = end
        },
      )
      return makeData({ type: new Utf8(), length, nullCount, nullBitmap, valueOffsets, data: Buffer.from(texts) })
    }
  }
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
