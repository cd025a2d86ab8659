import { requestRole, scopedRole } from '@nightflow/event-log/postgres/database'
import type { ClientBase } from 'pg'
import { spanDays } from './day-spans.ts'
import { fillfactor, type TimeKey } from './time-key.ts'
import type { TimeSeriesEngine } from './time-series-engine.ts'

/**
 * The schema of hypertables: beside the read models' schema, under the same table names. TimescaleDB refuses columnstore on a table with
 * row-level security, and row-level security on one with columnstore. So the rows are in a schema where requests have no right at all, and a
 * view of the same name in the read models' own schema shows each tenant its own. The fold and the comparison go to the rows, by search path;
 * queries of requests go to the view, and are the same on every engine.
 */
const rowsSchemaOf = (schema: string): string => `${schema}_rows`

/** For `search_path`: rows before views. A schema that does not exist is no error there. */
export const searchPathOf = (schema: string): string => `${rowsSchemaOf(schema)}, ${schema}`

/** The name, with its schema, of the table that holds the rows of a projection's table. */
export const storedTable = async (client: ClientBase, schema: string, table: string): Promise<string> => {
  const found = await client.query<{ is_apart: boolean }>('select to_regclass($1) is not null as is_apart', [
    `${rowsSchemaOf(schema)}.${table}`,
  ])
  return `${found.rows[0]!.is_apart ? rowsSchemaOf(schema) : schema}.${table}`
}

/** Creates one time-keyed table as a hypertable, compressible where the engine can, and the view through which requests see it. */
export const createHypertable = async (
  client: ClientBase,
  schema: string,
  { table, ddl, timeKey, engine }: { table: string; ddl: string; timeKey: TimeKey; engine: TimeSeriesEngine },
): Promise<void> => {
  const rowsSchema = rowsSchemaOf(schema)
  const stored = `${rowsSchema}.${table}`
  await client.query(`create schema if not exists ${rowsSchema}; set local search_path to ${rowsSchema}`)
  await client.query(`${ddl} with (fillfactor = ${fillfactor})`)
  await client.query(
    `select ${engine.functions}.create_hypertable($1::regclass, ${engine.functions}.by_range('day', $2::interval), create_default_indexes => false)`,
    [stored, `${spanDays} days`],
  )
  if (engine.storage === 'columnstore')
    await client.query(
      `alter table ${stored} set (timescaledb.enable_columnstore, timescaledb.segmentby = '${timeKey.segmentBy}', timescaledb.orderby = 'day')`,
    )
  await client.query(
    `create view ${schema}.${table} with (security_barrier) as ${rowsOfTenant(stored)};
     grant select on ${schema}.${table} to ${requestRole};
     set local search_path to ${schema}`,
  )
}

/**
 * Like row-level security: the request role sees its tenant's rows, the owner sees all. A security barrier lets no condition of a query look at
 * rows before the tenant's condition has; the owner's right is checked once for a query.
 */
const rowsOfTenant = (stored: string): string =>
  `select * from ${stored} where (tenant = current_setting('nightflow.tenant', true)
     or (select pg_has_role(relowner, 'usage') from pg_class where oid = '${stored}'::regclass))`

/**
 * Shows readers of a part of the utility the rows whose column is among those of a question; none where there is no question. A view works with
 * the rights of its owner, a function within it with those of the reader: the question is a function.
 */
export const narrowHypertable = async (
  client: ClientBase,
  schema: string,
  table: string,
  condition: { column: string; among: string } | undefined,
): Promise<void> => {
  const question = `${schema}.seen_in_${table}`
  if (condition)
    await client.query(`create function ${question}() returns setof bigint language sql stable begin atomic ${condition.among}; end`)
  const seen = condition ? `${condition.column} in (select ${question}())` : 'false'
  await client.query(
    `create or replace view ${schema}.${table} with (security_barrier) as ${rowsOfTenant(`${rowsSchemaOf(schema)}.${table}`)}
       and (current_user <> '${scopedRole}' or ${seen})`,
  )
}

/** Drops the read models of a schema and the rows beside it. */
export const dropViews = async (client: ClientBase, schema: string): Promise<void> => {
  await client.query(`drop schema if exists ${schema} cascade; drop schema if exists ${rowsSchemaOf(schema)} cascade`)
}

/** Renames the read models of a schema and the rows beside it. Views refer to their tables by identity, so they follow. */
export const renameViews = async (client: ClientBase, schema: string, newName: string): Promise<void> => {
  const found = await client.query<{ is_apart: boolean }>('select to_regnamespace($1) is not null as is_apart', [rowsSchemaOf(schema)])
  await client.query(`alter schema ${schema} rename to ${newName}`)
  if (found.rows[0]!.is_apart) await client.query(`alter schema ${rowsSchemaOf(schema)} rename to ${rowsSchemaOf(newName)}`)
}
