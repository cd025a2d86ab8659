import { digestOfContent } from './chain.ts'
import type { AppendResult, EventLog, NewEvent } from './event-log.ts'
import { AppendInvalid, AppendTooLarge } from './event-log-errors.ts'

/** An append that was checked and written out, and waits for its place. */
export type PendingAppend = {
  stream: string
  tenant: string
  expectedVersion: number | 'any'
  events: readonly EncodedEvent[]
  /** Of all events, as the engine counts them. */
  bytes: number
  /** How often it was put off because others were faster. */
  deferrals: number
}

export type EncodedEvent = {
  event: NewEvent
  /** Lower-case, as the log answers it. */
  id: string
  data: Buffer
  packed: Uint8Array | undefined
  digest: Uint8Array
}

export type Settled = PendingAppend & { resolve: (result: AppendResult) => void; reject: (error: Error) => void }

/** The most bytes that an engine takes at once, and how it counts those of an event whose data is written out. */
export type AppendSize = { bytesMax: number; bytesOf: (event: NewEvent, data: Buffer) => number }

const appendLimits = { events: 1000, streamLength: 256, textLength: 256 } as const

/** Where an event counts as its data and its packed bytes. */
export const plainSize: AppendSize = {
  bytesMax: 64 * 1024 * 1024,
  bytesOf: ({ packed }, data) => data.byteLength + (packed?.byteLength ?? 0),
}

/** The size limits of the port. */
export const statedSize = ({ bytesMax, bytesOf }: AppendSize): Pick<EventLog, 'appendBytesMax' | 'bytesOf'> => ({
  appendBytesMax: bytesMax,
  bytesOf: (event) => bytesOf(event, dataOf(event)),
})

const dataOf = (event: NewEvent): Buffer => Buffer.from(JSON.stringify(event.data), 'utf8')

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
/** Whether a text can be the id of an event at all. */
export const isUuid = (text: string): boolean => uuid.test(text.toLowerCase())
// The stream's name goes into URLs, channels and sort orders: no blanks, no control characters.
const streamName = /^[a-z][a-z0-9-]{1,31}\/[\x21-\x7e]+$/

/** Checks an append and writes its events out, outside of any lock. Throws `AppendInvalid` naming what is wrong. */
export const encodeAppend = (
  stream: string,
  expectedVersion: number | 'any',
  events: readonly NewEvent[],
  { bytesMax, bytesOf }: AppendSize = plainSize,
): PendingAppend => {
  if (!streamName.test(stream) || stream.length > appendLimits.streamLength)
    throw new AppendInvalid(
      `"${stream}" is not a stream's name: write <tenant>/<context>-<aggregate>-<id>, at most ${appendLimits.streamLength} characters`,
    )
  if (expectedVersion !== 'any' && !(Number.isSafeInteger(expectedVersion) && expectedVersion >= 0))
    throw new AppendInvalid(`expected version ${expectedVersion} of ${stream} is not a version: 0, 1, 2, … or 'any'`)
  if (events.length === 0 || events.length > appendLimits.events)
    throw new AppendInvalid(`an append to ${stream} holds ${events.length} events: between 1 and ${appendLimits.events} are possible`)
  const tenant = stream.slice(0, stream.indexOf('/'))
  const encoded = events.map((event) => encodeEvent(stream, tenant, event))
  if (new Set(encoded.map((one) => one.id)).size !== encoded.length)
    throw new AppendInvalid(`an append to ${stream} uses one event id twice`)
  const bytes = encoded.reduce((sum, { event, data }) => sum + bytesOf(event, data), 0)
  if (bytes > bytesMax) throw new AppendTooLarge(stream, bytes, bytesMax)
  return { stream, tenant, expectedVersion, events: encoded, bytes, deferrals: 0 }
}

const encodeEvent = (stream: string, tenant: string, event: NewEvent): EncodedEvent => {
  const { metadata } = event
  const id = event.id.toLowerCase()
  if (!uuid.test(id)) throw new AppendInvalid(`event id "${event.id}" (${event.type} for ${stream}) is not a UUID`)
  if (metadata.tenant !== tenant) throw new AppendInvalid(`event ${id} is of tenant "${metadata.tenant}", its stream ${stream} is not`)
  if (!Number.isSafeInteger(event.schemaVersion) || event.schemaVersion < 1)
    throw new AppendInvalid(`event ${id} (${event.type}) has schema version ${event.schemaVersion}: they count from 1`)
  for (const [name, text] of Object.entries({
    type: event.type,
    actor: metadata.actor,
    cause: metadata.cause,
    correlation: metadata.correlation,
  })) {
    if (text !== undefined && (text.length === 0 || text.length > appendLimits.textLength || text.includes('\0') || !text.isWellFormed()))
      throw new AppendInvalid(`${name} of event ${id} for ${stream} must be text of 1 to ${appendLimits.textLength} characters`)
  }
  const data = dataOf(event)
  const { packed } = event
  const digest = digestOfContent({
    ...metadata,
    cause: metadata.cause,
    correlation: metadata.correlation,
    stream,
    id,
    type: event.type,
    schemaVersion: event.schemaVersion,
    data,
    packed,
  })
  return { event, id, data, packed, digest }
}
