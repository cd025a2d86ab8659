import pg, { type Pool, type PoolClient } from 'pg'
import { describeSchema } from './describe-schema.ts'

const rowsPerStatement = 200

/** Roles belong to the cluster: the one that restores may have them already. */
const roles = ['nightflow_request', 'nightflow_scoped', 'nightflow_service'].map(
  (role) => `do $$ begin if not exists (select from pg_roles where rolname = '${role}') then create role ${role} nologin; end if; end $$`,
)

type Table = { table: string; columns: string[] }

const tablesOf = async (client: PoolClient): Promise<Table[]> => {
  const { rows } = await client.query<Table>(
    `select pg_class.oid::regclass as "table", array_agg(quote_ident(attname) order by attnum) as columns
     from pg_class join pg_attribute on attrelid = pg_class.oid
     where relnamespace in (select oid from pg_namespace where nspname in ('log', 'platform') or nspname ~ '^views') and relkind in ('r', 'p')
       and not relispartition and attnum > 0 and not attisdropped and attgenerated = ''
     group by pg_class.oid order by 1`,
  )
  return rows
}

const literal = (value: string | null): string => (value === null ? 'null' : pg.escapeLiteral(value))

const insertsOf = async (client: PoolClient, { table, columns }: Table): Promise<string[]> => {
  const { rows } = await client.query<(string | null)[]>({
    text: `select ${columns.map((column) => `${column}::text`).join(', ')} from ${table} order by ${columns.length > 1 ? '1, 2' : '1'}`,
    rowMode: 'array',
  })
  const batches = Array.from({ length: Math.ceil(rows.length / rowsPerStatement) }, (_, batch) =>
    rows.slice(batch * rowsPerStatement, (batch + 1) * rowsPerStatement),
  )
  return batches.map(
    (batch) =>
      `insert into ${table} (${columns.join(', ')}) overriding system value values\n${batch
        .map((row) => `(${row.map(literal).join(', ')})`)
        .join(',\n')}`,
  )
}

/** Where the identity of each table goes on. */
const sequencesOf = async (client: PoolClient): Promise<string[]> => {
  const { rows } = await client.query<{ sql: string }>(
    `select format('select setval(pg_get_serial_sequence(%L, %L), %s, true)', attrelid::regclass, attname, last_value) as sql
     from pg_attribute join pg_sequences
       on format('%I.%I', schemaname, sequencename) = pg_get_serial_sequence(attrelid::regclass::text, attname)
     where attidentity <> '' and attrelid in (select oid from pg_class where relkind = 'r') and last_value is not null order by 1`,
  )
  return rows.map(({ sql }) => sql)
}

/**
 * The schemas of the service with all their rows, as SQL that one query restores into an empty database. Our own and not `pg_dump`, because the
 * embedded PostgreSQL comes without it, and because a test compares the schemas of two databases by the same description.
 */
export const dumpDatabase = async (pool: Pool): Promise<string> => {
  const { beforeRows, afterRows } = await describeSchema(pool)
  const client = await pool.connect()
  try {
    // A superuser sees all rows, whatever the policies.
    await client.query(`begin isolation level repeatable read read only; set local search_path to ''; set local row_security to off`)
    const rows: string[] = []
    for (const table of await tablesOf(client)) rows.push(...(await insertsOf(client, table)))
    const statements = [
      'set check_function_bodies = off',
      `set search_path to ''`,
      ...roles,
      ...beforeRows,
      ...rows,
      ...(await sequencesOf(client)),
      ...afterRows,
      'reset check_function_bodies',
      'reset search_path',
    ]
    return `${statements.join(';\n')};\n`
  } finally {
    await client.query('rollback')
    client.release()
  }
}
