import { hash } from 'node:crypto'
import { canonicalColumns } from '@nightflow/domain/metering/canonical-columns'
import { isCanonical } from '@nightflow/domain/metering/is-canonical'
import { packCanonicalFrame } from '@nightflow/domain/metering/pack-frame'
import type { ReadingColumns } from '@nightflow/domain/metering/reading-columns'
import type { EventLog, NewEvent } from '@nightflow/event-log/event-log'
import { eventCatalogue } from '@nightflow/schemas/events'
import type { FrameAcknowledged, ReadingsReported, RejectedReading, SignalStrength } from '@nightflow/schemas/metering/report-readings'
import { keepText } from './describe-value.ts'

export type Gateway = { tenant: string; name: string }

/** A frame whose readings were checked and turned into columns, whatever form it came in. */
export type CheckedFrame = {
  gateway: Gateway
  /** 1 to 128 characters; the same one from the same gateway is the same frame, whatever else it says. */
  frameId: string
  source: ReadingsReported['source']
  /** The import that the frame belongs to, where it names one. */
  importId?: string
  /** Position of the quarantined frame that this one is read from again. */
  retryOf?: number
  /** Epoch milliseconds. */
  sentAt: number
  receivedAt: number
  columns: ReadingColumns
  rejected: readonly RejectedReading[]
  /** Repeats that the caller took out already; those inside `columns` are counted here. */
  duplicates?: number
  signals?: readonly SignalStrength[]
  /** The sent message as text, where a part of it was rejected; cut to 4,000 characters. */
  raw?: string | undefined
}

export const rawCharactersMax = 4_000

/**
 * Writes a frame to the log as one `metering.ReadingsReported` event and answers once it is durable.
 * A frame that is there already is not written again: the answer is the first one, read back from the log.
 * `accepted + duplicates + rejected.length` is the number of readings that were sent.
 *
 * @throws EventLogOverloaded, EventLogUnavailable: not known to be durable; sending the same frame again is safe.
 */
export async function acceptFrame(
  log: Pick<EventLog, 'append' | 'findEvent'>,
  frame: CheckedFrame,
): Promise<FrameAcknowledged & { position: number }> {
  return appendFrame(log, frame.gateway, writeFrame(frame))
}

/** A frame as the log will have it: the data of its event, the event's id, and the packed readings. */
export type WrittenFrame = { id: string; data: ReadingsReported; packed: Uint8Array }

/** The part of accepting a frame that needs nothing but the frame, wherever it is done. */
export function writeFrame(frame: CheckedFrame): WrittenFrame {
  const columns = isCanonical(frame.columns) ? frame.columns : canonicalColumns(frame.columns)
  return { id: frameEventId(frame.gateway, frame.frameId), data: reportOf(frame, columns), packed: packCanonicalFrame(columns) }
}

/** The other part: makes a frame durable and answers. `appendFrame` does so in the log; a frame buffer holds it until a sink does. */
export type KeepFrame = (gateway: Gateway, written: WrittenFrame) => Promise<FrameAcknowledged>

/** Keeps a frame in the log: see `acceptFrame`. */
export async function appendFrame(
  log: Pick<EventLog, 'append' | 'findEvent'>,
  gateway: Gateway,
  written: WrittenFrame,
): Promise<FrameAcknowledged & { position: number }> {
  const stream = frameStream(gateway)
  const result = await log.append(stream, 'any', [eventOf(gateway, written)])
  if (result.status === 'conflict') throw new Error(`stream ${stream} refused an append at any version`)
  if (result.status === 'appended') return acknowledgementOf(written.data, result.position)
  const first = await log.findEvent(written.id)
  if (!first) throw new Error(`event ${written.id} was reported as repeated but is not in the log`)
  return acknowledgementOf(first.data as ReadingsReported, first.position)
}

/** The stream of everything that one gateway reports. */
export const frameStream = ({ tenant, name }: Gateway): string => `${tenant}/metering-gateway-${name}`

/** The event that a frame becomes. */
export const eventOf = ({ tenant, name }: Gateway, { id, data, packed }: WrittenFrame): NewEvent => ({
  id,
  type: 'metering.ReadingsReported',
  schemaVersion: eventCatalogue['metering.ReadingsReported'].version,
  data,
  packed,
  metadata: { tenant, actor: `gateway:${name}` },
})

function reportOf(frame: CheckedFrame, columns: ReadingColumns): ReadingsReported {
  const raw = frame.rejected.length > 0 && frame.raw !== undefined ? keepText(frame.raw, rawCharactersMax) : undefined
  let firstAt = Number.POSITIVE_INFINITY
  let lastAt = Number.NEGATIVE_INFINITY
  for (let row = 0; row < columns.count; row += 1) {
    const at = columns.at[row]!
    if (at < firstAt) firstAt = at
    if (at > lastAt) lastAt = at
  }
  return {
    frameId: frame.frameId,
    gateway: frame.gateway.name,
    source: frame.source,
    ...(frame.importId !== undefined && { importId: frame.importId }),
    ...(frame.retryOf !== undefined && { retryOf: frame.retryOf }),
    sentAt: new Date(frame.sentAt).toISOString(),
    receivedAt: new Date(frame.receivedAt).toISOString(),
    accepted: columns.count,
    duplicates: (frame.duplicates ?? 0) + frame.columns.count - columns.count,
    rejected: [...frame.rejected],
    meterCount: columns.meters.length,
    firstAt: columns.count === 0 ? null : new Date(firstAt).toISOString(),
    lastAt: columns.count === 0 ? null : new Date(lastAt).toISOString(),
    ...(raw !== undefined && { raw }),
    ...(columns.flagSets && wordsOf(columns.flagSets)),
    ...(frame.signals && frame.signals.length > 0 && { signals: [...frame.signals] }),
  }
}

/** The alarm policy need not unpack a frame without meter events. */
const wordsOf = (flagSets: readonly string[]): { flags?: string[] } => {
  const words = [...new Set(flagSets.flatMap((set) => set.split(' ')))].filter((word) => word !== '')
  return words.length === 0 ? {} : { flags: words.slice(0, 50) }
}

/** The answer to a gateway for a durable frame. */
export const acknowledgementOf = <Position extends number | null>(
  data: ReadingsReported,
  position: Position,
): FrameAcknowledged & { position: Position } => ({
  frameId: data.frameId,
  accepted: data.accepted,
  duplicates: data.duplicates,
  rejected: data.rejected,
  position,
})

/** Namespace of the name-based UUIDs of frames (RFC 9562, version 5); it must never change, or repeats would be stored again. */
const frameNamespace = Buffer.from('6f1d8f0e5c0b4a7e9b6a2d3c4e5f6071', 'hex')

/** The event id of a frame: the same for the same tenant, gateway and frame id, and for no other. */
export function frameEventId(gateway: Gateway, frameId: string): string {
  // Neither a tenant's code nor a gateway's name holds a slash, so no two triples share their text.
  const name = Buffer.from(`${gateway.tenant}/${gateway.name}/${frameId}`, 'utf8')
  const digest = hash('sha1', Buffer.concat([frameNamespace, name]), 'buffer')
  digest[6] = (digest[6]! & 0x0f) | 0x50
  digest[8] = (digest[8]! & 0x3f) | 0x80
  const hex = digest.toString('hex', 0, 16)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
