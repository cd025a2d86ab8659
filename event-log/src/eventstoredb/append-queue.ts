import { type AppendSize, encodeAppend, type PendingAppend } from '../encode-append.ts'
import type { AppendResult, NewEvent } from '../event-log.ts'
import { EventLogOverloaded, EventLogUnavailable } from '../event-log-errors.ts'

/** `atOnce` stays below the hundred calls that a server's connection takes, so that readers find room beside the writers. */
export const queueLimits = { atOnce: 48, waitingAppends: 10_000, waitingBytes: 256 * 1024 * 1024 } as const

/**
 * Appends to one stream go one after the other, because each builds on the hash of the one before; different streams go side by side.
 */
export const openAppendQueue = (store: (append: PendingAppend) => Promise<AppendResult>, size: AppendSize) => {
  const lines = new Map<string, Promise<unknown>>()
  const places = createPlaces(queueLimits.atOnce)
  let waitingAppends = 0
  let waitingBytes = 0
  let closed = false
  let away: { error: EventLogUnavailable; at: number } | undefined

  const append = async (stream: string, expectedVersion: number | 'any', events: readonly NewEvent[]): Promise<AppendResult> => {
    if (closed) throw new EventLogUnavailable('the event log is closed')
    const pending = encodeAppend(stream, expectedVersion, events, size)
    if (waitingAppends >= queueLimits.waitingAppends || (waitingAppends > 0 && waitingBytes + pending.bytes > queueLimits.waitingBytes))
      throw new EventLogOverloaded(
        `${waitingAppends} appends (${waitingBytes} bytes) already wait for the event log: send less and try again later`,
      )
    waitingAppends += 1
    waitingBytes += pending.bytes
    const arrived = performance.now()
    const turn = (lines.get(stream) ?? Promise.resolve()).then(() => places.take(() => storeUnlessAway(pending, arrived)))
    const line = turn.then(
      () => undefined,
      () => undefined,
    )
    lines.set(stream, line)
    try {
      return await turn
    } finally {
      waitingAppends -= 1
      waitingBytes -= pending.bytes
      if (lines.get(stream) === line) lines.delete(stream)
    }
  }

  /** A server that is away is away for all who waited meanwhile: they hear of it now instead of one after the other. */
  const storeUnlessAway = async (pending: PendingAppend, arrived: number): Promise<AppendResult> => {
    if (away && arrived <= away.at) throw away.error
    try {
      return await store(pending)
    } catch (error) {
      if (error instanceof EventLogUnavailable) away = { error, at: performance.now() }
      throw error
    }
  }

  const close = async (): Promise<void> => {
    closed = true
    while (lines.size > 0) await Promise.all(lines.values())
  }

  return { append, close }
}

/** At most so many at once; the others wait in the order in which they came. */
const createPlaces = (count: number) => {
  let free = count
  const waiting: (() => void)[] = []
  return {
    take: async <Result>(work: () => Promise<Result>): Promise<Result> => {
      if (free > 0) free -= 1
      else await new Promise<void>((resume) => waiting.push(resume))
      try {
        return await work()
      } finally {
        const next = waiting.shift()
        if (next) next()
        else free += 1
      }
    },
  }
}
