import type { Connections } from '@nightflow/event-log/postgres/database'

/** Actors such as `user:17` with the person's present user name (`user:anna`), for a reader of this tenant. One query for all. */
export const nameActors = async (pool: Connections, reader: string, actors: readonly string[]): Promise<Map<string, string>> => {
  const { rows } = await pool.query<{ actor: string; named: string }>(
    'select actor, platform.named_actor(actor, $2) as named from unnest($1::text[]) as actors(actor)',
    [actors, reader],
  )
  return new Map(rows.map(({ actor, named }) => [actor, named]))
}
