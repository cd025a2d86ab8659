import { BACKWARDS, END, type Position, type RecordedEvent as ServerEvent } from '@eventstore/db-client'
import { isOwnStream } from './all-filter.ts'
import type { Connection } from './connection.ts'
import { positionOf } from './event-position.ts'
import { collect } from './read-stream.ts'

const firstLookRecords = 16
const laterLookRecords = 500

/**
 * Answers the position of the last event, looking backwards from the end of the server's file past what is not ours (claims, the server's
 * own records), no further than the last one known: only the first look of a process can be long, and only on a server shared with others.
 */
export const createHeadReader = (connection: Connection) => {
  let known = 0
  /** Remembers a position that is in the log. */
  const note = (position: number): void => {
    known = Math.max(known, position)
  }

  const read = async (): Promise<number> => {
    let from: Position | typeof END = END
    for (let maxCount = firstLookRecords; ; maxCount = laterLookRecords) {
      const fromPosition: Position | typeof END = from
      const records: ServerEvent[] = await connection.run(() =>
        collect(connection.client.readAll({ fromPosition, direction: BACKWARDS, maxCount })),
      )
      for (const record of records) {
        if (Number(record.position?.commit) <= known) return known
        if (!isOwnStream(record.streamId)) continue
        note(positionOf(record))
        return known
      }
      const first: Position | undefined = records.at(-1)?.position
      if (!first || records.length < maxCount) return known
      from = first
    }
  }

  return { read, note }
}
