import type { EventLog } from '@nightflow/event-log/event-log'
import { ownConnection } from '@nightflow/event-log/postgres/database'
import type { Pool, PoolClient } from 'pg'
import { projections } from '../projections.ts'
import { countShards, holdCheckpoints, viewsPosition } from '../projector/checkpoint.ts'
import {
  carryAttempts,
  compareSetAside,
  isOfContent,
  listSetAside,
  type SetAsideEvent,
  UnprojectableError,
} from '../projector/set-aside-events.ts'
import { dropViews, renameViews } from '../storage/time-keyed-tables.ts'
import { compareViews } from './compare-views.ts'
import { createQuestionIndexes, createViews, handOverViews } from './migrate.ts'
import { passOver } from './pass-over.ts'
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
  /** Rebuild only up to this position, into the schema `views_as_of` and in one shard, and leave the live read models alone. */
  until?: number
  /** Divide the new read models into so many shards; as many as the live ones have when absent. */
  shards?: number
}

export type Replayed = {
  position: number
  /** Events that cannot be projected, and those that wait behind them; at most 200. */
  setAside: SetAsideEvent[]
}

/**
 * Rebuilds all read models from the log beside the live ones and then puts them in their place. The live read models serve, and follow the log,
 * until the moment of the swap. With `until`, what was believed at that position is left in the schema `views_as_of` for queries.
 */
export const replayViews = async ({ pool, log, onProgress, until, shards }: ReplayOptions): Promise<Replayed> =>
  alone(pool, async (client) => {
    const schema = until === undefined ? 'views_next' : 'views_as_of'
    // A replay that was ended right after its swap leaves the read models that it replaced.
    if (until === undefined) await dropViews(client, 'views_old')
    const wanted = until === undefined ? (shards ?? (await countShards(pool))) : 1
    const shadow = await buildShadow({ client, log, schema, shards: wanted }, until ?? (await log.head()), onProgress)
    if (until !== undefined) return { position: until, setAside: await listSetAside(pool, { schema }) }
    const keeper = await ownConnection(pool)
    try {
      await keeper.query('begin')
      // With the live projectors held, the new read models can reach the end of the log.
      await holdCheckpoints(keeper)
      const head = await log.head()
      await catchUpAll(shadow, head, onProgress)
      onProgress?.({ done: head, total: head, phase: 'swap' })
      await carryAttempts(keeper)
      await handOverViews(keeper)
      await renameViews(keeper, 'views', 'views_old')
      await renameViews(keeper, 'views_next', 'views')
      await keeper.query('commit')
      await dropViews(keeper, 'views_old')
      return { position: head, setAside: await listSetAside(pool) }
    } finally {
      keeper.release(true)
    }
  })

/**
 * Checks every hash chain, rebuilds all read models beside the live ones and compares them row by row. Answers what differs, one line each;
 * an empty list means that the read models are identical to the log.
 */
export const verifyViews = async ({ pool, log, onProgress }: Omit<ReplayOptions, 'until' | 'shards'>): Promise<string[]> =>
  alone(pool, async (client) => {
    const findings: string[] = []
    const total = await log.head()
    const checking = log.verify({ onProgress: (done) => onProgress?.({ done, total, phase: 'chains' }) })
    for await (const { stream, version, position, problem } of checking)
      findings.push(`${stream} version ${version} (position ${position}): ${problem}`)

    const shadow = await buildShadow({ client, log, schema: 'views_verify', shards: await countShards(pool) }, total, onProgress)
    const keeper = await ownConnection(pool)
    try {
      // The live read models may be behind the log; both sides have to be at the same position, shard by shard.
      await keeper.query('begin')
      await waitForPosition(keeper, total)
      const positions = await holdCheckpoints(keeper)
      if (positions.length !== shadow.builders.length)
        throw new Error('the read models were divided anew while they were verified: verify again')
      for (const index of shadow.builders.keys()) await catchUpAll(shadow, positions[index]!, onProgress, [index])
      for (const { tables, timeKeyed } of projections) {
        for (const table of Object.keys(tables)) {
          onProgress?.({ done: total, total, phase: 'compare' })
          const isTimeKeyed = timeKeyed?.[table] !== undefined
          findings.push(...(await compareViews(keeper, { table, isTimeKeyed }, 'views', 'views_verify')))
        }
      }
      findings.push(...(await compareSetAside(keeper, 'views', 'views_verify')))
      // Rebuilt rows follow from the log alone: a law that they violate is violated by the log.
      await keeper.query('set local search_path to views_verify')
      for (const { laws } of projections) findings.push(...((await laws?.(keeper)) ?? []))
    } finally {
      keeper.release(true)
    }
    await dropViews(client, 'views_verify')
    return findings
  })

const waitForPosition = async (client: PoolClient, position: number): Promise<void> => {
  for (let tries = 0; tries < 1200; tries++) {
    if ((await viewsPosition(client)) >= position) return
    await client.query('rollback; select pg_sleep(0.05); begin')
  }
  throw new Error(`the live read models did not reach position ${position} within a minute: is a projector running?`)
}

/** Runs nothing beside a replay or a verification, on a connection of its own. */
export const alone = async <Result>(pool: Pool, work: (client: PoolClient) => Promise<Result>): Promise<Result> => {
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

/** Empty read models in a schema of that name, and what builds them: a builder for each shard, all on the one connection. */
type Shadow = { client: PoolClient; log: EventLog; schema: string; builders: ViewsBuilder[] }

type ShadowWanted = { client: PoolClient; log: EventLog; schema: string; shards: number }

/**
 * Read models up to a position, and then the indexes of questions. A value that an index cannot hold has its event set aside, as in the live
 * read models, where it is applied: so then they are built once more, with the indexes there from the beginning.
 */
const buildShadow = async (wanted: ShadowWanted, target: number, onProgress: ReplayOptions['onProgress']): Promise<Shadow> => {
  const shadow = await startShadow(wanted)
  await catchUpAll(shadow, target, onProgress)
  try {
    await createQuestionIndexes(wanted.client)
    return shadow
  } catch (error) {
    if (!isOfContent(error)) throw error
  }
  const indexed = await startShadow(wanted, { isIndexed: true })
  await catchUpAll(indexed, target, onProgress)
  return indexed
}

const startShadow = async ({ client, log, schema, shards }: ShadowWanted, { isIndexed = false } = {}): Promise<Shadow> => {
  await dropViews(client, schema)
  await client.query('begin')
  await createViews(client, schema, { shards, logEngine: log.engine })
  if (isIndexed) await createQuestionIndexes(client)
  // Also after a replay by another role, such as the owner by the command line, the service continues with these.
  await handOverViews(client)
  await client.query('commit')
  const shadow: Shadow = { client, log, schema, builders: [] }
  for (let index = 0; index < shards; index++) shadow.builders.push(await openBuilder(shadow, index))
  return shadow
}

const openBuilder = ({ client, log, schema }: Shadow, index: number): Promise<ViewsBuilder> =>
  ViewsBuilder.open(client, log, schema, index, { isRebuild: true })

/**
 * Builds shards that are at the same position up to a position that is in the log already; all of them unless some are named. Events that
 * cannot be projected are set aside.
 */
const catchUpAll = async (
  shadow: Shadow,
  target: number,
  onProgress: ReplayOptions['onProgress'],
  indexes: readonly number[] = [...shadow.builders.keys()],
): Promise<void> => {
  for (;;) {
    const read = { until: 0 }
    const builders = indexes.map((index) => shadow.builders[index]!)
    try {
      await applyAll(builders, shadow.log, target, onProgress, read)
      for (const builder of builders) await builder.reach(target)
      return
    } catch (error) {
      if (!(error instanceof UnprojectableError)) throw error
    } finally {
      for (const builder of builders) await builder.rest()
    }
    for (const index of indexes) {
      await passOver({ ...shadow, shard: index, until: read.until, isRebuild: true })
      shadow.builders[index] = await openBuilder(shadow, index)
    }
  }
}

/** Builds up to a position that is in the log already, where every event can be projected. */
export const catchUp = async (builder: ViewsBuilder, log: EventLog, target: number): Promise<void> => {
  try {
    await applyAll([builder], log, target, undefined, { until: 0 })
  } finally {
    await builder.rest()
  }
  await builder.reach(target)
}

/** Page by page one builder after the other, so that each page is read once. */
const applyAll = async (
  builders: readonly ViewsBuilder[],
  log: EventLog,
  target: number,
  onProgress: ReplayOptions['onProgress'],
  read: { until: number },
): Promise<void> => {
  const readAfter = (position: number) => log.readAll(position, { types: projectedTypes, untilPosition: target, ...pageLimits })
  let upcoming = readAfter(builders[0]!.position)
  for (;;) {
    const page = await upcoming
    const last = page.at(-1)?.position
    if (last === undefined) break
    read.until = last
    upcoming = readAfter(last)
    upcoming.catch(() => undefined)
    // One builder has the connection to itself and may fold a page while the one before is written; several take turns.
    if (builders.length === 1) await builders[0]!.begin(page)
    else for (const builder of builders) await builder.apply(page)
    onProgress?.({ done: last, total: target, phase: 'replay' })
  }
}
