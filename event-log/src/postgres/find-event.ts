import type { Pool } from 'pg'
import { isUuid } from '../encode-append.ts'
import { type EventRow, eventColumns } from './recorded-event-row.ts'

const eventById = `select ${eventColumns} from log.events where position = (select identity.position from log.event_identity identity where identity.id = $1)`

export const findEvent = async (pool: Pool, id: string): Promise<EventRow | undefined> => {
  if (!isUuid(id)) return undefined
  const { rows } = await pool.query<EventRow>({ name: 'log-find-event', text: eventById, values: [id] })
  return rows[0]
}
