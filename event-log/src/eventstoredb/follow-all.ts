import type { Position } from '@eventstore/db-client'
import type { ReadAllOptions } from '../event-log.ts'
import { EventLogUnavailable } from '../event-log-errors.ts'
import { pageOf } from '../page-of.ts'
import { isAskedFor, isOwnStream, serverFilterOf } from './all-filter.ts'
import { type AllReader, openAllReader, refusedItsPosition } from './all-reader.ts'
import { type Connection, pause, pauseAfter } from './connection.ts'
import { placeOf } from './event-position.ts'
import { isPassing } from './passing-errors.ts'
import type { PositionMarks } from './position-marks.ts'
import { type StoredEvent, storedEventOf } from './stored-event.ts'

// About ten minutes of trying, most of it at one attempt in 4 s. An event that arrives, or a connection that held, begins the count anew.
const attemptsMaximum = 150
const steadyMilliseconds = 30_000
// While catching up a page may wait this long for its next event; near the end of the log events go out as they come.
const fillMilliseconds = 50
// A subscription at the end of the log is silent; that the server is still there is seen by the transport's keep-alive.
const idleMilliseconds = 60_000

/**
 * Pages of what is there, then of what comes, over one subscription with a filter. Nothing is fetched ahead of the reader but what the
 * transport holds: while a page is worked on, the server waits. A lost connection is opened again behind the last event given, or behind
 * the last checkpoint where no requested event came before it.
 */
export async function* followAll(
  connection: Connection,
  marks: PositionMarks,
  afterPosition: number,
  options: ReadAllOptions & { signal: AbortSignal },
): AsyncGenerator<StoredEvent[]> {
  const { signal, ...filter } = options
  if (filter.types?.length === 0) return
  let from: Position | 'start' = placeOf(afterPosition)
  let after = afterPosition
  for (let failures = 0; !signal.aborted; ) {
    const reader = openAllReader(connection.client, from, serverFilterOf(filter))
    const opened = performance.now()
    const stop = (): void => reader.close()
    signal.addEventListener('abort', stop)
    try {
      while (!signal.aborted) {
        const page = await fillPage(reader, after, filter, signal)
        const last = page.at(-1)
        if (last) {
          marks.note(last.position)
          after = last.position
          from = placeOf(after)
          failures = 0
          yield page
          continue
        }
        from = laterOf(from, reader.reached())
        if (reader.failure()) break
      }
    } finally {
      signal.removeEventListener('abort', stop)
      reader.close()
    }
    if (signal.aborted) return
    if (refusedItsPosition(reader)) from = placeOf(marks.below(after - 1))
    else if (!isPassing(reader.failure())) throw reader.failure()
    failures = performance.now() - opened > steadyMilliseconds ? 1 : failures + 1
    if (failures === attemptsMaximum) throw lost(reader.failure()!)
    await pause(pauseAfter(failures), signal)
  }
}

/** Events that have arrived, up to a page; waits while there are none. Empty when the reader failed, was stopped, or its server reported its position. */
const fillPage = async (reader: AllReader, after: number, filter: ReadAllOptions, signal: AbortSignal): Promise<StoredEvent[]> => {
  const { limit, maximumBytes } = pageOf(filter)
  const page: StoredEvent[] = []
  let bytes = 0
  while (!signal.aborted) {
    const taken = reader.take()
    if (taken) {
      const event = isOwnStream(taken.streamId) ? storedEventOf(taken) : undefined
      if (!event || event.position <= after || !isAskedFor(event, filter)) continue
      page.push(event)
      bytes += event.bytes
      if (page.length === limit || bytes >= maximumBytes) return page
    } else if (reader.failure()) return page
    else if (page.length > 0) {
      if (reader.caughtUp() || !(await reader.stirred(fillMilliseconds))) return page
    } else {
      await reader.stirred(idleMilliseconds)
    }
  }
  return page
}

const laterOf = (from: Position | 'start', reached: Position | undefined): Position | 'start' => {
  if (!reached || (from !== 'start' && from.commit >= reached.commit)) return from
  return reached
}

const lost = (error: Error): EventLogUnavailable =>
  new EventLogUnavailable(
    `the subscription to EventStoreDB was lost and ${attemptsMaximum} attempts did not bring it back (${error.message}): check that the server runs and can be reached`,
    { cause: error },
  )
