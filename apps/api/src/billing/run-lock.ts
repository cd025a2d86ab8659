import { ownConnection } from '@nightflow/event-log/postgres/database'
import type { Pool } from 'pg'

/** First half of an advisory lock; the second is a hash of the run's identifier. */
const runLock = 7_101_014

/**
 * Held by the process that works on a run, on a connection of its own: PostgreSQL lets go of it when the connection ends, however it ends.
 * Undefined while another process has it. A lock that is lost unnoticed costs work, not money: pages and bills are stored once.
 */
export const takeRunLock = async (pool: Pool, runId: string): Promise<{ release: () => Promise<void> } | undefined> => {
  const client = await ownConnection(pool)
  try {
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1, hashtext($2)) as taken', [runLock, runId])
    if (rows[0]?.taken) return { release: async () => client.release(true) }
  } catch (error) {
    client.release(true)
    throw error
  }
  client.release(true)
  return undefined
}
