import { type Gateway, type WrittenFrame, writeFrame } from '../shared/accept-frame.ts'
import { ProblemError } from '../shared/problem.ts'
import { arrowContentType, decodeArrowFrame } from './decode-arrow-frame.ts'
import { decodeJsonFrame } from './decode-json-frame.ts'
import { decodePackedFrame, packedContentType } from './decode-packed-frame.ts'
import type { DecodedFrame, EnvelopeHints } from './frame-envelope.ts'

/** A frame as it was sent: its body, inflated, and what its request says about it. */
export type SentFrame = EnvelopeHints & {
  body: Buffer
  contentType: string | undefined
  gateway: Gateway
  importId?: string
  /** Meters whose intervals may be negative. */
  twoWay?: readonly string[]
  /** Epoch milliseconds. */
  receivedAt: number
}

/**
 * Turns a body into what the log takes: all the work on a frame that needs nothing but the frame.
 *
 * @throws ProblemError request-invalid, too-large, unsupported-media-type.
 */
export function encodeFrame(sent: SentFrame): WrittenFrame {
  const { gateway, receivedAt, importId } = sent
  const origin = importId === undefined ? { source: 'frames' as const } : { source: 'import' as const, importId }
  return writeFrame({ ...decode(sent), gateway, receivedAt, ...origin })
}

function decode({ body, contentType, frameId, sentAt, receivedAt, twoWay }: SentFrame): DecodedFrame {
  const negative = twoWay && new Set(twoWay)
  const mediaType = contentType?.split(';', 1)[0]?.trim().toLowerCase()
  if (mediaType === 'application/json') return decodeJsonFrame(body, receivedAt, negative)
  if (mediaType === arrowContentType) return decodeArrowFrame(body, { frameId, sentAt }, receivedAt, negative)
  if (mediaType === packedContentType) return decodePackedFrame(body, { frameId, sentAt }, receivedAt, negative)
  throw new ProblemError('unsupported-media-type', `send a frame as application/json, ${arrowContentType} or ${packedContentType}`)
}
