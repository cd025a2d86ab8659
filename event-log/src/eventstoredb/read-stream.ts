import { BACKWARDS, END, ErrorType, FORWARDS, type RecordedEvent as ServerEvent, type StreamingRead } from '@eventstore/db-client'
import { emptyHash } from '../chain.ts'
import type { StreamHead } from '../stream-check.ts'
import type { Connection } from './connection.ts'
import { isOfType, ReadingBroke } from './passing-errors.ts'
import { type StoredEvent, serverStreamOf, storedEventOf } from './stored-event.ts'

// How long the server may be silent in the middle of a reading.
const silenceMilliseconds = 30_000

/** Events of one stream after `afterVersion`, at most `limit`; a stream that does not exist has none. */
export const readStreamPage = async (
  connection: Connection,
  stream: string,
  afterVersion: number,
  limit: number,
): Promise<StoredEvent[]> => {
  const options = { fromRevision: BigInt(afterVersion), maxCount: limit, direction: FORWARDS } as const
  const events = await connection.run(() => collect(connection.client.readStream(serverStreamOf(stream), options)))
  return events.map(storedEventOf)
}

/** The last event of a stream as its head; version 0 for a stream that does not exist. */
export const readStreamHead = async (connection: Connection, stream: string): Promise<StreamHead> => {
  const options = { fromRevision: END, maxCount: 1, direction: BACKWARDS } as const
  const [last] = await connection.run(() => collect(connection.client.readStream(serverStreamOf(stream), options)))
  if (!last) return { version: 0, hash: emptyHash }
  const { version, hash } = storedEventOf(last)
  return { version, hash }
}

type Resolved = { event?: ServerEvent }

/** All that a bounded reading gives. The server's "no such stream" is an empty reading. */
export const collect = async (reading: StreamingRead<Resolved>): Promise<ServerEvent[]> => {
  const events: ServerEvent[] = []
  // The client emits the error of a lost call even after the reading was left; without a listener that would end the process.
  reading.on('error', () => undefined)
  const silence = setTimeout(
    () => reading.destroy(new ReadingBroke(`the server was silent for ${silenceMilliseconds} ms`)),
    silenceMilliseconds,
  )
  try {
    for await (const { event } of reading as AsyncIterable<Resolved>) {
      silence.refresh()
      if (event) events.push(event)
    }
  } catch (error) {
    if (!isOfType(error, ErrorType.STREAM_NOT_FOUND)) throw error
  } finally {
    clearTimeout(silence)
    reading.cancel().catch(() => undefined)
  }
  return events
}
