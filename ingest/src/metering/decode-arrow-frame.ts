import { rawCharactersMax } from '../shared/accept-frame.ts'
import { checkReadingColumns } from '../shared/check-readings.ts'
import { ProblemError } from '../shared/problem.ts'
import { plainValues } from './arrow-column.ts'
import { type ArrowColumns, readArrowColumns } from './arrow-columns.ts'
import { type DecodedFrame, decodeEnvelope, type EnvelopeHints } from './frame-envelope.ts'
import { goodArrowColumns } from './good-arrow-columns.ts'

export const arrowContentType = 'application/vnd.apache.arrow.stream'

/**
 * Decodes an Arrow IPC stream whose columns are named like the fields of a reading: numbers as any integer, 32- or 64-bit float type,
 * `meter` and `valve` as (dictionary-encoded) text, `at` as timestamp, integer of epoch milliseconds or ISO text, `flags` as lists of text.
 * `frameId` and `sentAt` are in the schema's metadata, or else in `hints`. Null is absent.
 *
 * @throws ProblemError request-invalid or too-large.
 */
export function decodeArrowFrame(body: Buffer, hints: EnvelopeHints, receivedAt: number, twoWay?: ReadonlySet<string>): DecodedFrame {
  const table = readColumns(body)
  const envelope = decodeEnvelope(table.metadata.get('frameId') ?? hints.frameId, table.metadata.get('sentAt') ?? hints.sentAt)
  const good = goodArrowColumns(table.columns, table.count, receivedAt)
  if (good) return { ...envelope, columns: good, rejected: [] }
  const values = Object.fromEntries(Object.entries(table.columns).map(([name, column]) => [name, plainValues(column)]))
  const checked = checkReadingColumns(values, table.count, receivedAt, twoWay)
  if (checked.rejected.length === 0) return { ...envelope, ...checked }
  const raw = `data:${arrowContentType};base64,${body.toString('base64', 0, (rawCharactersMax * 3) / 4)}`
  return { ...envelope, ...checked, raw }
}

function readColumns(body: Buffer): ArrowColumns {
  try {
    return readArrowColumns(body)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw new ProblemError('request-invalid', `the body is not a readable Arrow IPC stream: ${error.message.slice(0, 200).toWellFormed()}`)
  }
}
