import type { EventLog } from '@nightflow/event-log/event-log'
import type { ClientBase } from 'pg'
import { UnprojectableError } from '../projector/set-aside-events.ts'
import { passOver } from './pass-over.ts'
import { pageLimits, projectedTypes, ViewsBuilder } from './views-builder.ts'

export type AppliedPage = {
  shard: number
  /** Where the shard is now. */
  position: number
  events: number
  milliseconds: number
}

export type FollowOptions = {
  log: EventLog
  signal: AbortSignal
  onPage: (page: AppliedPage) => void
  /** A page holds an event that cannot be projected, which is set aside next. */
  onUnprojectable?: ((error: UnprojectableError) => void) | undefined
}

/**
 * Follows the log and keeps one shard of the read models up to date until the signal aborts; stops when the current page is written. An event
 * that cannot be projected is set aside, and what comes after it goes on.
 */
export const followShard = async (client: ClientBase, shard: number, options: FollowOptions): Promise<void> => {
  const read = { until: 0 }
  while (!options.signal.aborted) {
    try {
      return await followPages(client, shard, options, read)
    } catch (error) {
      if (!(error instanceof UnprojectableError)) throw error
      options.onUnprojectable?.(error)
      const started = performance.now()
      await passOver({ client, log: options.log, schema: 'views', shard, until: read.until })
      options.onPage({ shard, position: read.until, events: 0, milliseconds: performance.now() - started })
    }
  }
}

const followPages = async (
  client: ClientBase,
  shard: number,
  { log, signal, onPage }: FollowOptions,
  read: { until: number },
): Promise<void> => {
  const builder = await ViewsBuilder.open(client, log, 'views', shard)
  const done = new AbortController()
  // A page is read when its turn comes, not ahead: by then it holds what has come meanwhile, which would wait for one page more otherwise.
  const pages = log.subscribe(builder.position, {
    types: projectedTypes,
    ...pageLimits,
    signal: AbortSignal.any([signal, done.signal]),
  })
  let last = Promise.resolve()
  try {
    for await (const page of pages) {
      const started = performance.now()
      read.until = page.at(-1)?.position ?? read.until
      const { written } = await builder.begin(page)
      last = written.then(() =>
        onPage({ shard, position: builder.position, events: page.length, milliseconds: performance.now() - started }),
      )
      // A caller that waits for the next page has to get the failure of this one.
      last.catch(() => done.abort())
    }
  } finally {
    await builder.rest()
  }
  await last
}
