import { setTimeout as sleep } from 'node:timers/promises'
import { ownConnection } from '@nightflow/event-log/postgres/database'
import type { ClientBase, Pool, PoolClient } from 'pg'

/** First halves of advisory locks. The second half is the shard, or the second since 2026 in which a projector joined. */
const shardLock = 7_101_002
const projectorLock = 7_101_005

/** Two projectors may join in one second; so many at once are none of ours. */
const sameSecondMax = 100
const giveBackMillisecondsMax = 1_000

/**
 * Joins the projectors that share the work, for as long as the connection lives. Answers by what the others know it: the later a projector
 * joined, the higher the number.
 */
export const joinProjectors = async (client: ClientBase): Promise<number> => {
  const now = await client.query<{ second: number }>(
    "select extract(epoch from clock_timestamp() - timestamptz '2026-01-01 00:00:00Z')::int as second",
  )
  for (let number = now.rows[0]!.second, tries = 0; tries < sameSecondMax; number++, tries++)
    if (await tryLock(client, projectorLock, number)) return number
  throw new Error(`${sameSecondMax} projectors joined within a second`)
}

export type FairPart = {
  /** How many shards this projector should hold, and which are free. */
  part: number
  free: number[]
  /** Of every shard of the live read models, the first one first: another generation is another build of them. */
  generations: string[]
}

/**
 * The shards that a projector which joined as `number` should hold. All projectors count by the same locks: those who joined first hold one more where
 * the shards do not divide evenly, so the parts add up to all shards, and no projector hands over what it would get back.
 */
export const findFairPart = async (client: ClientBase, number: number): Promise<FairPart> => {
  const found = await client.query<{ generations: string[]; projectors: number; seniors: number; held: number[] }>(
    `with locks as (
       select classid::bigint as kind, objid::bigint as number from pg_locks
       where locktype = 'advisory' and objsubid = 2 and granted and database = (select oid from pg_database where datname = current_database()))
     select array(select generation::text from views.checkpoint order by shard) as generations,
       (select count(*)::int from locks where kind = $1) as projectors,
       (select count(*)::int from locks where kind = $1 and number < $2) as seniors,
       array(select number::int from locks where kind = $3) as held`,
    [projectorLock, number, shardLock],
  )
  const { generations, projectors, seniors, held } = found.rows[0]!
  const shards = generations.length
  const each = Math.floor(shards / Math.max(1, projectors))
  const part = each + (seniors < shards - each * projectors ? 1 : 0)
  const free = [...generations.keys()].filter((shard) => !held.includes(shard))
  return { part, free, generations }
}

/** A connection that holds the shard until it ends; undefined when another projector was faster. */
export const takeShard = async (pool: Pool, shard: number): Promise<PoolClient | undefined> => {
  const client = await ownConnection(pool)
  try {
    if (await tryLock(client, shardLock, shard)) return client
  } catch (error) {
    client.release(true)
    throw error
  }
  client.release(true)
  return undefined
}

const tryLock = async (client: ClientBase, kind: number, number: number): Promise<boolean> =>
  (await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1, $2) as taken', [kind, number])).rows[0]!.taken

/**
 * Ends a connection, and with it whatever was not committed and its locks. The server notices the end of a connection a little later, so
 * the locks are given back first, if it still answers.
 */
export const giveBack = async (client: PoolClient): Promise<void> => {
  const tooLate = new AbortController()
  const unlocked = client.query('rollback; select pg_advisory_unlock_all()').catch(() => undefined)
  await Promise.race([unlocked, sleep(giveBackMillisecondsMax, undefined, { signal: tooLate.signal }).catch(() => undefined)])
  tooLate.abort()
  client.release(true)
}
