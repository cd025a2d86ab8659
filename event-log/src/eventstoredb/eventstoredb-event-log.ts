import { statedSize } from '../encode-append.ts'
import type { EventLog, RecordedEvent, Upcasters } from '../event-log.ts'
import { follow } from '../follow.ts'
import { rememberHeads } from '../stream-heads.ts'
import { createWakeUp } from '../wake-up.ts'
import { openAppendQueue } from './append-queue.ts'
import { openConnection } from './connection.ts'
import { openEventClaims } from './event-claims.ts'
import { followAll } from './follow-all.ts'
import { createPositionMarks } from './position-marks.ts'
import { readAllPage } from './read-all.ts'
import { createHeadReader } from './read-head.ts'
import { readStreamPage } from './read-stream.ts'
import { createAppendStore } from './store-append.ts'
import { bytesOnServer, recordedEventOf, type StoredEvent } from './stored-event.ts'
import { verifyLog, verifyStream } from './verify-log.ts'

const readStreamDefaultLimit = 1000
const readStreamMaximum = 20_000
/** Streams that one call reads at the same time. */
const streamsAtOnce = 16

/**
 * The log in EventStoreDB (23.10 or later) or KurrentDB, through `connectionString` (`esdb://user:password@host:2113`, several hosts for a
 * cluster; with `maxAppendSize` where the server's MaxAppendSize is not its default). Its streams begin with `nightflow/` and `nightflow-id/`; whatever else is on the server is left alone.
 *
 * Positions are offsets in the server's transaction file: in the order of commits, with gaps (`event-position.ts`).
 */
export const createEventStoreDbEventLog = (options: { connectionString: string; upcasters?: Upcasters }): EventLog => {
  const { connectionString, upcasters = {} } = options
  const connection = openConnection(connectionString)
  const heads = rememberHeads()
  const marks = createPositionMarks()
  const claims = openEventClaims(connection)
  const size = { bytesMax: connection.appendBytesMax, bytesOf: bytesOnServer }
  const queue = openAppendQueue(createAppendStore(connection, heads, claims), size)
  const headReader = createHeadReader(connection)
  const wakeUp = createWakeUp()
  const closing = new AbortController()
  const recorded = (events: readonly StoredEvent[]) => events.map((event) => recordedEventOf(event, upcasters))

  const log: EventLog = {
    engine: 'eventstoredb',
    ...statedSize(size),
    append: async (stream, expectedVersion, events) => {
      const result = await queue.append(stream, expectedVersion, events)
      if (result.status === 'appended') {
        headReader.note(result.position)
        wakeUp.wakeAll()
      }
      return result
    },
    readStream: async (stream, { afterVersion = 0, limit = readStreamDefaultLimit } = {}) => {
      const events = await readStreamPage(connection, stream, afterVersion, Math.max(1, Math.min(limit, readStreamMaximum)))
      // A command reads a stream before it appends: the stream's end is cached.
      const last = events.at(-1)
      if (last) heads.advance(stream, { version: last.version, hash: last.hash })
      return recorded(events)
    },
    readStreams: async (streams, { afterVersions = [], limit = readStreamDefaultLimit } = {}) => {
      const pages: RecordedEvent[][] = []
      const tails = streams.map((stream, place) => ({ stream, afterVersion: afterVersions[place] ?? 0 }))
      const read = ({ stream, afterVersion }: (typeof tails)[number]) => log.readStream(stream, { afterVersion, limit })
      for (let first = 0; first < tails.length; first += streamsAtOnce)
        pages.push(...(await Promise.all(tails.slice(first, first + streamsAtOnce).map(read))))
      return pages.flat()
    },
    readAll: async (afterPosition, filter = {}) => recorded(await readAllPage(connection, marks, afterPosition, filter)),
    findEvent: async (id) => {
      const event = await claims.findOne(id)
      return event && recordedEventOf(event, upcasters)
    },
    head: headReader.read,
    subscribe: (afterPosition, filter) => {
      const signal = AbortSignal.any([filter.signal, closing.signal])
      // The head shows whether all events up to a position have arrived; readers with an end poll it instead of subscribing.
      return filter.untilPosition === undefined
        ? recordedPages(followAll(connection, marks, afterPosition, { ...filter, signal }))
        : follow({ readAll: log.readAll, head: log.head, wait: wakeUp.wait }, afterPosition, { ...filter, signal })
    },
    verify: async function* ({ stream, onProgress } = {}) {
      if (stream === undefined) yield* verifyLog(connection, marks, await log.head(), { onProgress })
      else yield* verifyStream(connection, stream, onProgress)
    },
    close: async () => {
      closing.abort()
      await queue.close()
      await connection.close()
    },
  }

  async function* recordedPages(pages: AsyncIterable<StoredEvent[]>) {
    for await (const page of pages) yield recorded(page)
  }

  return log
}
