import type { Pool } from 'pg'
import { createServiceRole, grantLogToService } from './database-role.ts'
import { MigrationMismatch, migrateSchema, readMigrations } from './migrate-schema.ts'

export const logMigrations = readMigrations(new URL('./migrations/', import.meta.url))

// Any number that is used nowhere else: letters of "night" by their place in the alphabet.
const migrationLock = 1_497_820

// The clock is read once: a month may begin between two reads.
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
    await migrateSchema(client, 'log', logMigrations)
    await createServiceRole(client)
    await grantLogToService(client)
    // The head first: an append that needs a month holds its lock too, so the two never wait for each other.
    await client.query('select from log.head for update')
    await client.query(presentMonths)
    await client.query('commit')
  } catch (error) {
    failure = error as Error
    await client.query('rollback').catch(() => undefined)
    if (error instanceof MigrationMismatch) throw error
    throw new Error(`the log's schema could not be migrated: ${failure.message}`, { cause: error })
  } finally {
    client.release(failure)
  }
}
