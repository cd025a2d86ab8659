import type { Pool, PoolClient } from 'pg'
import type { LogEngine } from '../event-log.ts'

/** Engines that a service may keep its log in. */
export type PlaceEngine = Exclude<LogEngine, 'memory'>

/** The engine that holds the log of this database; undefined before the first append. `migrateLog` has prepared the database. */
export const findLogPlace = async (pool: Pool): Promise<PlaceEngine | undefined> =>
  (await pool.query<{ engine: PlaceEngine }>('select engine from log.place')).rows[0]?.engine

/**
 * Says that `engine` holds the log of this database, and answers who really does: where a log was begun in one engine, no other is
 * taken. A log in PostgreSQL without any event counts as not begun.
 */
export const claimLogPlace = (pool: Pool, engine: PlaceEngine): Promise<PlaceEngine> =>
  withHead(pool, async (client, head) => {
    const { rows } = await client.query<{ engine: PlaceEngine }>('select engine from log.place')
    const held = head > 0 ? (rows[0]?.engine ?? 'postgres') : rows[0]?.engine === 'eventstoredb' ? 'eventstoredb' : undefined
    if (held !== undefined && held !== engine) return held
    if (rows[0]?.engine !== engine) await settle(client, engine)
    return engine
  })

/**
 * Gives the log away to EventStoreDB: refuses further appends here, runs `work`, which brings over what is left, and keeps
 * the new place if it succeeds. When it fails everything is as before.
 */
export const moveLogPlace = (pool: Pool, work: () => Promise<void>): Promise<void> =>
  withHead(pool, async (client) => {
    await settle(client, 'eventstoredb')
    await work()
  })

/** Holds the head meanwhile, and with it every append. */
const withHead = async <Result>(pool: Pool, work: (client: PoolClient, head: number) => Promise<Result>): Promise<Result> => {
  const client = await pool.connect()
  let failure: Error | undefined
  try {
    await client.query('begin')
    const { rows } = await client.query<{ position: number }>('select position::float8 as position from log.head for update')
    const result = await work(client, rows[0]?.position ?? 0)
    await client.query('commit')
    return result
  } catch (error) {
    failure = error as Error
    await client.query('rollback').catch(() => undefined)
    throw error
  } finally {
    client.release(failure)
  }
}

const settle = async (client: PoolClient, engine: PlaceEngine): Promise<void> => {
  await client.query(
    `insert into log.place as place (engine) values ($1)
     on conflict (single_row) do update set engine = excluded.engine, since = clock_timestamp() where place.engine <> excluded.engine`,
    [engine],
  )
  await client.query('drop trigger if exists log_is_elsewhere on log.event_identity')
  if (engine !== 'postgres')
    await client.query(
      'create trigger log_is_elsewhere before insert on log.event_identity for each statement execute function log.refuse_append()',
    )
}
