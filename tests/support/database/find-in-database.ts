import pg, { type Pool } from 'pg'

/**
 * The columns that hold one of these texts, capitals aside, as `schema.table.column: text`: every column of every table of every schema, as text
 * and as bytes. Rows that a statement changed stay on disk until PostgreSQL reuses their space, and are not searched.
 */
export const findInDatabase = async (pool: Pool, texts: readonly string[]): Promise<string[]> => {
  const { rows: columns } = await pool.query<{ schema: string; table: string; column: string; isBytes: boolean }>(
    `select nspname as schema, relname as "table", attname as "column", atttypid = 'bytea'::regtype as "isBytes"
     from pg_attribute join pg_class on pg_class.oid = attrelid join pg_namespace on pg_namespace.oid = relnamespace
     where relkind in ('r', 'p') and not relispartition and attnum > 0 and not attisdropped and nspname !~ '^(pg_|information_schema$)'
     order by 1, 2, 3`,
  )
  const found: string[] = []
  for (const { schema, table, column, isBytes } of columns) {
    const name = pg.escapeIdentifier(column)
    const value = isBytes ? `encode(${name}, 'escape')` : `${name}::text`
    const { rows } = await pool.query<{ text: string }>(
      `select distinct text from ${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(table)}, unnest($1::text[]) as texts(text)
       where position(lower(text) in lower(${value})) > 0`,
      [texts],
    )
    found.push(...rows.map(({ text }) => `${schema}.${table}.${column}: ${text}`))
  }
  return found
}
