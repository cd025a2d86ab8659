import { setTimeout as sleep } from 'node:timers/promises'
import { ownConnection } from '@nightflow/event-log/postgres/database'
import type { ClientBase, PoolClient } from 'pg'
import { type FollowersOptions, ShardFollowers } from './shard-followers.ts'
import { findFairPart, giveBack, joinProjectors } from './shard-locks.ts'

/** How often a projector looks who else is there: a dead one's shards are taken over, and a new one gets its part, within about this long. */
const lookMilliseconds = 2_000
const retryMillisecondsMin = 100
const retryMillisecondsMax = 10_000

export type ProjectorOptions = FollowersOptions & {
  /** A failure; the projector goes on from its checkpoints after a pause that doubles up to ten seconds. */
  onError?: (error: unknown, retryMilliseconds: number) => void
}

/**
 * Follows the log and keeps the read models up to date until the signal aborts; stops between two pages. Any number of projectors may run: each
 * holds its fair part of the shards, and takes over what another one leaves.
 */
export const runProjector = async (options: ProjectorOptions): Promise<void> => {
  const { pool, signal, onError } = options
  let retryMilliseconds = retryMillisecondsMin
  const followers = new ShardFollowers(options, (error) => onError?.(error, retryMilliseconds))
  const whenCalm = (): void => {
    retryMilliseconds = retryMillisecondsMin
  }
  while (!signal.aborted) {
    let client: PoolClient | undefined
    try {
      client = await ownConnection(pool)
      await takePart(client, followers, signal, whenCalm)
    } catch (error) {
      if (!signal.aborted) onError?.(error, retryMilliseconds)
    } finally {
      // Deregister while backing off, so that another projector can take the failing shard; this one rejoins as the last.
      if (client) await giveBack(client)
    }
    await sleep(retryMilliseconds, undefined, { signal }).catch(() => undefined)
    retryMilliseconds = Math.min(retryMilliseconds * 2, retryMillisecondsMax)
    followers.hasFailed = false
  }
  await followers.stop()
}

/** Holds the fair part of the shards until one of them fails or the signal aborts. */
const takePart = async (client: ClientBase, followers: ShardFollowers, signal: AbortSignal, whenCalm: () => void): Promise<void> => {
  const number = await joinProjectors(client)
  while (!signal.aborted) {
    await followers.hold(await findFairPart(client, number))
    await followers.rest(lookMilliseconds)
    if (followers.hasFailed) return
    whenCalm()
  }
}
