import type { Pool } from 'pg'
import { plainSize, statedSize } from '../encode-append.ts'
import type { EventLog, Upcasters } from '../event-log.ts'
import { follow } from '../follow.ts'
import { rememberHeads } from '../stream-heads.ts'
import { openAppendConnection } from './append-connection.ts'
import { openAppendQueue } from './append-queue.ts'
import { unavailableWhenAway } from './connection-errors.ts'
import { findEvent } from './find-event.ts'
import { listenForAppends } from './listen.ts'
import { readAll } from './read-all.ts'
import { readHead } from './read-head.ts'
import { readStream, readStreams } from './read-stream.ts'
import { type EventRow, recordedEventOf } from './recorded-event-row.ts'
import { verifyLog } from './verify-log.ts'

const readStreamDefaultLimit = 1000
const readStreamMaximum = 20_000

/**
 * The log in PostgreSQL; `migrateLog` has prepared the database. Reads use `pool`, which stays the caller's;
 * appends and the wake-up each hold one connection of their own to the same database, opened when first needed and closed by `close()`.
 */
export const createPostgresEventLog = (options: { pool: Pool; connectionString: string; upcasters?: Upcasters }): EventLog => {
  const { pool, connectionString, upcasters = {} } = options
  const heads = rememberHeads()
  const connection = openAppendConnection(connectionString)
  const queue = openAppendQueue(connection, heads)
  const listener = listenForAppends(connectionString)
  const closing = new AbortController()
  const recorded = (rows: EventRow[]) => rows.map((row) => recordedEventOf(row, upcasters))

  const log: EventLog = {
    engine: 'postgres',
    ...statedSize(plainSize),
    append: queue.append,
    readStream: async (stream, { afterVersion = 0, limit = readStreamDefaultLimit } = {}) => {
      const rows = await unavailableWhenAway(readStream(pool, stream, afterVersion, Math.max(1, Math.min(limit, readStreamMaximum))))
      // A command reads a stream before it appends: the stream's end is cached.
      const last = rows.at(-1)
      if (last) heads.advance(stream, { version: last.version, hash: last.hash })
      return recorded(rows)
    },
    readStreams: async (streams, { afterVersions = [], limit = readStreamDefaultLimit } = {}) => {
      const rows = await unavailableWhenAway(readStreams(pool, streams, afterVersions, Math.max(1, Math.min(limit, readStreamMaximum))))
      for (const { stream, version, hash } of rows) heads.advance(stream, { version, hash })
      return recorded(rows)
    },
    readAll: async (afterPosition, filter = {}) => recorded(await readAll(pool, afterPosition, filter)),
    findEvent: async (id) => {
      const row = await unavailableWhenAway(findEvent(pool, id))
      return row && recordedEventOf(row, upcasters)
    },
    head: () => readHead(pool),
    subscribe: (afterPosition, filter) =>
      follow({ readAll: log.readAll, head: log.head, wait: listener.wait }, afterPosition, {
        ...filter,
        signal: AbortSignal.any([filter.signal, closing.signal]),
      }),
    verify: (filter = {}) => verifyLog(pool, filter),
    close: async () => {
      closing.abort()
      await queue.close()
      await Promise.all([connection.close(), listener.close()])
    },
  }
  return log
}
