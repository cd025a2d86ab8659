import { binaryEvent, type EventData, jsonEvent, type RecordedEvent as ServerEvent } from '@eventstore/db-client'
import { digestOfContent, emptyHash } from '../chain.ts'
import type { EncodedEvent } from '../encode-append.ts'
import type { JsonObject, NewEvent, RecordedEvent, Upcasters } from '../event-log.ts'
import { liftData } from '../lift-data.ts'
import { positionOf } from './event-position.ts'

/** Streams of this log on the server; others there, the server's own (`$…`) included, are ignored. */
export const eventStreamPrefix = 'nightflow/'

/** The stream on the server that holds a stream of the log. */
export const serverStreamOf = (stream: string): string => eventStreamPrefix + stream

/** Metadata of an event on the server. Cause and correlation have the names under which the server's own projections look for them. */
type StoredMetadata = {
  schemaVersion: number
  actor: string
  $causationId?: string
  $correlationId?: string
  /** SHA-256 of the chain, base64. */
  hash: string
  /** The JSON text of the data, where the event's body is taken by packed columns. */
  data?: string
}

/** An event as the server gives it, before its data is lifted. */
export type StoredEvent = Omit<RecordedEvent, 'data'> & {
  data: JsonObject
  /** Bytes of data and packed columns. */
  bytes: number
  /** SHA-256 of the content, computed from what is stored. */
  digest: () => Uint8Array
}

/**
 * The event to write. Without packed columns the body is the data as JSON, which the server's screens and projections understand.
 * Packed columns are the body as they are, and the data (a few words beside a frame) goes into the metadata: base64 inside JSON would
 * cost a third more in the log, on the wire and in every reader.
 */
export const eventToWrite = ({ event, id, data, packed }: EncodedEvent, hash: Uint8Array): EventData => {
  const metadata = metadataOf(event, data, hash)
  return packed
    ? binaryEvent({ id, type: event.type, data: packed, metadata })
    : // The client writes the text anew from the object. It gets one that the caller cannot change any more: the hash is that of the text.
      jsonEvent({ id, type: event.type, data: JSON.parse(data.toString('utf8')), metadata })
}

const metadataOf = ({ schemaVersion, metadata, packed }: NewEvent, data: Buffer, hash: Uint8Array): StoredMetadata => {
  const { actor, cause, correlation } = metadata
  return {
    schemaVersion,
    actor,
    ...(cause === undefined ? {} : { $causationId: cause }),
    ...(correlation === undefined ? {} : { $correlationId: correlation }),
    hash: Buffer.from(hash).toString('base64'),
    ...(packed ? { data: data.toString('utf8') } : {}),
  }
}

/**
 * Bytes that an event counts against the server's MaxAppendSize: body, metadata, and two bytes for each character of its type. Before 24.10.4 the
 * server counted the body alone.
 */
export const bytesOnServer = (event: NewEvent, data: Buffer): number =>
  (event.packed ?? data).byteLength + Buffer.byteLength(JSON.stringify(metadataOf(event, data, emptyHash)), 'utf8') + event.type.length * 2

/** Reads an event of the server; throws when it is in a stream of the log and was not written by it. */
export const storedEventOf = (event: ServerEvent): StoredEvent => {
  const metadata = event.metadata
  if (!isStoredMetadata(metadata))
    throw new Error(
      `event ${event.id} in stream "${event.streamId}" was not written by this log: streams that begin with "${eventStreamPrefix}" belong to it alone`,
    )
  const packed = metadata.data === undefined ? undefined : (event.data as Uint8Array)
  const text = metadata.data ?? JSON.stringify(event.data)
  const stream = event.streamId.slice(eventStreamPrefix.length)
  const tenant = stream.slice(0, stream.indexOf('/'))
  const { schemaVersion, actor, $causationId: cause, $correlationId: correlation } = metadata
  const { id, type } = event
  return {
    id,
    type,
    schemaVersion,
    data: (metadata.data === undefined ? event.data : JSON.parse(metadata.data)) as JsonObject,
    ...(packed ? { packed } : {}),
    metadata: { tenant, actor, ...(cause === undefined ? {} : { cause }), ...(correlation === undefined ? {} : { correlation }) },
    stream,
    version: Number(event.revision) + 1,
    position: positionOf(event),
    recordedAt: event.created.getTime(),
    hash: Buffer.from(metadata.hash, 'base64'),
    bytes: Buffer.byteLength(text, 'utf8') + (packed?.byteLength ?? 0),
    digest: () =>
      digestOfContent({ stream, id, type, schemaVersion, tenant, actor, cause, correlation, data: Buffer.from(text, 'utf8'), packed }),
  }
}

/** The event of the port, its data lifted to the newest shape. */
export const recordedEventOf = ({ bytes: _bytes, digest: _digest, ...event }: StoredEvent, upcasters: Upcasters): RecordedEvent => ({
  ...event,
  ...liftData(upcasters, event.type, event.schemaVersion, event.data),
})

const isStoredMetadata = (metadata: unknown): metadata is StoredMetadata => {
  if (typeof metadata !== 'object' || metadata === null) return false
  const { schemaVersion, actor, hash, data } = metadata as Partial<Record<keyof StoredMetadata, unknown>>
  return (
    typeof schemaVersion === 'number' &&
    typeof actor === 'string' &&
    typeof hash === 'string' &&
    (data === undefined || typeof data === 'string')
  )
}
