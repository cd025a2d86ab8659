import type { EventLog } from '@nightflow/event-log/event-log'
import type { Pool, PoolClient } from 'pg'
import { projections } from '../projections.ts'
import { compareViews } from './compare-views.ts'
import { ownConnection } from './database.ts'
import { createViews } from './migrate.ts'
import { dropViews, renameViews } from './time-keyed-tables.ts'
import { pageLimits, projectedTypes, ViewsBuilder } from './views-builder.ts'

/** One replay or verification at a time. */
const replayLock = 7_101_003

export class ReplayRunningError extends Error {
  constructor() {
    super('a replay or verification is running already; wait for it to end')
    this.name = 'ReplayRunningError'
  }
}

export type ReplayOptions = {
  pool: Pool
  log: EventLog
  /** Events done of events to do. */
  onProgress?: (progress: { done: number; total: number; phase: 'replay' | 'swap' | 'chains' | 'compare' }) => void
  /** Rebuild only up to this position, into the schema `views_as_of`, and leave the live views alone. */
  until?: number
}

/**
 * Rebuilds all views from the log beside the live ones and then puts them in their place. The live views serve, and follow the log,
 * until the moment of the swap. With `until`, what was believed at that position is left in the schema `views_as_of` for queries.
 */
export const replayViews = async ({ pool, log, onProgress, until }: ReplayOptions): Promise<{ position: number }> =>
  alone(pool, async (client) => {
    const schema = until === undefined ? 'views_next' : 'views_as_of'
    // A replay that was ended right after its swap leaves the views that it replaced.
    if (until === undefined) await dropViews(client, 'views_old')
    const builder = await startShadow(client, log, schema)
    await catchUp(builder, log, until ?? (await log.head()), onProgress)
    if (until !== undefined) return { position: builder.position }
    const keeper = await ownConnection(pool)
    try {
      await keeper.query('begin')
      // Holds the live projector before its next checkpoint, so that the new views can reach the end of the log.
      await keeper.query('select position from views.checkpoint for update')
      await catchUp(builder, log, await log.head(), onProgress)
      onProgress?.({ done: builder.position, total: builder.position, phase: 'swap' })
      await renameViews(keeper, 'views', 'views_old')
      await renameViews(keeper, 'views_next', 'views')
      await keeper.query('commit')
      await dropViews(keeper, 'views_old')
    } finally {
      keeper.release(true)
    }
    return { position: builder.position }
  })

/**
 * Checks every hash chain, rebuilds all views beside the live ones and compares them row by row. Answers what differs, one line each;
 * an empty list means that the views are identical to what the log says.
 */
export const verifyViews = async ({ pool, log, onProgress }: Omit<ReplayOptions, 'until'>): Promise<string[]> =>
  alone(pool, async (client) => {
    const findings: string[] = []
    const total = await log.head()
    const checking = log.verify({ onProgress: (done) => onProgress?.({ done, total, phase: 'chains' }) })
    for await (const { stream, version, position, problem } of checking)
      findings.push(`${stream} version ${version} (position ${position}): ${problem}`)

    const builder = await startShadow(client, log, 'views_verify')
    await catchUp(builder, log, total, onProgress)
    const keeper = await ownConnection(pool)
    try {
      await keeper.query('begin')
      const live = await keeper.query<{ position: number }>('select position::float8 as position from views.checkpoint for update')
      const { position } = live.rows[0]!
      // The live views may be behind the log; both sides have to stand at the same place.
      if (position < builder.position) {
        await keeper.query('rollback; begin')
        await waitForPosition(keeper, builder.position)
      }
      const locked = await keeper.query<{ position: number }>('select position::float8 as position from views.checkpoint for update')
      await catchUp(builder, log, locked.rows[0]!.position, onProgress)
      for (const { tables, timeKeyed } of projections) {
        for (const table of Object.keys(tables)) {
          onProgress?.({ done: total, total, phase: 'compare' })
          const isTimeKeyed = timeKeyed?.[table] !== undefined
          findings.push(...(await compareViews(keeper, { table, isTimeKeyed }, 'views', 'views_verify')))
        }
      }
    } finally {
      keeper.release(true)
    }
    await dropViews(client, 'views_verify')
    return findings
  })

const waitForPosition = async (client: PoolClient, position: number): Promise<void> => {
  for (let tries = 0; tries < 1200; tries++) {
    const live = await client.query<{ position: number }>('select position::float8 as position from views.checkpoint')
    if (live.rows[0]!.position >= position) return
    await client.query('rollback; select pg_sleep(0.05); begin')
  }
  throw new Error(`the live views did not reach position ${position} within a minute: is a projector running?`)
}

const alone = async <Result>(pool: Pool, work: (client: PoolClient) => Promise<Result>): Promise<Result> => {
  const client = await ownConnection(pool)
  try {
    const tried = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [replayLock])
    if (!tried.rows[0]!.taken) throw new ReplayRunningError()
    return await work(client)
  } finally {
    // The connection carries a search path and temporary tables: it is not fit for anybody else. The server notices its end a little
    // later, so the lock is given back first.
    await client.query('rollback; select pg_advisory_unlock_all()').catch(() => undefined)
    client.release(true)
  }
}

const startShadow = async (client: PoolClient, log: EventLog, schema: string): Promise<ViewsBuilder> => {
  await dropViews(client, schema)
  await client.query('begin')
  await createViews(client, schema, log.engine)
  await client.query('commit')
  return ViewsBuilder.open(client, log, schema)
}

/** Builds up to a position that is in the log already. */
export const catchUp = async (
  builder: ViewsBuilder,
  log: EventLog,
  target: number,
  onProgress?: ReplayOptions['onProgress'],
): Promise<void> => {
  const read = () => log.readAll(builder.position, { types: projectedTypes, untilPosition: target, ...pageLimits })
  let upcoming = read()
  for (;;) {
    const page = await upcoming
    if (page.length === 0) break
    upcoming = log.readAll(page.at(-1)!.position, { types: projectedTypes, untilPosition: target, ...pageLimits })
    upcoming.catch(() => undefined)
    await builder.apply(page)
    onProgress?.({ done: builder.position, total: target, phase: 'replay' })
  }
  if (builder.position < target) await builder.apply([], target)
}
