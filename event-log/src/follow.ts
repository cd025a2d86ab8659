import type { ReadAllOptions, RecordedEvent } from './event-log.ts'

// The safety net under the notification: a wake-up that was lost costs this much, not an event.
const lookMilliseconds = 3000

/** A wait that ends at the next append, after a while, or when it is cancelled. */
export type Wait = { over: Promise<void>; cancel: () => void }

/** The parts of a log that following needs. */
export type Followed = {
  readAll(afterPosition: number, options: ReadAllOptions): Promise<RecordedEvent[]>
  head(): Promise<number>
  wait(milliseconds: number): Wait
}

/** Pages of what is there, then of what comes. Errors of the log end the iteration: the caller decides whether to begin again. */
export async function* follow(
  log: Followed,
  afterPosition: number,
  options: ReadAllOptions & { signal: AbortSignal },
): AsyncGenerator<RecordedEvent[]> {
  const { signal, ...filter } = options
  const end = filter.untilPosition ?? Number.POSITIVE_INFINITY
  let after = afterPosition
  let wait: Wait | undefined
  const stop = (): void => wait?.cancel()
  signal.addEventListener('abort', stop)
  try {
    while (!signal.aborted && after < end) {
      // The wait begins before the look, so that an append between the two is not slept through.
      wait = log.wait(lookMilliseconds)
      const head = await log.head()
      const page = head > after ? await log.readAll(after, filter) : []
      if (signal.aborted) return
      const last = page.at(-1)
      // Without a last event no requested event is up to here: the next read starts after it.
      after = last ? last.position : Math.max(after, head)
      if (last) yield page
      else if (after < end) await wait.over
      wait.cancel()
    }
  } finally {
    signal.removeEventListener('abort', stop)
    stop()
  }
}
