import type { Pool, PoolClient, QueryResult, QueryResultRow } from 'pg'

/** The role that requests run under: it owns nothing and cannot bypass row-level security. */
export const requestRole = 'nightflow_request'

/** A pool, or what takes its place within a command. */
export type Connections = {
  connect(): Promise<PoolClient>
  query<Row extends QueryResultRow = QueryResultRow>(sql: string, parameters?: unknown[]): Promise<QueryResult<Row>>
}

/**
 * Runs `work` in one read-only transaction that sees only the tenant's rows; with `statementSecondsMax`, a statement that takes longer is
 * ended. All that is set goes out with the beginning, because each round trip is a good part of what a small question takes.
 */
export const withTenant = async <Result>(
  pool: Connections,
  tenant: string,
  work: (database: PoolClient) => Promise<Result>,
  { statementSecondsMax }: { statementSecondsMax?: number } = {},
): Promise<Result> => {
  if (!/^[a-z][a-z0-9-]{1,31}$/.test(tenant)) throw new Error(`not a tenant code: ${tenant}`)
  const client = await pool.connect()
  try {
    const timeout = statementSecondsMax === undefined ? '' : `; set local statement_timeout = '${Math.ceil(statementSecondsMax)}s'`
    // Parts of an ordered list are read one after the other.
    const isolated = `set local role ${requestRole}; set local nightflow.tenant = '${tenant}'; set local enable_parallel_append = off`
    await client.query(`begin read only; ${isolated}${timeout}`)
    const result = await work(client)
    await client.query('commit')
    client.release()
    return result
  } catch (error) {
    // A connection that cannot even roll back is broken: it must not serve the next tenant.
    await client.query('rollback').then(
      () => client.release(),
      (broken: Error) => client.release(broken),
    )
    throw error
  }
}

/**
 * A lost machine closes no connection. By the defaults of most systems the server would probe after two hours, and until then no process
 * else gets what the connection holds: the projector's lock, a replay's. A server that listens on no TCP ignores this.
 */
const askWhetherAlive = 'set tcp_keepalives_idle to 10; set tcp_keepalives_interval to 5; set tcp_keepalives_count to 4'

/**
 * A connection to keep for long and then to close with `release(true)`. A connection that breaks while idle
 * raises an event that would end the process; its holder gets the error at the next query.
 */
export const ownConnection = async (pool: Pool): Promise<PoolClient> => {
  const client = await pool.connect()
  client.on('error', () => undefined)
  try {
    await client.query(askWhetherAlive)
  } catch (error) {
    client.release(true)
    throw error
  }
  return client
}
