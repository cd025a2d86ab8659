import type { ClientBase } from 'pg'
import { emptyHash } from '../chain.ts'
import type { StreamHead } from '../stream-check.ts'

export type EventPlace = { position: number; version: number }
export type LookedUp = { heads: Map<string, StreamHead>; places: Map<string, EventPlace> }

const headsAndPlaces = `
select 1 as kind, stream as name, version, hash, null::text as position from log.streams where stream = any($1::text[])
union all
select 2, identity.id::text, event.version, null, event.position::text
from log.event_identity identity join log.events event on event.position = identity.position where identity.id = any($2::uuid[])`

/** The present state of the log: the heads of these streams (version 0 for a stream that does not exist) and the places of those ids it already holds. */
export const lookUp = async (client: ClientBase, streams: readonly string[], ids: readonly string[]): Promise<LookedUp> => {
  const { rows } = await client.query<{ kind: number; name: string; version: number; hash: Buffer | null; position: string | null }>({
    name: 'log-look-up',
    text: headsAndPlaces,
    values: [streams, ids],
  })
  const heads = new Map<string, StreamHead>(streams.map((stream) => [stream, { version: 0, hash: emptyHash }]))
  const places = new Map<string, EventPlace>()
  for (const row of rows) {
    if (row.kind === 1) heads.set(row.name, { version: row.version, hash: row.hash ?? emptyHash })
    else places.set(row.name, { position: Number(row.position), version: row.version })
  }
  return { heads, places }
}
