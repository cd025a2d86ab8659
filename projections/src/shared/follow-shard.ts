import type { EventLog } from '@nightflow/event-log/event-log'
import type { ClientBase } from 'pg'
import { pageLimits, projectedTypes, ViewsBuilder } from './views-builder.ts'

export type AppliedPage = {
  shard: number
  /** Where the shard is now. */
  position: number
  events: number
  milliseconds: number
}

export type FollowOptions = { log: EventLog; signal: AbortSignal; onPage: (page: AppliedPage) => void }

/** Follows the log and keeps one shard of the views up to date until the signal aborts; stops when the page at hand is written. */
export const followShard = async (client: ClientBase, shard: number, { log, signal, onPage }: FollowOptions): Promise<void> => {
  const builder = await ViewsBuilder.open(client, log, 'views', shard)
  const done = new AbortController()
  const pages = log.subscribe(builder.position, {
    types: projectedTypes,
    ...pageLimits,
    signal: AbortSignal.any([signal, done.signal]),
  })
  let last = Promise.resolve()
  try {
    for await (const page of readAhead(pages, done)) {
      const started = performance.now()
      const { written } = await builder.begin(page)
      last = written.then(() =>
        onPage({ shard, position: builder.position, events: page.length, milliseconds: performance.now() - started }),
      )
      // No page may come any more to tell of the failure of this one.
      last.catch(() => done.abort())
      if (signal.aborted) break
    }
  } finally {
    await builder.rest()
  }
  await last
}

/** Asks for the next page while the current one is being applied. `done` ends a wait for pages that nobody will look at. */
async function* readAhead<Page>(pages: AsyncIterable<Page>, done: AbortController): AsyncGenerator<Page> {
  const iterator = pages[Symbol.asyncIterator]()
  let upcoming = iterator.next()
  try {
    for (;;) {
      const page = await upcoming
      if (page.done) return
      upcoming = iterator.next()
      // Whoever stops early never looks at the page read ahead, so its failure must not go unhandled.
      upcoming.catch(() => undefined)
      yield page.value
    }
  } finally {
    done.abort()
    await iterator.return?.()
  }
}
