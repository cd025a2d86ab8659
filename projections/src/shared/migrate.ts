import type { ClientBase, Pool } from 'pg'
import { projections } from '../projections.ts'
import { requestRole } from './database.ts'

/** Serialises whoever creates, replays or swaps views. */
const viewsLock = 7_101_001

/**
 * Creates the views that are missing. Views are never migrated: when the code's projections differ from those the views were built
 * with, they are dropped and rebuilt from the log. Safe to run again and at the same time.
 */
export const migrateViews = async (pool: Pool): Promise<void> => {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query('select pg_advisory_xact_lock($1)', [viewsLock])
    if ((await builtVersions(client)) !== codeVersions()) {
      await client.query('drop schema if exists views cascade')
      await createViews(client, 'views')
    }
    await client.query('commit')
    client.release()
  } catch (error) {
    client.release(error as Error)
    throw error
  }
}

const codeVersions = (): string => JSON.stringify(projections.map(({ name, version }) => [name, version]))

const builtVersions = async (client: ClientBase): Promise<string | undefined> => {
  const exists = await client.query<{ found: boolean }>("select to_regclass('views.checkpoint') is not null as found")
  if (!exists.rows[0]!.found) return undefined
  return (await client.query<{ built_by: string }>('select built_by from views.checkpoint')).rows[0]?.built_by
}

/** Creates every table of every projection, empty, in a schema of that name, with row-level security on each of them. */
export const createViews = async (client: ClientBase, schema: string): Promise<void> => {
  await client.query(`create schema ${schema}; set local search_path to ${schema}`)
  await client.query(
    `do $$ begin create role ${requestRole} nologin nobypassrls; exception when duplicate_object or unique_violation then null; end $$;
     grant usage on schema ${schema} to ${requestRole}`,
  )
  for (const { tables } of projections) {
    for (const [table, ddl] of Object.entries(tables)) {
      await client.query(ddl)
      await client.query(
        `alter table ${table} enable row level security;
         create policy tenant_only on ${table} to ${requestRole} using (tenant = current_setting('nightflow.tenant', true));
         grant select on ${table} to ${requestRole}`,
      )
    }
  }
  await client.query(
    `create table checkpoint (sole boolean primary key default true check (sole), position bigint not null, generation uuid not null, built_by text not null);
     grant select on checkpoint to ${requestRole}`,
  )
  await client.query('insert into checkpoint (position, generation, built_by) values (0, gen_random_uuid(), $1)', [codeVersions()])
}
