import type { JsonObject, RecordedEvent, Upcasters } from '../event-log.ts'
import { liftData } from '../lift-data.ts'

/** A row of `log.events`. Numbers beyond 32 bits come as text; `data` comes as the stored text. */
export type EventRow = {
  position: string
  stream: string
  version: number
  id: string
  type: string
  schema_version: number
  tenant: string
  actor: string
  cause: string | null
  correlation: string | null
  recorded_milliseconds: number
  data: string
  packed: Buffer | null
  hash: Buffer
}

export const eventColumns = `position::text, stream, version, id::text, type, schema_version, tenant, actor, cause, correlation,
  (extract(epoch from recorded_at) * 1000)::float8 as recorded_milliseconds, data::text, packed, hash`

/** The event of a row, its data lifted to the newest shape. */
export const recordedEventOf = (row: EventRow, upcasters: Upcasters): RecordedEvent => {
  const lifted = liftData(upcasters, row.type, row.schema_version, JSON.parse(row.data) as JsonObject)
  return {
    id: row.id,
    type: row.type,
    schemaVersion: lifted.schemaVersion,
    data: lifted.data,
    ...(row.packed ? { packed: row.packed } : {}),
    metadata: {
      tenant: row.tenant,
      actor: row.actor,
      ...(row.cause === null ? {} : { cause: row.cause }),
      ...(row.correlation === null ? {} : { correlation: row.correlation }),
    },
    stream: row.stream,
    version: row.version,
    position: Number(row.position),
    recordedAt: Math.round(row.recorded_milliseconds),
    hash: row.hash,
  }
}
