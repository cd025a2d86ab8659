import type { Pool, PoolClient } from 'pg'

/** Held by the process that runs a job, for as long as it lives: PostgreSQL lets go of it when the connection ends, however it ends. */
const jobLock = 20_261_121

export type JobLock = {
  /** Never fails: a connection that is lost has lost the lock too. */
  release: () => Promise<void>
  releaseAfter: (lastWrite: (client: PoolClient) => Promise<void>) => Promise<void>
}

/** A connection of its own, kept out of the pool: the lock lives as long as the connection does. Undefined when another process holds it. */
export const takeJobLock = async (pool: Pool): Promise<JobLock | undefined> => {
  const client: PoolClient = await pool.connect()
  try {
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [jobLock])
    if (!rows[0]?.taken) {
      client.release()
      return undefined
    }
  } catch (error) {
    client.release(error as Error)
    throw error
  }
  return {
    release: () => releaseAfter(client, async () => undefined).catch(() => undefined),
    releaseAfter: (lastWrite) => releaseAfter(client, lastWrite),
  }
}

/**
 * Lets go of the lock before the last write can be seen, and after it can no longer be changed: a reader that sees the end of a job may
 * start the next one, which finds none that looks abandoned.
 */
const releaseAfter = async (client: PoolClient, lastWrite: (client: PoolClient) => Promise<void>): Promise<void> => {
  try {
    await client.query('begin')
    await lastWrite(client)
    await client.query('select pg_advisory_unlock($1)', [jobLock])
    await client.query('commit')
    client.release()
  } catch (error) {
    client.release(error as Error)
    throw error
  }
}
