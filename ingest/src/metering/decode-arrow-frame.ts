import { type Data, DataType, RecordBatchReader, TimeUnit } from 'apache-arrow'
import { rawCharactersMax } from '../shared/accept-frame.ts'
import { checkReadingColumns } from '../shared/check-readings.ts'
import { ProblemError } from '../shared/problem.ts'
import { type DecodedFrame, decodeEnvelope, expectAtMost } from './decode-frame.ts'

export const arrowContentType = 'application/vnd.apache.arrow.stream'

/** Frame id and sending time from outside the stream, for senders that cannot write schema metadata. */
export type EnvelopeHints = { frameId?: unknown; sentAt?: unknown }

/**
 * Decodes an Arrow IPC stream whose columns are named like the fields of a reading: numbers as any integer or float type,
 * `meter` and `valve` as (dictionary-encoded) text, `at` as timestamp, integer of epoch milliseconds or ISO text, `flags` as lists of text.
 * `frameId` and `sentAt` stand in the schema's metadata, or else in `hints`. Null is absent.
 *
 * @throws ProblemError request-invalid or too-large.
 */
export function decodeArrowFrame(body: Buffer, hints: EnvelopeHints, receivedAt: number): DecodedFrame {
  const table = readStream(body)
  const envelope = decodeEnvelope(table.metadata.get('frameId') ?? hints.frameId, table.metadata.get('sentAt') ?? hints.sentAt)
  const checked = checkReadingColumns(table.columns, table.count, receivedAt)
  if (checked.rejected.length === 0) return { ...envelope, ...checked }
  const raw = `data:${arrowContentType};base64,${body.toString('base64', 0, (rawCharactersMax * 3) / 4)}`
  return { ...envelope, ...checked, raw }
}

type ArrowTable = { metadata: Map<string, string>; columns: Record<string, unknown[]>; count: number }

function readStream(body: Buffer): ArrowTable {
  try {
    const reader = RecordBatchReader.from(body)
    reader.open()
    const columns: Record<string, unknown[]> = Object.create(null)
    const { fields, metadata } = reader.schema
    for (const field of fields) {
      if (columns[field.name]) throw new ProblemError('request-invalid', `column ${field.name} occurs twice`)
      columns[field.name] = []
    }
    let count = 0
    for (const batch of reader) {
      count += batch.numRows
      // Before any value is looked at: a batch may claim more rows than it has bytes for.
      expectAtMost(count)
      for (const [place, field] of fields.entries()) {
        const data = batch.data.children[place]
        if (!data || data.length !== batch.numRows) throw new DamagedColumn(field.name)
        appendValues(columns[field.name]!, data, field.name)
      }
    }
    return { metadata, columns, count }
  } catch (error) {
    if (error instanceof ProblemError) throw error
    throw new ProblemError(
      'request-invalid',
      `the body is not a readable Arrow IPC stream: ${String((error as Error)?.message ?? error)
        .slice(0, 200)
        .toWellFormed()}`,
    )
  }
}

class DamagedColumn extends Error {
  constructor(column: string) {
    super(`column ${column} is damaged`)
  }
}

function appendValues(target: unknown[], data: Data, column: string): void {
  const isValid = validityOf(data, column)
  const valueAt = valueReader(data, column)
  for (let row = 0; row < data.length; row += 1) target.push(isValid(row) ? valueAt(row) : null)
}

function validityOf(data: Data, column: string): (row: number) => boolean {
  const { nullBitmap, length, offset } = data
  if (DataType.isNull(data.type)) return () => false
  if (!nullBitmap || nullBitmap.length === 0 || data.nullCount === 0) return () => true
  if (nullBitmap.length * 8 < offset + length) throw new DamagedColumn(column)
  return (row) => ((nullBitmap[(offset + row) >> 3] ?? 0) & (1 << ((offset + row) & 7))) !== 0
}

/** Every buffer is held against the number of rows before it is read: a short one would otherwise read as absent values. */
function valueReader(data: Data, column: string): (row: number) => unknown {
  const { type, length } = data
  if (DataType.isNull(type)) return () => null
  if (DataType.isDictionary(type)) return dictionaryReader(data, column)
  if (DataType.isUtf8(type) || DataType.isLargeUtf8(type)) return textReader(data, column)
  if (DataType.isList(type)) return listReader(data, column)
  const values = data.values as ArrayLike<number | bigint> | undefined
  const isNumber = DataType.isInt(type) || (DataType.isFloat(type) && type.precision > 0)
  if (!isNumber && !DataType.isTimestamp(type))
    throw new ProblemError('request-invalid', `column ${column} has the type ${type}, which no field of a reading takes`)
  if (!values || values.length < length) throw new DamagedColumn(column)
  if (!DataType.isTimestamp(type)) return (row) => Number(values[row])
  if (type.unit === TimeUnit.SECOND) return (row) => Number(values[row]) * 1000
  const perMillisecond = type.unit === TimeUnit.MILLISECOND ? 1n : type.unit === TimeUnit.MICROSECOND ? 1_000n : 1_000_000n
  return (row) => (perMillisecond === 1n ? Number(values[row]) : Number(BigInt(values[row]!) / perMillisecond))
}

function textReader(data: Data, column: string): (row: number) => unknown {
  const offsets = data.valueOffsets as ArrayLike<number | bigint> | undefined
  const bytes = data.values as Uint8Array | undefined
  if (data.length === 0) return () => null
  if (!offsets || !bytes || offsets.length < data.length + 1) throw new DamagedColumn(column)
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return (row) => {
    const start = Number(offsets[row])
    const end = Number(offsets[row + 1])
    if (!(start >= 0 && start <= end && end <= text.length)) throw new DamagedColumn(column)
    return text.toString('utf8', start, end)
  }
}

function dictionaryReader(data: Data, column: string): (row: number) => unknown {
  const places = data.values as ArrayLike<number | bigint> | undefined
  if (!places || places.length < data.length) throw new DamagedColumn(column)
  const words: unknown[] = []
  for (const chunk of data.dictionary?.data ?? []) {
    // A dictionary may claim any length; no frame needs more words than it may have readings.
    expectAtMost(words.length + chunk.length)
    appendValues(words, chunk, column)
  }
  return (row) => {
    const place = Number(places[row])
    if (!(place >= 0 && place < words.length)) throw new DamagedColumn(column)
    return words[place]
  }
}

const listedWordsMax = 1_000_000

function listReader(data: Data, column: string): (row: number) => unknown {
  const offsets = data.valueOffsets as ArrayLike<number | bigint> | undefined
  const child = data.children[0]
  if (data.length === 0) return () => null
  if (!offsets || !child || offsets.length < data.length + 1) throw new DamagedColumn(column)
  if (child.length > listedWordsMax) throw new ProblemError('too-large', `column ${column} lists more than ${listedWordsMax} words`)
  const words: unknown[] = []
  appendValues(words, child, column)
  return (row) => {
    const start = Number(offsets[row])
    const end = Number(offsets[row + 1])
    if (!(start >= 0 && start <= end && end <= words.length)) throw new DamagedColumn(column)
    return words.slice(start, end)
  }
}
