import { chainHash, digestOfContent, emptyHash } from '../chain.ts'
import { encodeAppend, plainSize, statedSize } from '../encode-append.ts'
import type { AppendResult, BrokenLink, EventLog, JsonObject, NewEvent, ReadAllOptions, RecordedEvent, Upcasters } from '../event-log.ts'
import { EventIdTaken, EventLogUnavailable } from '../event-log-errors.ts'
import { follow } from '../follow.ts'
import { liftData } from '../lift-data.ts'
import { pageOf } from '../page-of.ts'
import { checkStream } from '../stream-check.ts'
import { createWakeUp } from '../wake-up.ts'

/** An event as it is kept: its data as text, so that a reader can change nothing of what others read. */
type StoredEvent = Omit<RecordedEvent, 'data'> & { data: Buffer }

/** The log without a database, for tests of what uses it and for a past before it is stored. It forgets everything with the process. `now` gives epoch milliseconds. */
export const createMemoryEventLog = (options: { upcasters?: Upcasters; now?: () => number } = {}): EventLog => {
  const { upcasters = {}, now = Date.now } = options
  const events: StoredEvent[] = []
  const streams = new Map<string, StoredEvent[]>()
  const byId = new Map<string, StoredEvent>()
  const wakeUp = createWakeUp()
  const closing = new AbortController()

  const append = (stream: string, expectedVersion: number | 'any', newEvents: readonly NewEvent[]): AppendResult => {
    if (closing.signal.aborted) throw new EventLogUnavailable('the event log is closed')
    const pending = encodeAppend(stream, expectedVersion, newEvents)
    const known = pending.events.map((one) => byId.get(one.id)).filter((event) => event !== undefined)
    const lastKnown = known.at(-1)
    if (lastKnown && known.length < newEvents.length)
      throw new EventIdTaken(
        `${known.length} of ${newEvents.length} events for ${stream} are already in the log: an append is repeated whole or not at all`,
      )
    if (lastKnown) return { status: 'repeated', position: lastKnown.position, version: lastKnown.version }
    const ofStream = streams.get(stream) ?? []
    if (expectedVersion !== 'any' && expectedVersion !== ofStream.length) return { status: 'conflict', actualVersion: ofStream.length }
    streams.set(stream, ofStream)
    const recordedAt = Math.max(now(), events.at(-1)?.recordedAt ?? 0)
    for (const { event, id, data, digest, packed } of pending.events) {
      const version = ofStream.length + 1
      const hash = chainHash(ofStream.at(-1)?.hash ?? emptyHash, version, digest)
      const stored = {
        ...event,
        id,
        data,
        packed: packed && new Uint8Array(packed),
        metadata: { ...event.metadata },
        stream,
        version,
        position: events.length + 1,
        recordedAt,
        hash,
      }
      ofStream.push(stored)
      events.push(stored)
      byId.set(id, stored)
    }
    wakeUp.wakeAll()
    return { status: 'appended', position: events.length, version: ofStream.length }
  }

  const recorded = ({ data, packed, ...event }: StoredEvent): RecordedEvent => ({
    ...event,
    ...(packed ? { packed: new Uint8Array(packed) } : {}),
    metadata: { ...event.metadata },
    ...liftData(upcasters, event.type, event.schemaVersion, JSON.parse(data.toString('utf8')) as JsonObject),
  })

  const page = (afterPosition: number, filter: ReadAllOptions): StoredEvent[] => {
    const { limit, maximumBytes } = pageOf(filter)
    const found: StoredEvent[] = []
    let bytes = 0
    // Positions are dense, so position p is at index p - 1.
    for (const event of events.slice(Math.max(0, afterPosition), filter.untilPosition)) {
      if (found.length === limit || (found.length > 0 && bytes >= maximumBytes)) break
      if (filter.types && !filter.types.includes(event.type)) continue
      if (filter.tenant && filter.tenant !== event.metadata.tenant) continue
      found.push(event)
      bytes += event.data.byteLength + (event.packed?.byteLength ?? 0)
    }
    return found
  }

  const log: EventLog = {
    engine: 'memory',
    ...statedSize(plainSize),
    append: async (stream, expectedVersion, newEvents) => append(stream, expectedVersion, newEvents),
    readStream: async (stream, { afterVersion = 0, limit = 1000 } = {}) =>
      (streams.get(stream) ?? []).slice(afterVersion, afterVersion + limit).map(recorded),
    readStreams: async (named, { afterVersions = [], limit = 1000 } = {}) =>
      named.flatMap((stream, place) => {
        const after = afterVersions[place] ?? 0
        return (streams.get(stream) ?? []).slice(after, after + limit).map(recorded)
      }),
    readAll: async (afterPosition, filter = {}) => page(afterPosition, filter).map(recorded),
    findEvent: async (id) => {
      const event = byId.get(id.toLowerCase())
      return event && recorded(event)
    },
    head: async () => events.length,
    subscribe: (afterPosition, filter) =>
      follow({ readAll: log.readAll, head: log.head, wait: wakeUp.wait }, afterPosition, {
        ...filter,
        signal: AbortSignal.any([filter.signal, closing.signal]),
      }),
    verify: (filter = {}) =>
      verify(filter.stream === undefined ? streams : new Map([[filter.stream, streams.get(filter.stream) ?? []]]), filter.onProgress),
    close: async () => closing.abort(),
  }
  return log
}

async function* verify(streams: ReadonlyMap<string, StoredEvent[]>, onProgress?: (doneEvents: number) => void): AsyncGenerator<BrokenLink> {
  let done = 0
  for (const [stream, events] of streams) {
    const check = checkStream(stream)
    for (const event of events) {
      const { cause, correlation } = event.metadata
      yield* check.next({ ...event, digest: digestOfContent({ ...event, ...event.metadata, cause, correlation, packed: event.packed }) })
      done += 1
    }
    onProgress?.(done)
  }
}
