import { rawCharactersMax } from '../shared/accept-frame.ts'
import { type CheckedReadings, checkReadingColumns, checkReadingObjects } from '../shared/check-readings.ts'
import { ProblemError } from '../shared/problem.ts'
import { type DecodedFrame, decodeEnvelope, expectAtMost, invalidAt } from './frame-envelope.ts'
import { scanFrame } from './scan-frame.ts'

/**
 * Decodes a JSON frame: `readings` is an array of objects or an object of equally long columns.
 * A bad reading is set aside with its reason; what is wrong about the frame as a whole is thrown.
 * The columns hold until the next frame is decoded.
 *
 * @throws ProblemError request-invalid or too-large.
 */
export function decodeJsonFrame(body: Buffer, receivedAt: number, twoWay?: ReadonlySet<string>): DecodedFrame {
  const good = scanFrame(body, receivedAt)
  if (good) return { ...decodeEnvelope(good.frameId, good.sentAt), columns: good.columns, rejected: [] }
  return decodeCarefully(body, receivedAt, twoWay)
}

/** The same for every body, whatever it is. */
export function decodeCarefully(body: Buffer, receivedAt: number, twoWay?: ReadonlySet<string>): DecodedFrame {
  let frame: unknown
  try {
    frame = JSON.parse(body.toString('utf8'))
  } catch (error) {
    throw new ProblemError('request-invalid', `the body is not JSON: ${(error as Error).message.slice(0, 200).toWellFormed()}`)
  }
  if (typeof frame !== 'object' || frame === null || Array.isArray(frame))
    throw new ProblemError('request-invalid', 'the body must be an object with frameId, sentAt and readings')
  const { frameId, sentAt, readings } = frame as Record<string, unknown>
  const envelope = decodeEnvelope(frameId, sentAt)
  const checked = checkReadings(readings, receivedAt, twoWay)
  if (checked.rejected.length === 0) return { ...envelope, ...checked }
  return { ...envelope, ...checked, raw: body.toString('utf8', 0, rawCharactersMax) }
}

function checkReadings(readings: unknown, receivedAt: number, twoWay: ReadonlySet<string> | undefined): CheckedReadings {
  if (Array.isArray(readings)) {
    expectAtMost(readings.length)
    return checkReadingObjects(readings, receivedAt, twoWay)
  }
  if (typeof readings !== 'object' || readings === null) throw invalidAt('readings', 'must be an array of readings or an object of columns')
  const columns = readings as Record<string, unknown>
  const count = countOfColumns(columns)
  return checkReadingColumns(columns as Record<string, unknown[]>, count, receivedAt, twoWay)
}

/** All columns are arrays of one length, or the frame is malformed: values could not be assigned to readings. */
export function countOfColumns(columns: Readonly<Record<string, unknown>>): number {
  let first: { name: string; length: number } | undefined
  for (const name of Object.keys(columns)) {
    const column = columns[name]
    const path = `readings.${name.slice(0, 100).toWellFormed()}`
    if (!Array.isArray(column)) throw invalidAt(path, 'must be an array, as all columns')
    expectAtMost(column.length)
    first ??= { name: path, length: column.length }
    if (column.length !== first.length) throw invalidAt(path, `has ${column.length} values where ${first.name} has ${first.length}`)
  }
  return first?.length ?? 0
}
