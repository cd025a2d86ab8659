import type { Pool, PoolClient, QueryResult, QueryResultRow } from 'pg'

/** The role that requests run under: it owns nothing and cannot bypass row-level security. */
export const requestRole = 'nightflow_request'

/** The role of requests whose reader sees a part of the utility: a member of `requestRole` with policies that narrow it further. */
export const scopedRole = 'nightflow_scoped'

/** The part of a utility that a reader sees: what these departments and regions own, and what is the person's own. */
export type RowScope = { departments: readonly number[]; regions: readonly number[]; userId: number }

/**
 * Settings of a request's transaction, for `set local`. Readers without `scope` see all rows of the tenant, under a role of their own: their
 * statements are planned without a look at owners.
 */
export const settingsOfRequest = (tenant: string, scope: RowScope | undefined): Readonly<Record<string, string>> => ({
  role: scope ? scopedRole : requestRole,
  'nightflow.tenant': tenant,
  ...(scope && {
    'nightflow.departments': `{${scope.departments.join(',')}}`,
    'nightflow.regions': `{${scope.regions.join(',')}}`,
    'nightflow.reader': String(scope.userId),
  }),
})

/** A pool, or what takes its place within a command. */
export type Connections = {
  connect(): Promise<PoolClient>
  query<Row extends QueryResultRow = QueryResultRow>(sql: string, parameters?: unknown[]): Promise<QueryResult<Row>>
}

/**
 * Runs `work` in one read-only transaction that sees only the tenant's rows, with `scope` only those of a part of the utility; with
 * `statementSecondsMax`, a statement that takes longer is ended. All that is set goes out with the beginning, because each round trip is a good part of what a small question takes.
 */
export const withTenant = async <Result>(
  pool: Connections,
  tenant: string,
  work: (database: PoolClient) => Promise<Result>,
  { statementSecondsMax, scope }: { statementSecondsMax?: number; scope?: RowScope | undefined } = {},
): Promise<Result> => {
  if (!/^[a-z][a-z0-9-]{1,31}$/.test(tenant)) throw new Error(`not a tenant code: ${tenant}`)
  const client = await pool.connect()
  try {
    const timeout = statementSecondsMax === undefined ? '' : `; set local statement_timeout = '${Math.ceil(statementSecondsMax)}s'`
    const isolated = Object.entries(settingsOfRequest(tenant, scope)).map(([name, value]) => `set local ${name} = '${value}'`)
    // Parts of an ordered list are read one after the other.
    await client.query(`begin read only; ${isolated.join('; ')}; set local enable_parallel_append = off${timeout}`)
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
