import { setTimeout as pause } from 'node:timers/promises'
import { ownConnection } from '@nightflow/event-log/postgres/database'
import type { Pool, PoolClient } from 'pg'

/** First half of an advisory lock; the second is a hash of the policy's name. */
const policyLock = 7_101_009
const standByMilliseconds = 2_000

/**
 * Waits until no other process runs the policy. The connection holds the lock and is the one that writes the policy's checkpoint, so a
 * process that loses the lock cannot write either. Undefined when the signal aborts first.
 */
export const takePolicy = async (pool: Pool, name: string, signal: AbortSignal): Promise<PoolClient | undefined> => {
  while (!signal.aborted) {
    const client = await ownConnection(pool)
    try {
      const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1, hashtext($2)) as taken', [policyLock, name])
      if (rows[0]!.taken) return client
    } catch (error) {
      client.release(true)
      throw error
    }
    client.release(true)
    await pause(standByMilliseconds, undefined, { signal }).catch(() => undefined)
  }
  return undefined
}
