import type { LogEngine } from '@nightflow/event-log/event-log'
import { requestRole } from '@nightflow/event-log/postgres/database'
import { createServiceRole, grantDatabaseToService, serviceRole } from '@nightflow/event-log/postgres/database-role'
import type { ClientBase, Pool } from 'pg'
import { projections } from '../projections.ts'
import { createHypertable, dropViews } from '../storage/time-keyed-tables.ts'
import { findTimeSeriesEngine, installTimescale, type Storage, type TimeSeriesEngine } from '../storage/time-series-engine.ts'
import { narrowToOwners } from './owned-rows.ts'
import { setAsideTable } from './set-aside-events.ts'

/** Serialises processes that create, replay or swap read models. */
const viewsLock = 7_101_001

export type MigratedViews = {
  storage: Storage
  /** One sentence for the log, when the database could do more than it does. */
  missing: string | undefined
}

/** Into how many shards read models are divided, and whose positions their checkpoints are. */
export type ViewsWanted = { shards?: number | undefined; logEngine?: LogEngine }

/**
 * Creates the read models that are missing. Read models are never migrated: when the code's projections, the number of shards, what the database
 * offers for time-keyed tables, or the engine of the log differ from those the read models were built with, they are dropped and rebuilt from
 * the log: positions of one engine mean nothing in another. Without a number of shards the read models keep theirs; new ones have one. Safe to
 * run again and at the same time.
 */
export const migrateViews = async (pool: Pool, { shards, logEngine = 'postgres' }: ViewsWanted = {}): Promise<MigratedViews> => {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query('select pg_advisory_xact_lock($1)', [viewsLock])
    const notInstalled = await installTimescale(client)
    const engine = await findTimeSeriesEngine(client)
    const built = await findBuilt(client)
    const wanted = shards ?? built?.shards ?? 1
    if (built?.versions !== codeVersions(engine, logEngine) || built.shards !== wanted) {
      await dropViews(client, 'views')
      await createViews(client, 'views', { shards: wanted, logEngine })
      await createQuestionIndexes(client)
    }
    await handOverViews(client)
    await client.query('commit')
    client.release()
    return { storage: engine.storage, missing: notInstalled ?? engine.missing }
  } catch (error) {
    client.release(error as Error)
    throw error
  }
}

/**
 * Read models belong to the role of the service, which builds them anew, divides and retires them by itself. Those that another role
 * made, such as an older version, become its own.
 */
export const handOverViews = async (client: ClientBase): Promise<void> => {
  await createServiceRole(client)
  await grantDatabaseToService(client)
  await client.query(`
    do $$ declare found record; begin
      for found in select nspname from pg_namespace where nspname ~ '^views(_|$)' and nspowner <> '${serviceRole}'::regrole loop
        execute format('alter schema %I owner to ${serviceRole}', found.nspname);
      end loop;
      for found in select oid::regclass as name, relkind from pg_class
        where relnamespace in (select oid from pg_namespace where nspname ~ '^views(_|$)')
          and relkind in ('r', 'p', 'v') and relowner <> '${serviceRole}'::regrole loop
        execute format('alter %s %s owner to ${serviceRole}', case found.relkind when 'v' then 'view' else 'table' end, found.name);
      end loop;
    end $$`)
}

const codeVersions = ({ storage }: TimeSeriesEngine, logEngine: LogEngine): string =>
  JSON.stringify([
    ...projections.map(({ name, version }) => [name, version]),
    'set-aside-events 1',
    'owned-rows 2',
    storage,
    ...(logEngine === 'postgres' ? [] : [logEngine]),
  ])

const findBuilt = async (client: ClientBase): Promise<{ versions: string; shards: number } | undefined> => {
  const exists = await client.query<{ found: boolean }>("select to_regclass('views.checkpoint') is not null as found")
  if (!exists.rows[0]!.found) return undefined
  const built = await client.query<{ versions: string; shards: number }>(
    'select min(built_by) as versions, count(*)::int as shards from views.checkpoint having count(*) > 0',
  )
  return built.rows[0]
}

/** In brackets, so that a statement looks it up once: by itself it is looked up for every row, which took a third of the time of a long list. */
const requestTenant = "(select current_setting('nightflow.tenant', true))"

/**
 * Creates every table of every projection, empty and without the indexes of questions, in a schema of that name, within the caller's transaction,
 * and a checkpoint for each shard. Each table has row-level security. Time-keyed tables are partitioned, and get partitions when rows come; where
 * TimescaleDB is present, they are hypertables behind a view that does what row-level security does.
 */
export const createViews = async (
  client: ClientBase,
  schema: string,
  { shards = 1, logEngine = 'postgres' }: ViewsWanted = {},
): Promise<void> => {
  const engine = await findTimeSeriesEngine(client)
  await client.query(`create schema ${schema}; set local search_path to ${schema}`)
  await client.query(
    `do $$ begin
       if not exists (select from pg_roles where rolname = '${requestRole}') then create role ${requestRole} nologin nobypassrls; end if;
     exception when duplicate_object or unique_violation then null; end $$;
     grant usage on schema ${schema} to ${requestRole}`,
  )
  const tablesOfRows = ['set_aside_events']
  const hypertables: string[] = []
  for (const { tables, timeKeyed } of projections) {
    for (const [table, ddl] of Object.entries(tables)) {
      const timeKey = timeKeyed?.[table]
      if (timeKey && engine.storage !== 'partitions') {
        await createHypertable(client, schema, { table, ddl, timeKey, engine })
        hypertables.push(table)
        continue
      }
      await client.query(timeKey ? `${ddl} partition by range (day)` : ddl)
      await client.query(
        `alter table ${table} enable row level security;
         create policy tenant_only on ${table} to ${requestRole} using (tenant = ${requestTenant});
         grant select on ${table} to ${requestRole}`,
      )
      tablesOfRows.push(table)
    }
  }
  await client.query(
    `create table checkpoint (shard smallint primary key, position bigint not null, generation uuid not null, built_by text not null);
     grant select on checkpoint to ${requestRole}`,
  )
  await client.query(setAsideTable)
  await narrowToOwners(client, schema, { tables: tablesOfRows, hypertables })
  await client.query(
    'insert into checkpoint (shard, position, generation, built_by) select shard, 0, gen_random_uuid(), $1 from generate_series(0, $2 - 1) as shard',
    [codeVersions(engine, logEngine), shards],
  )
}

/** The indexes that questions need, on the tables of the connection's search path. */
export const createQuestionIndexes = async (client: ClientBase): Promise<void> => {
  await client.query(projections.flatMap(({ questionIndexes = [] }) => questionIndexes).join(';\n'))
}
