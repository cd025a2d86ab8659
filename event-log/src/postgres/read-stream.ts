import type { Pool } from 'pg'
import { type EventRow, eventColumns } from './recorded-event-row.ts'

const eventsOfStream = `select ${eventColumns} from log.events where stream = $1 and version > $2 order by stream, version limit $3`

export const readStream = async (pool: Pool, stream: string, afterVersion: number, limit: number): Promise<EventRow[]> => {
  const { rows } = await pool.query<EventRow>({ name: 'log-read-stream', text: eventsOfStream, values: [stream, afterVersion, limit] })
  return rows
}
