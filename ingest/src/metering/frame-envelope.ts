import type { ReadingColumns } from '@nightflow/domain/metering/reading-columns'
import { Frame, frameLimits, type RejectedReading } from '@nightflow/schemas/metering/report-readings'
import { parseInstant } from '../shared/instant.ts'
import { ProblemError } from '../shared/problem.ts'

/** A frame as the log takes it, before it is known from whom it is. */
export type DecodedFrame = {
  frameId: string
  sentAt: number
  columns: ReadingColumns
  rejected: RejectedReading[]
  raw?: string
}

/** Frame id and sending time from outside the body, for senders whose format cannot carry them. */
export type EnvelopeHints = { frameId?: unknown; sentAt?: unknown }

const Envelope = Frame.omit({ readings: true })

/** The envelope of a frame, in every form of its readings. */
export function decodeEnvelope(frameId: unknown, sentAt: unknown): { frameId: string; sentAt: number } {
  const envelope = Envelope.safeParse({ frameId, sentAt })
  if (!envelope.success) {
    const errors = envelope.error.issues.map(({ path, code, message }) => ({ path: path.join('.'), code, message }))
    throw new ProblemError('request-invalid', errors.map((error) => `${error.path}: ${error.message}`).join('; '), { errors })
  }
  const time = parseInstant(envelope.data.sentAt)
  if (Number.isNaN(time)) throw invalidAt('sentAt', 'must be an ISO 8601 instant between the years 0000 and 9999')
  return { frameId: envelope.data.frameId, sentAt: time }
}

export function expectAtMost(readings: number): void {
  if (readings > frameLimits.readingsMax)
    throw new ProblemError('too-large', `a frame holds at most ${frameLimits.readingsMax} readings: split it into several frames`)
}

export const invalidAt = (path: string, message: string) =>
  new ProblemError('request-invalid', `${path} ${message}`, { errors: [{ path, code: 'invalid', message }] })
