import type { Pool } from 'pg'
import { type EventRow, eventColumns } from './recorded-event-row.ts'

const eventsOfStream = `select ${eventColumns} from log.events where stream = $1 and version > $2 order by stream, version limit $3`

const eventsOfStreams = `select found.* from unnest($1::text[], $2::int[]) with ordinality as named (stream, after_version, place)
  cross join lateral (
    select ${eventColumns} from log.events where events.stream = named.stream and version > named.after_version
    order by stream, version limit $3) found
  order by named.place, found.version`

export const readStreams = async (
  pool: Pool,
  streams: readonly string[],
  afterVersions: readonly number[],
  limit: number,
): Promise<EventRow[]> => {
  const values = [streams, streams.map((_, place) => afterVersions[place] ?? 0), limit]
  const { rows } = await pool.query<EventRow>({ name: 'log-read-streams', text: eventsOfStreams, values })
  return rows
}

export const readStream = async (pool: Pool, stream: string, afterVersion: number, limit: number): Promise<EventRow[]> => {
  const { rows } = await pool.query<EventRow>({ name: 'log-read-stream', text: eventsOfStream, values: [stream, afterVersion, limit] })
  return rows
}
