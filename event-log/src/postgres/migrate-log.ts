import type { Pool } from 'pg'
import { createServiceRole, grantLogToService } from './database-role.ts'
import { appendEvents } from './migrations/append-events.ts'
import { createLog } from './migrations/create-log.ts'
import { createMonths } from './migrations/create-months.ts'
import { keepPlace } from './migrations/keep-place.ts'
import { makeMissingMonths } from './migrations/make-missing-months.ts'
import { scopeRequests } from './migrations/scope-requests.ts'

// Applied in this order, each once. A migration that has left this house is never edited: another one follows it.
const migrations: readonly { number: number; name: string; sql: string }[] = [
  { number: 1, name: 'create log', sql: createLog },
  { number: 2, name: 'create months', sql: createMonths },
  { number: 3, name: 'append events', sql: appendEvents },
  { number: 4, name: 'scope requests', sql: scopeRequests },
  { number: 5, name: 'keep place', sql: keepPlace },
  { number: 6, name: 'make missing months', sql: makeMissingMonths },
]

// Any number will do as long as nobody else takes it: letters of "night" by their place in the alphabet.
const migrationLock = 1_497_820

// The clock is asked once: a month may begin between two answers.
const presentMonths = `
with present as materialized (select clock_timestamp() as instant)
update log.head set partitioned_from = date_trunc('month', instant, 'UTC'), partitioned_until = log.create_months(instant, 3) from present`

/**
 * Brings the schema `log` to the newest version and makes the partitions of this month and the next two.
 * Safe to run from many processes at once and any number of times. Needs the right to create a schema; creating the role
 * `nightflow_request` needs CREATEROLE unless it exists.
 */
export const migrateLog = async (pool: Pool): Promise<void> => {
  const client = await pool.connect()
  let failure: Error | undefined
  try {
    await client.query('begin')
    await client.query('select pg_advisory_xact_lock($1)', [migrationLock])
    await client.query('create schema if not exists log')
    await client.query(
      'create table if not exists log.migrations (number int primary key, name text not null, applied_at timestamptz not null default clock_timestamp())',
    )
    const { rows } = await client.query<{ number: number }>('select number from log.migrations')
    const applied = new Set(rows.map((row) => row.number))
    for (const migration of migrations) {
      if (applied.has(migration.number)) continue
      await client.query(migration.sql)
      await client.query('insert into log.migrations (number, name) values ($1, $2)', [migration.number, migration.name])
    }
    await createServiceRole(client)
    await grantLogToService(client)
    // The head first: an append that needs a month holds its lock too, so the two never wait for each other.
    await client.query('select from log.head for update')
    await client.query(presentMonths)
    await client.query('commit')
  } catch (error) {
    failure = error as Error
    await client.query('rollback').catch(() => undefined)
    throw new Error(`the log's schema could not be migrated: ${failure.message}`, { cause: error })
  } finally {
    client.release(failure)
  }
}
