import { crc32 } from 'node:zlib'
import type { NewEvent } from '@nightflow/event-log/event-log'
import { eventCatalogue } from '@nightflow/schemas/events'
import { ReadingsReported } from '@nightflow/schemas/metering/report-readings'
import { z } from 'zod'
import { frameEventId, frameStream } from '../shared/accept-frame.ts'

/** An event on its way to a stream: what an append to the log needs. */
export type BufferedFrame = { stream: string; event: NewEvent }

/** The message is not one of ours, or it was damaged: no later attempt will read it. */
export class FrameMessageInvalid extends Error {
  override name = 'FrameMessageInvalid'
}

// docs/frame-buffer.md describes the layout; a change is a new version byte, because what waits in the buffer must stay readable.
const mark = Buffer.from('NFB', 'latin1')
const layoutVersion = 1
const headBytes = 12
/** Above every frame that the ingest endpoint accepts; the topic is created to carry it. */
export const messageBytesMax = 32 * 1024 * 1024

const frameType = 'metering.ReadingsReported'
const Envelope = z.object({
  stream: z.string(),
  id: z.string(),
  type: z.literal(frameType),
  schemaVersion: z.int().min(1),
  metadata: z.object({
    tenant: z.string(),
    actor: z.string(),
    cause: z.string().optional(),
    correlation: z.string().optional(),
  }),
  data: z.record(z.string(), z.unknown()),
})

/** Everything that the log will hold of a frame, as one message. */
export const encodeFrameMessage = ({ stream, event }: BufferedFrame): Buffer => {
  const { packed, ...rest } = event
  const envelope = Buffer.from(JSON.stringify({ stream, ...rest }), 'utf8')
  const head = Buffer.alloc(headBytes)
  mark.copy(head)
  head.writeUInt8(layoutVersion, 3)
  head.writeUInt32BE(envelope.byteLength, 4)
  head.writeUInt32BE(checksum(envelope, packed), 8)
  return Buffer.concat(packed ? [head, envelope, packed] : [head, envelope])
}

const checksum = (envelope: Uint8Array, packed: Uint8Array | undefined): number => {
  const first = crc32(envelope)
  return packed ? crc32(packed, first) : first
}

/**
 * Reads a message back and holds it against what it claims to be: a frame of one gateway, in that gateway's stream, under that frame's id.
 *
 * @throws FrameMessageInvalid with what is wrong.
 */
export const decodeFrameMessage = (message: Buffer | null): BufferedFrame => {
  if (!message || message.byteLength < headBytes || !message.subarray(0, 3).equals(mark))
    throw new FrameMessageInvalid('this is not a frame: the mark NFB is missing')
  if (message[3] !== layoutVersion)
    throw new FrameMessageInvalid(`layout version ${message[3]} is unknown here, version ${layoutVersion} is known`)
  const envelopeEnd = headBytes + message.readUInt32BE(4)
  if (envelopeEnd > message.byteLength) throw new FrameMessageInvalid('the message is cut: its envelope is longer than itself')
  const envelope = message.subarray(headBytes, envelopeEnd)
  const packed = message.subarray(envelopeEnd)
  if (checksum(envelope, packed) !== message.readUInt32BE(8)) throw new FrameMessageInvalid('the message was damaged: its checksum differs')
  return checkFrame(parseEnvelope(envelope), packed)
}

const parseEnvelope = (envelope: Buffer): z.output<typeof Envelope> => {
  let content: unknown
  try {
    content = JSON.parse(envelope.toString('utf8'))
  } catch {
    throw new FrameMessageInvalid('the envelope is not JSON')
  }
  const parsed = Envelope.safeParse(content)
  if (parsed.success) return parsed.data
  throw new FrameMessageInvalid(`the envelope is not that of a frame: ${describeIssue(parsed.error)}`)
}

const checkFrame = ({ stream, ...event }: z.output<typeof Envelope>, packed: Buffer): BufferedFrame => {
  const known = eventCatalogue[frameType].version
  if (event.schemaVersion > known)
    throw new FrameMessageInvalid(`schema version ${event.schemaVersion} of ${frameType} is unknown here, ${known} is the newest known`)
  if (event.schemaVersion === known) {
    const report = ReadingsReported.safeParse(event.data)
    if (!report.success) throw new FrameMessageInvalid(`the report is malformed: ${describeIssue(report.error)}`)
  }
  const gateway = { tenant: event.metadata.tenant, name: String(event.data.gateway) }
  if (stream !== frameStream(gateway)) throw new FrameMessageInvalid(`the frame is not of the stream ${stream.slice(0, 200)}`)
  if (event.id !== frameEventId(gateway, String(event.data.frameId)))
    throw new FrameMessageInvalid('the event id is not that of the frame id')
  if (packed.byteLength === 0) throw new FrameMessageInvalid('the packed readings are missing')
  const { cause, correlation, ...metadata } = event.metadata
  return {
    stream,
    event: {
      ...event,
      packed,
      metadata: { ...metadata, ...(cause !== undefined && { cause }), ...(correlation !== undefined && { correlation }) },
    },
  }
}

const describeIssue = ({ issues }: z.ZodError): string => `${issues[0]?.path.join('.')}: ${issues[0]?.message}`.slice(0, 300)
