import { setTimeout as pause } from 'node:timers/promises'
import type { Pool, PoolClient } from 'pg'

const pauses = { firstMilliseconds: 100, maximumMilliseconds: 10_000 } as const
/** The payload where notifications may have been missed. */
export const anything = '*'

type Listening = {
  /** The payload of a notification, or `anything`: at the start, and after a connection was lost. */
  heard: (payload: string) => void
  /** The connection that listens, while it does. */
  onConnection?: (client: PoolClient | undefined) => void
  signal: AbortSignal
}

/** Listens to a channel of the database until the signal aborts, on a connection of its own; a lost one is replaced after a pause that grows. */
export const listenTo = async (pool: Pool, channel: string, listening: Listening): Promise<void> => {
  const { heard, signal } = listening
  for (let failures = 0; !signal.aborted; ) {
    try {
      await listenOnce(pool, channel, listening, () => {
        failures = 0
      })
    } catch {
      failures += 1
    }
    heard(anything)
    const milliseconds = Math.min(pauses.firstMilliseconds * 2 ** failures, pauses.maximumMilliseconds)
    await pause(milliseconds, undefined, { signal }).catch(() => undefined)
  }
}

/** Returns when stopped; throws when the connection is lost. */
const listenOnce = async (
  pool: Pool,
  channel: string,
  { heard, onConnection, signal }: Listening,
  onListening: () => void,
): Promise<void> => {
  const client = await pool.connect()
  try {
    client.on('notification', ({ payload = anything }) => heard(payload))
    const lost = lossOf(client, signal)
    // Lost before it listens, the query below says so as well.
    lost.catch(() => undefined)
    await client.query(`listen ${channel}`)
    heard(anything)
    onConnection?.(client)
    onListening()
    await lost
  } finally {
    onConnection?.(undefined)
    // A connection that listens must not serve anybody else.
    client.release(true)
  }
}

const lossOf = (client: PoolClient, signal: AbortSignal): Promise<void> =>
  new Promise((stop, fail) => {
    client.on('error', fail)
    client.on('end', () => fail(new Error('the connection has ended')))
    if (signal.aborted) stop()
    signal.addEventListener('abort', () => stop(), { once: true })
  })
