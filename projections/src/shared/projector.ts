import { setTimeout as sleep } from 'node:timers/promises'
import type { EventLog } from '@nightflow/event-log/event-log'
import type { Pool, PoolClient } from 'pg'
import { ownConnection } from './database.ts'
import { pageLimits, projectedTypes, ViewsBuilder } from './views-builder.ts'

/** One projector at a time; others wait for this lock and take over when its holder is gone. */
const projectorLock = 7_101_002
const takeOverSeconds = 2
const retryMillisecondsMax = 10_000

export type ProjectorOptions = {
  pool: Pool
  log: EventLog
  signal: AbortSignal
  /** After each page: where the views are now, how many events the page had and how long it took. */
  onPage?: (page: { position: number; events: number; milliseconds: number }) => void
  /** A failure; the projector goes on from its checkpoint after a pause that doubles up to ten seconds. */
  onError?: (error: unknown, retryMilliseconds: number) => void
}

/** Follows the log and keeps the views up to date until the signal aborts; stops between two pages. */
export const runProjector = async ({ pool, log, signal, onPage, onError }: ProjectorOptions): Promise<void> => {
  let retryMilliseconds = 100
  while (!signal.aborted) {
    let client: PoolClient | undefined
    try {
      client = await ownConnection(pool)
      if (!(await takeLock(client, signal))) break
      const builder = await ViewsBuilder.open(client, log, 'views')
      const done = new AbortController()
      const pages = log.subscribe(builder.position, {
        types: projectedTypes,
        ...pageLimits,
        signal: AbortSignal.any([signal, done.signal]),
      })
      for await (const page of readAhead(pages, done)) {
        const started = performance.now()
        await builder.apply(page)
        retryMilliseconds = 100
        onPage?.({ position: builder.position, events: page.length, milliseconds: performance.now() - started })
        if (signal.aborted) break
      }
    } catch (error) {
      if (signal.aborted) break
      onError?.(error, retryMilliseconds)
      await sleep(retryMilliseconds, undefined, { signal }).catch(() => undefined)
      retryMilliseconds = Math.min(retryMilliseconds * 2, retryMillisecondsMax)
    } finally {
      // Closing the connection gives the lock back and undoes whatever was not committed.
      client?.release(true)
    }
  }
}

const takeLock = async (client: PoolClient, signal: AbortSignal): Promise<boolean> => {
  while (!signal.aborted) {
    const tried = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [projectorLock])
    if (tried.rows[0]!.taken) return true
    await sleep(takeOverSeconds * 1000, undefined, { signal }).catch(() => undefined)
  }
  return false
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
