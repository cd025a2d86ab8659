import type { EventStoreDBClient, Filter, Position, RecordedEvent as ServerEvent } from '@eventstore/db-client'
import { isInvalidPosition } from './passing-errors.ts'

// Objects buffered between the wire and the consumer; when the buffer is full the transport stops reading and the server stops sending.
const waitingEventsMaximum = 32

/** A subscription to all streams from which events are taken by hand. */
export type AllReader = {
  /** The next event that has arrived, if one has. */
  take: () => ServerEvent | undefined
  /** How far the server has looked, once `take` has given all that is before: a place to go on from. */
  reached: () => Position | undefined
  /** Whether what was in the log when the reader came up to its end has all been given, once `take` gives nothing. */
  caughtUp: () => boolean
  failure: () => Error | undefined
  /** Waits until there may be something new to ask for; false when nothing stirred for so long. */
  stirred: (milliseconds: number) => Promise<boolean>
  close: () => void
}

/**
 * Opens the server's catch-up subscription behind `from`. Pages are read through it too, not only followed: the client's `readAll` knows
 * no filter, and the server notifies a subscription at the end.
 */
export const openAllReader = (client: EventStoreDBClient, from: Position | 'start', filter: Filter): AllReader => {
  let failure: Error | undefined
  let caughtUp = false
  let passed: Position | undefined
  let reached: Position | undefined
  let stirring = false
  let wake: (() => void) | undefined
  const stir = (): void => {
    stirring = true
    wake?.()
  }
  const fail = (error: Error): void => {
    failure ??= error
    stir()
  }
  const checkpointReached = (_subscription: unknown, position: Position): void => {
    passed = position
    stir()
  }
  const subscription = client.subscribeToAll(
    { fromPosition: from, filter: { ...filter, checkpointReached } },
    { highWaterMark: waitingEventsMaximum },
  )
  subscription.on('error', fail)
  subscription.on('end', () => fail(new Error('the server closed the connection: ECONNRESET')))
  subscription.on('readable', stir)
  subscription.on('caughtUp', () => {
    caughtUp = true
    stir()
  })
  subscription.on('fellBehind', () => {
    caughtUp = false
  })

  return {
    take: () => {
      for (;;) {
        const resolved = subscription.read() as { event?: ServerEvent } | null
        // A checkpoint is reported on arrival, ahead of buffered events: it counts once they have been consumed.
        if (!resolved) {
          reached = passed
          return undefined
        }
        if (resolved.event) return resolved.event
      }
    },
    reached: () => reached,
    caughtUp: () => caughtUp,
    failure: () => failure,
    stirred: async (milliseconds) => {
      if (!stirring)
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, milliseconds)
          wake = () => {
            clearTimeout(timer)
            resolve()
          }
        })
      wake = undefined
      const seen = stirring
      stirring = false
      return seen
    },
    close: () => {
      subscription.unsubscribe().catch(() => undefined)
      subscription.destroy()
      // Waiters need not wait longer.
      stir()
    },
  }
}

export const refusedItsPosition = (reader: AllReader): boolean => isInvalidPosition(reader.failure())
