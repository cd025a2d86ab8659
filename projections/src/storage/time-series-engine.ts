import type { ClientBase } from 'pg'

/** How time-keyed tables are kept: in partitions of PostgreSQL's own, in hypertables, or in hypertables whose old chunks can be compressed into columns. */
export type Storage = 'partitions' | 'hypertables' | 'columnstore'

export type TimeSeriesEngine = {
  storage: Storage
  /** Schema of the extension's functions, quoted; `public` unless another one was chosen. Empty without the extension. */
  functions: string
  /** Missing settings of this database and their remedy, for the log; undefined when nothing is missing that is installed. */
  missing: string | undefined
}

/** Rows can be changed in compressed chunks, and the settings have their present names, from this version on. */
const versionMin = [2, 18] as const

/** Finds out what the database offers. Never an error: whatever is missing, the read models are kept in a simpler way. */
export const findTimeSeriesEngine = async (client: ClientBase): Promise<TimeSeriesEngine> => {
  const found = await client.query<{ version: string; schema: string }>(
    `select extversion as version, quote_ident(nspname) as schema
     from pg_extension join pg_namespace on pg_namespace.oid = extnamespace where extname = 'timescaledb'`,
  )
  const extension = found.rows[0]
  if (!extension) return { storage: 'partitions', functions: '', missing: undefined }
  const { version, schema } = extension
  const [major = 0, minor = 0] = version.split('.').map(Number)
  if (major < versionMin[0] || (major === versionMin[0] && minor < versionMin[1])) {
    const missing = `TimescaleDB ${version} is too old: from ${versionMin.join('.')} on, the read models of days become hypertables. They are kept in partitions of PostgreSQL's own.`
    return { storage: 'partitions', functions: '', missing }
  }
  if (await hasColumnstore(client, schema)) return { storage: 'columnstore', functions: schema, missing: undefined }
  const missing = `TimescaleDB ${version} runs with its Apache-licensed part alone, which has no columnstore: the read models of days are hypertables whose chunks stay uncompressed. With an edition that has it and timescaledb.license = 'timescale' they are rebuilt as columns at the next start.`
  return { storage: 'hypertables', functions: schema, missing }
}

/**
 * Whether the part that is not Apache-licensed is there. The setting of the licence is not enough: it may say `timescale` where that part
 * was not loaded. So one of its functions is called to change a job that does not exist, which it refuses with a notice.
 */
const hasColumnstore = async (client: ClientBase, functions: string): Promise<boolean> => {
  await client.query(
    `do $$ begin
       perform ${functions}.alter_job(-1, if_exists => true);
       perform set_config('nightflow.columnstore', 'there', false);
     exception when feature_not_supported then
       perform set_config('nightflow.columnstore', 'missing', false);
     end $$`,
  )
  const answer = await client.query<{ state: string }>("select current_setting('nightflow.columnstore') as state")
  return answer.rows[0]!.state === 'there'
}

/**
 * Creates the extension where the server has loaded it and the database lacks it. Answers a sentence for the log when that did not work.
 * Creating it on a server that has not loaded it would end the connection, so that is not even tried.
 */
export const installTimescale = async (client: ClientBase): Promise<string | undefined> => {
  const offered = await client.query<{ installed: boolean; loaded: boolean }>(
    `select installed_version is not null as installed, exists (
       select from pg_settings where pg_settings.name = 'shared_preload_libraries' and setting ~ '\\mtimescaledb\\M') as loaded
     from pg_available_extensions where name = 'timescaledb'`,
  )
  const state = offered.rows[0]
  if (!state || state.installed) return undefined
  const remedy = "a superuser can say `create extension timescaledb` in this database, with shared_preload_libraries = 'timescaledb'"
  if (!state.loaded) return `TimescaleDB is there but not in use: ${remedy}. The views of days are kept in partitions of PostgreSQL's own.`
  await client.query('savepoint installing')
  try {
    await client.query('create extension timescaledb')
    await client.query('release savepoint installing')
    return undefined
  } catch (error) {
    await client.query('rollback to savepoint installing')
    return `TimescaleDB is there but could not be put to use (${(error as Error).message}): ${remedy}. The views of days are kept in partitions of PostgreSQL's own.`
  }
}
