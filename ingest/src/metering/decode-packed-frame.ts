import type { ReadingColumns } from '@nightflow/domain/metering/reading-columns'
import { CorruptFrameError, unpackFrame } from '@nightflow/domain/metering/unpack-frame'
import { frameLimits } from '@nightflow/schemas/metering/report-readings'
import { rawCharactersMax } from '../shared/accept-frame.ts'
import { checkReadingColumns, checkTogether } from '../shared/check-readings.ts'
import { flagSetOf, isMeterNumber, type NumberRule, numberRules, valveStates } from '../shared/field-rules.ts'
import { ProblemError } from '../shared/problem.ts'
import { ReadingFaults } from '../shared/reading-faults.ts'
import { type DecodedFrame, decodeEnvelope, type EnvelopeHints, expectAtMost } from './frame-envelope.ts'

export const packedContentType = 'application/vnd.nightflow.frame'

/**
 * Decodes a frame that comes packed already (`docs/frame-layout.md`), which spares the line nine bytes of ten. Frame id and sending time
 * come with the request. Its readings are checked like all others, and packed anew: what is stored never depends on who sent it.
 *
 * @throws ProblemError request-invalid or too-large.
 */
export function decodePackedFrame(body: Buffer, hints: EnvelopeHints, receivedAt: number, twoWay?: ReadonlySet<string>): DecodedFrame {
  const envelope = decodeEnvelope(hints.frameId, hints.sentAt)
  const columns = unpack(body)
  if (columns.sources) throw new ProblemError('request-invalid', 'a frame has no column of sources: that is of stored days alone')
  expectAtMost(columns.count)
  if (areGood(columns, receivedAt)) return { ...envelope, columns, rejected: [] }
  const checked = checkReadingColumns(asSent(columns), columns.count, receivedAt, twoWay)
  if (checked.rejected.length === 0) return { ...envelope, ...checked }
  const raw = `data:${packedContentType};base64,${body.toString('base64', 0, (rawCharactersMax * 3) / 4)}`
  return { ...envelope, ...checked, raw }
}

function unpack(body: Buffer): ReadingColumns {
  try {
    return unpackFrame(body)
  } catch (error) {
    if (!(error instanceof CorruptFrameError)) throw error
    throw new ProblemError('request-invalid', `the body is no frame in the packed layout: ${error.message.slice(0, 200).toWellFormed()}`)
  }
}

/** Whether every reading is valid; the slow path finds out which of them are not, and why. */
function areGood(columns: ReadingColumns, receivedAt: number): boolean {
  const { count, meters, at, flagSets, deltaMillilitres, deltaSeconds } = columns
  const latest = receivedAt + frameLimits.futureSecondsMax * 1000
  for (let row = 0; row < count; row += 1) if (!(at[row]! >= frameLimits.earliest && at[row]! <= latest)) return false
  if (!meters.every(isMeterNumber)) return false
  if (flagSets && !flagSets.every((set) => set === '' || flagSetOf(set.split(' ')) === set)) return false
  let isWhole = false
  for (const rule of numberRules.values()) {
    const values = columns[rule.column]
    if (!values) continue
    const present = countPresent(values, rule)
    if (present < 0) return false
    isWhole ||= present === count && rule.column !== 'deltaMillilitres' && rule.column !== 'deltaSeconds'
  }
  if (isWhole && !deltaMillilitres && !deltaSeconds) return true
  const faults = new ReadingFaults()
  checkTogether(columns, faults)
  return faults.count === 0
}

/** How many rows have a value; -1 where one is beyond the rule of its field. */
function countPresent(values: Float64Array, { minimum, maximum, factor, mustRound }: NumberRule): number {
  const [least, most] = [minimum * factor, maximum * factor]
  let present = 0
  for (let row = 0; row < values.length; row += 1) {
    const value = values[row]!
    if (Number.isNaN(value)) continue
    if (!(value >= least && value <= most) || (mustRound && Math.floor(value) !== value)) return -1
    present += 1
  }
  return present
}

const valveWords = new Map([...valveStates].map(([word, state]) => [state, word]))

/** The same readings as a gateway would have sent them in JSON columns. */
function asSent(columns: ReadingColumns): Record<string, unknown[]> {
  const { meters, meterIndex, at, valve, flagSets, flagIndex } = columns
  const sent: Record<string, unknown[]> = { meter: Array.from(meterIndex, (place) => meters[place]), at: Array.from(at) }
  for (const [field, { column, factor }] of numberRules) {
    const values = columns[column]
    if (values) sent[field] = Array.from(values, (value) => (Number.isNaN(value) ? null : value / factor))
  }
  if (valve) sent.valve = Array.from(valve, (state) => valveWords.get(state) ?? null)
  if (flagSets && flagIndex) sent.flags = Array.from(flagIndex, (place) => flagSets[place]!.split(' ').filter((word) => word !== ''))
  return sent
}
