import { setTimeout as sleep } from 'node:timers/promises'
import type { Connections } from '@nightflow/event-log/postgres/database'
import type { ClientBase, Pool } from 'pg'

/** The position of the log up to which the read models are built: that of the shard that is furthest behind. */
export const viewsPosition = async (database: Pick<Connections, 'query'>): Promise<number> =>
  (await database.query<{ position: number | null }>('select min(position)::float8 as position from views.checkpoint')).rows[0]?.position ??
  0

/** The highest position of the log that any shard of the read models has applied. */
export const furthestPosition = async (database: Pool): Promise<number> =>
  (await database.query<{ position: number | null }>('select max(position)::float8 as position from views.checkpoint')).rows[0]?.position ??
  0

/** Into how many shards the live read models are divided. */
export const countShards = async (database: Pool | ClientBase): Promise<number> =>
  (await database.query<{ shards: number }>('select count(*)::int as shards from views.checkpoint')).rows[0]!.shards

/** Holds every shard before its next checkpoint until the transaction ends; returns the position of each, in the order of the shards. */
export const holdCheckpoints = async (client: ClientBase): Promise<number[]> => {
  const held = await client.query<{ position: number }>(
    'select position::float8 as position from views.checkpoint order by shard for update',
  )
  return held.rows.map(({ position }) => position)
}

const pollMilliseconds = 5

/** The poll that is under way for each pool: however many commands wait, one asks. */
const polls = new WeakMap<Connections, Promise<number>>()

const nextPoll = (pool: Connections, pauseMilliseconds: number): Promise<number> => {
  const poll =
    polls.get(pool) ??
    sleep(pauseMilliseconds)
      .then(() => viewsPosition(pool))
      .finally(() => polls.delete(pool))
  polls.set(pool, poll)
  return poll
}

/** Waits until the read models have applied a position: read your own write. False when they have not within the time given. */
export const waitForViews = async (pool: Connections, position: number, timeoutMilliseconds: number): Promise<boolean> => {
  const deadline = performance.now() + timeoutMilliseconds
  for (let seen = await nextPoll(pool, 0); seen < position; seen = await nextPoll(pool, pollMilliseconds)) {
    if (performance.now() >= deadline) return false
  }
  return true
}

/** The wait of those that come while another caller waits in vain. */
const inVainMilliseconds = 100

/** Pools whose read models did not come in time, and whether a caller waits for them the whole time still. */
const late = new WeakMap<Connections, { isTried: boolean }>()

/**
 * The same for the answer of a command. Where read models are far behind, each answer would take the whole time and the service would take a command a second from
 * each client: once a wait was in vain, one caller at a time waits on and the others wait briefly, until one is in time again.
 */
export const waitForOwnWrite = async (pool: Connections, position: number, timeoutMilliseconds: number): Promise<boolean> => {
  const known = late.get(pool)
  if (known?.isTried) return waitForViews(pool, position, Math.min(inVainMilliseconds, timeoutMilliseconds))
  if (known) known.isTried = true
  let isSeen = false
  try {
    isSeen = await waitForViews(pool, position, timeoutMilliseconds)
  } finally {
    if (isSeen) late.delete(pool)
    else late.set(pool, { isTried: false })
  }
  return isSeen
}
