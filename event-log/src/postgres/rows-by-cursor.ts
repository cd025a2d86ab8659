import type { QueryResult, QueryResultRow } from 'pg'

type Connection = { query<Row extends QueryResultRow>(sql: string, parameters?: unknown[]): Promise<QueryResult<Row>> }

type Statement = { readonly sql: string; readonly parameters: readonly unknown[] }

/** Small enough that other requests run between two batches, large enough that round trips do not count. */
const batchRowsDefault = 250

/**
 * The rows of a statement in batches, through a cursor of the server: neither side holds all of them. The connection must be in a
 * transaction, which gives every batch the same state of the tables, and must have no other cursor open.
 */
export async function* rowsByCursor<Row extends QueryResultRow>(
  database: Connection,
  { sql, parameters }: Statement,
  batchRows = batchRowsDefault,
): AsyncGenerator<Row[]> {
  await database.query(`declare batches no scroll cursor for ${sql}`, [...parameters])
  for (;;) {
    const { rows } = await database.query<Row>(`fetch ${batchRows} from batches`)
    if (rows.length > 0) yield rows
    if (rows.length < batchRows) break
  }
  await database.query('close batches')
}
