import { FORWARDS } from '@eventstore/db-client'
import type { ReadAllOptions } from '../event-log.ts'
import { EventLogUnavailable } from '../event-log-errors.ts'
import { pageOf } from '../page-of.ts'
import { isAskedFor, isOwnStream, serverFilterOf } from './all-filter.ts'
import { type AllReader, openAllReader, refusedItsPosition } from './all-reader.ts'
import type { Connection } from './connection.ts'
import { placeOf } from './event-position.ts'
import { isPassing, ReadingBroke } from './passing-errors.ts'
import type { PositionMarks } from './position-marks.ts'
import { collect } from './read-stream.ts'
import { type StoredEvent, storedEventOf } from './stored-event.ts'

const silenceMilliseconds = 30_000

/** One page of the log behind `afterPosition`; ends at its limits, at `untilPosition` or where the log ends. */
export const readAllPage = async (
  connection: Connection,
  marks: PositionMarks,
  afterPosition: number,
  options: ReadAllOptions,
): Promise<StoredEvent[]> => {
  if (options.types?.length === 0) return []
  if (options.untilPosition === afterPosition + 1) {
    const event = await readAt(connection, options.untilPosition)
    if (event) return isAskedFor(event, options) ? [event] : []
  }
  const readFrom = (start: number): Promise<StoredEvent[]> =>
    connection.run(async () => {
      const reader = openAllReader(connection.client, placeOf(start), serverFilterOf(options))
      try {
        return await fillPage(reader, marks, afterPosition, options)
      } finally {
        reader.close()
      }
    })
  try {
    return await readFrom(afterPosition)
  } catch (error) {
    if (!(error instanceof PositionBetweenRecords)) throw error
    return readFrom(marks.below(afterPosition))
  }
}

/**
 * The event at a position. The caller has seen it there, perhaps in another process: without this read the page would begin
 * at the nearest place below that this process knows, which after a start is the beginning of the log.
 */
const readAt = async (connection: Connection, position: number): Promise<StoredEvent | undefined> => {
  const commit = BigInt(position)
  try {
    const [record] = await connection.run(() =>
      collect(connection.client.readAll({ fromPosition: { commit, prepare: commit }, direction: FORWARDS, maxCount: 1 })),
    )
    return record && record.position?.commit === commit && isOwnStream(record.streamId) ? storedEventOf(record) : undefined
  } catch (error) {
    if (isPassing(error) || error instanceof EventLogUnavailable) throw error
    // No record begins there, in whatever words the server says so: the page finds out.
    return undefined
  }
}

const fillPage = async (reader: AllReader, marks: PositionMarks, after: number, options: ReadAllOptions): Promise<StoredEvent[]> => {
  const { limit, maximumBytes } = pageOf(options)
  const until = options.untilPosition ?? Number.POSITIVE_INFINITY
  const page: StoredEvent[] = []
  let bytes = 0
  for (;;) {
    const taken = reader.take()
    if (taken) {
      const event = isOwnStream(taken.streamId) ? storedEventOf(taken) : undefined
      if (!event) continue
      if (event.position > until) return page
      marks.note(event.position)
      if (event.position <= after || !isAskedFor(event, options)) continue
      page.push(event)
      bytes += event.bytes
      if (page.length === limit || bytes >= maximumBytes) return page
    } else if (refusedItsPosition(reader)) throw new PositionBetweenRecords('no event of the log is at this position')
    else if (reader.failure()) throw reader.failure()
    else if (reader.caughtUp()) return page
    else if (!(await reader.stirred(silenceMilliseconds))) throw new ReadingBroke(`the server was silent for ${silenceMilliseconds} ms`)
  }
}

/** Positions have gaps, and the server reads from none that is in one. */
class PositionBetweenRecords extends Error {
  override name = 'PositionBetweenRecords'
}
