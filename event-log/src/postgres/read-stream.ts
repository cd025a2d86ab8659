import type { Pool } from 'pg'
import { type EventRow, eventColumns } from './recorded-event-row.ts'

const eventsOfStream = `select ${eventColumns} from log.events where stream = $1 and version > $2 order by stream, version limit $3`

const eventsOfStreams = `select found.* from unnest($1::text[]) with ordinality as named (stream, place)
  cross join lateral (select ${eventColumns} from log.events where events.stream = named.stream order by stream, version limit $2) found
  order by named.place, found.version`

export const readStreams = async (pool: Pool, streams: readonly string[], limit: number): Promise<EventRow[]> => {
  const { rows } = await pool.query<EventRow>({ name: 'log-read-streams', text: eventsOfStreams, values: [streams, limit] })
  return rows
}

export const readStream = async (pool: Pool, stream: string, afterVersion: number, limit: number): Promise<EventRow[]> => {
  const { rows } = await pool.query<EventRow>({ name: 'log-read-stream', text: eventsOfStream, values: [stream, afterVersion, limit] })
  return rows
}
