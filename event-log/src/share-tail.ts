import type { EventLog, ReadAllOptions, RecordedEvent } from './event-log.ts'

type Subscription = Pick<ReadAllOptions, 'limit' | 'maximumBytes'> & { types: readonly string[]; signal: AbortSignal }
/** A subscriber that has everything up to the tail. `over` gives it what came, or nothing when there is no more to wait for. */
type Waiting = {
  after: number
  takes: (event: RecordedEvent) => boolean
  over: (page: RecordedEvent[] | undefined) => void
  fail: (error: unknown) => void
}

/**
 * The same log, whose subscribers in this process share one reader at its end: sixteen that each asked for themselves made thirty-two questions of
 * every append. A subscriber that is behind, or busy when something comes, reads for itself until it has caught up. `types` are all that any of them
 * asks for: a subscription to others, to one tenant or up to an end is the log's own.
 */
export const shareTail = (log: EventLog, types: readonly string[]): EventLog => {
  const tail = new Tail(log, types)
  const shared = new Set(types)
  return {
    ...log,
    subscribe: (afterPosition, options) => {
      const { types: wanted, tenant, untilPosition } = options
      const isOwn = tenant !== undefined || untilPosition !== undefined || !wanted?.every((type) => shared.has(type))
      return wanted === undefined || isOwn
        ? log.subscribe(afterPosition, options)
        : tail.subscribe(afterPosition, { ...options, types: wanted })
    },
  }
}

class Tail {
  readonly #log: EventLog
  readonly #types: readonly string[]
  readonly #waiting = new Set<Waiting>()
  /** All up to here has been handed to those who waited; undefined while nothing is read. */
  #position: number | undefined
  #opened: Promise<void> | undefined
  #reading = new AbortController()
  #subscribers = 0

  constructor(log: EventLog, types: readonly string[]) {
    this.#log = log
    this.#types = types
  }

  async *subscribe(afterPosition: number, options: Subscription): AsyncGenerator<RecordedEvent[]> {
    const { signal, ...filter } = options
    let after = afterPosition
    this.#subscribers++
    try {
      while (!signal.aborted) {
        await this.#open()
        // It may have gone meanwhile: a signal that has fired already wakes none that begins to wait.
        if (signal.aborted) return
        const position = this.#position
        // Its reader failed a moment ago: the next one begins.
        if (position === undefined) continue
        if (after >= position) {
          const page = await this.#next(after, options)
          if (!page) return
          after = page.at(-1)!.position
          yield page
          continue
        }
        const page = await this.#log.readAll(after, { ...filter, untilPosition: position })
        if (signal.aborted) return
        after = page.at(-1)?.position ?? position
        if (page.length > 0) yield page
      }
    } finally {
      this.#subscribers--
      if (this.#subscribers === 0) this.#close()
    }
  }

  /** Begins to read at the end of the log, once for all subscribers. */
  #open(): Promise<void> {
    this.#opened ??= (async () => {
      const reading = new AbortController()
      this.#reading = reading
      const position = await this.#log.head()
      if (reading.signal.aborted) return
      this.#position = position
      this.#read(position, reading.signal).then(
        () => this.#stop(reading, undefined),
        (error: unknown) => this.#stop(reading, { error }),
      )
    })().catch((error: unknown) => {
      this.#opened = undefined
      throw error
    })
    return this.#opened
  }

  async #read(from: number, signal: AbortSignal): Promise<void> {
    for await (const page of this.#log.subscribe(from, { types: this.#types, signal })) {
      if (signal.aborted) return
      this.#position = page.at(-1)!.position
      for (const one of this.#waiting) {
        const events = page.filter((event) => event.position > one.after && one.takes(event))
        if (events.length > 0) one.over(events)
      }
    }
  }

  /** The next events for a reader that has all up to the tail. The reader joins the waiting ones before any await, so that it misses no event. */
  #next(after: number, { types, limit, signal }: Subscription): Promise<RecordedEvent[] | undefined> {
    const wanted = new Set(types)
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.#waiting.delete(waiting)
        signal.removeEventListener('abort', abort)
      }
      const waiting: Waiting = {
        after,
        takes: ({ type }) => wanted.has(type),
        over: (page) => {
          leave()
          resolve(page?.slice(0, limit))
        },
        fail: (error) => {
          leave()
          reject(error)
        },
      }
      const abort = () => waiting.over(undefined)
      signal.addEventListener('abort', abort, { once: true })
      this.#waiting.add(waiting)
    })
  }

  #close(): void {
    this.#stop(this.#reading, undefined)
  }

  /** Those who wait get the failure; without one the log was closed or they have gone, and their iterations end. */
  #stop(reading: AbortController, failure: { error: unknown } | undefined): void {
    reading.abort()
    // A later reader is not stopped by the end of the one before.
    if (reading !== this.#reading) return
    this.#opened = undefined
    this.#position = undefined
    for (const one of this.#waiting) {
      if (failure) one.fail(failure.error)
      else one.over(undefined)
    }
  }
}
