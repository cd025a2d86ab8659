import type { EventLog } from '@nightflow/event-log/event-log'
import { EventLogUnavailable } from '@nightflow/event-log/event-log-errors'
import { AttentiveClient } from '@nightflow/event-log/postgres/attentive-client'
import { findLogPlace } from '@nightflow/event-log/postgres/log-place'
import { findTenant, listTenants, type Tenant } from '@nightflow/platform/tenants/tenants'
import { platformTenant } from '@nightflow/schemas/shared/may-do'
import { otherPlace } from '@nightflow/server/migrate-database'
import { describeLogFailure, type LogAddress, openEventLog } from '@nightflow/server/open-event-log'
import pg from 'pg'
import { CommandRefusal } from './command-refusal.ts'

const describeFailure = (error: unknown): string => {
  const { code, message } = error as { code?: string; message?: string }
  if (code === 'ECONNREFUSED' || code === 'ENOTFOUND' || code === 'ETIMEDOUT') {
    return 'the database does not answer; start the server with `npm start`, or name the database with --database-url.'
  }
  if (code === '28P01' || code === '28000') return 'the database refuses the sign-in; check --database-url.'
  if (code === '3D000') return 'there is no such database; check --database-url.'
  return `the database answers: ${message}.`
}

/** Runs `work` with a few connections to the service's database and closes them, whatever happens. */
export const withDatabase = async <Result>(databaseUrl: string, work: (pool: pg.Pool) => Promise<Result>): Promise<Result> => {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: 4,
    connectionTimeoutMillis: 5_000,
    application_name: 'nightflow-cli',
    keepAlive: true,
    Client: AttentiveClient,
  })
  // A connection that breaks while idle is replaced; one that breaks in use is reported by its query.
  pool.on('error', () => {})
  try {
    const { rows } = await pool.query<{ found: string | null }>(`select to_regclass('platform.tenants')::text as found`).catch((error) => {
      throw new CommandRefusal(describeFailure(error))
    })
    if (!rows[0]?.found)
      throw new CommandRefusal('this database holds no Nightflow yet; start the server on it once with `npm start -- --database-url URL`.')
    return await work(pool)
  } finally {
    await pool.end()
  }
}

/** The same with the event log, wherever it is; refused where this database's log is somewhere else than was said. */
export const withLog = <Result>(address: LogAddress, work: (pool: pg.Pool, log: EventLog) => Promise<Result>): Promise<Result> =>
  withDatabase(address.databaseUrl, async (pool) => {
    const held = await findLogPlace(pool)
    const wanted = address.eventStoreDbUrl === undefined ? 'postgres' : 'eventstoredb'
    if (held !== undefined && held !== wanted) throw new CommandRefusal(`${otherPlace[held]}.`)
    const log = await openCommandLog(pool, address)
    try {
      return await work(pool, log)
    } catch (error) {
      throw error instanceof EventLogUnavailable ? refusalOf(error, address) : error
    } finally {
      await log.close()
    }
  })

/** The log, or a sentence about its address. */
export const openCommandLog = async (pool: pg.Pool, address: LogAddress, open: typeof openEventLog = openEventLog): Promise<EventLog> => {
  try {
    return await open(pool, address)
  } catch (error) {
    throw refusalOf(error, address)
  }
}

const refusalOf = (error: unknown, { eventStoreDbUrl }: LogAddress): Error =>
  eventStoreDbUrl === undefined ? (error as Error) : new CommandRefusal(`${describeLogFailure(error, eventStoreDbUrl)}.`)

export const requireTenant = async (pool: pg.Pool, code: string): Promise<Tenant> => {
  const tenant = await findTenant(pool, code)
  if (tenant) return tenant
  // The platform's own tenant is no utility: nothing is imported for it.
  const utilities = (await listTenants(pool)).filter((other) => other.code !== platformTenant)
  const known = utilities.slice(0, 20).map((other) => other.code)
  throw new CommandRefusal(
    `there is no tenant "${code}"; ${known.length > 0 ? `known are: ${known.join(', ')}` : 'none exists yet, so make one with `nightflow create-tenant`'}.`,
  )
}
