import { setTimeout as sleep } from 'node:timers/promises'
import { AttentiveClient } from '@nightflow/event-log/postgres/attentive-client'
import { giveServiceSignIn, serviceRole } from '@nightflow/event-log/postgres/database-role'
import { claimLogPlace, type PlaceEngine } from '@nightflow/event-log/postgres/log-place'
import { migrateLog } from '@nightflow/event-log/postgres/migrate-log'
import { migratePlatform } from '@nightflow/platform/migrate-platform'
import { inTransaction } from '@nightflow/platform/storage/in-transaction'
import { type MigratedViews, migrateViews } from '@nightflow/projections/views/migrate'
import pg from 'pg'
import { StartRefusal } from './start-refusal.ts'

const postgresMajorMin = 18

/** The failure of a database of the operator's own, in one sentence; its URL is not repeated since it holds a password. */
const describeFailure = (error: unknown): string => {
  const { code, message } = error as { code?: string; message?: string }
  if (code === 'ECONNREFUSED' || code === 'ENOTFOUND' || code === 'EAI_AGAIN' || code === 'ETIMEDOUT')
    return `no PostgreSQL answers there (${code})`
  if (code === '28P01' || code === '28000') return 'it refuses the user or the password'
  if (code === '3D000') return 'it has no such database; create it first'
  if (code === '42501') return `the user lacks a right: ${message}`
  return message ?? String(error)
}

/** Connections of gateway and API; the projector and the policies have their own. */
export const openPool = (connectionString: string, max = 20, name = 'nightflow'): pg.Pool => {
  const pool = new pg.Pool({
    connectionString,
    max,
    connectionTimeoutMillis: 10_000,
    application_name: name,
    keepAlive: true,
    Client: AttentiveClient,
  })
  // A connection that breaks while idle is replaced; one that breaks in use is reported by its query.
  pool.on('error', () => {})
  return pool
}

/**
 * Brings the database to this version's shape on connections of the owner, which are closed before the service opens its own. Where the service
 * signs in by itself, its role gets the password of its address.
 */
export const migrateAsOwner = async (
  { databaseUrl, ownerDatabaseUrl }: { databaseUrl: string; ownerDatabaseUrl: string },
  options: Parameters<typeof migrateAll>[1],
): Promise<MigratedViews> => {
  const pool = openPool(ownerDatabaseUrl)
  try {
    const migrated = await migrateAll(pool, options)
    const { username, password } = new URL(databaseUrl)
    if (username !== new URL(ownerDatabaseUrl).username) {
      if (username !== serviceRole)
        throw new StartRefusal(`the user of NIGHTFLOW_DATABASE_URL must be ${serviceRole} where NIGHTFLOW_OWNER_DATABASE_URL is set.`)
      await inTransaction(pool, async (client) => {
        // Processes that start together: two must not change one role at once.
        await client.query('select pg_advisory_xact_lock($1)', [signInLock])
        await giveServiceSignIn(client, decodeURIComponent(password))
      })
    }
    return migrated
  } finally {
    await pool.end()
  }
}

/** Any number that no other part locks: `sign` by the places of its letters. */
const signInLock = 199_714

const recoveryMillisecondsMax = 60_000
const lookAgainMilliseconds = 500

/** A database that is starting up or recovering says so, and will be there in a moment; one that does not answer at all is a mistake in the URL. */
const waitForRecovery = async (pool: pg.Pool): Promise<void> => {
  const deadline = performance.now() + recoveryMillisecondsMax
  for (;;) {
    try {
      await pool.query('select')
      return
    } catch (error) {
      if ((error as { code?: string }).code !== '57P03' || performance.now() > deadline) throw error
      await sleep(lookAgainMilliseconds)
    }
  }
}

/** The refusal for a process whose settings name another engine than the one that holds this database's log. */
export const otherPlace: Record<PlaceEngine, string> = {
  eventstoredb:
    'the log of this database is in EventStoreDB, and a second one beside it would tear the service apart; set EVENTSTOREDB_URL',
  postgres:
    'this database holds a log with events of its own; bring them over with `nightflow move-log`, or start without EVENTSTOREDB_URL',
}

/**
 * Brings the database to this version's shape, for a log in that engine, and the read models to so many shards where a number is given. Errors:
 * `StartRefusal` when it cannot be reached, is too old, lacks rights, or its log is elsewhere.
 */
export const migrateAll = async (
  pool: pg.Pool,
  { logEngine, shards }: { logEngine: PlaceEngine; shards?: number | undefined },
): Promise<MigratedViews> => {
  try {
    await waitForRecovery(pool)
    const { rows } = await pool.query<{ version: number }>(`select current_setting('server_version_num')::int / 10000 as version`)
    const version = rows[0]?.version ?? 0
    if (version < postgresMajorMin)
      throw new StartRefusal(`the database is PostgreSQL ${version}; Nightflow needs ${postgresMajorMin} or later.`)
    await migrateLog(pool)
    const held = await claimLogPlace(pool, logEngine)
    if (held !== logEngine) throw new StartRefusal(`${otherPlace[held]}.`)
    await migratePlatform(pool)
    return await migrateViews(pool, { logEngine, shards })
  } catch (error) {
    if (error instanceof StartRefusal) throw error
    throw new StartRefusal(`the database cannot be used: ${describeFailure(error)}.`)
  }
}
