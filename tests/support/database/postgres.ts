import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'

export type FreshDatabase = { pool: pg.Pool; connectionString: string; drop(): Promise<void> }

/**
 * A database of its own for a test file, cloned from the run's migrated template, or from another one without connections. `name`
 * helps people who inspect the server.
 */
export const freshDatabase = async (name = 'database', template = inject('templateDatabase')): Promise<FreshDatabase> => {
  const clusterUrl = inject('administrationUrl')
  // PostgreSQL cuts names at 63 characters.
  const database = `${inject('templateDatabase')}_${name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .slice(0, 20)}_${randomBytes(4).toString('hex')}`
  // Copied as files: through the write-ahead log it takes several times as long.
  const copy = `create database ${pg.escapeIdentifier(database)} template ${pg.escapeIdentifier(template)} strategy file_copy`
  await administrate(clusterUrl, copy)
  const url = new URL(clusterUrl)
  url.pathname = `/${database}`
  const connectionString = url.href
  const pool = new pg.Pool({ connectionString, max: 10 })
  // A test may end its connections on the server's side; what that breaks is the test's matter, not the process's.
  pool.on('error', () => undefined)
  return {
    pool,
    connectionString,
    drop: async () => {
      if (!pool.ended) await pool.end()
      // Not by force at once: a pool says it has ended before its connections are gone, and one cut off then throws an uncaught error.
      // Without force the server waits 5 s for them.
      const statement = `drop database if exists ${pg.escapeIdentifier(database)}`
      await administrate(clusterUrl, statement).catch(() => administrate(clusterUrl, `${statement} with (force)`))
    },
  }
}

const administrate = async (connectionString: string, statement: string): Promise<void> => {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
