import type pg from 'pg'
import type { Wait } from '../follow.ts'
import { createWakeUp } from '../wake-up.ts'
import { AttentiveClient } from './attentive-client.ts'

const channel = 'nightflow_log'
/** A connection that only listens does not notice a lost server: it sends a query after this time. */
const askMilliseconds = 15_000
const pauses = { firstMilliseconds: 100, maximumMilliseconds: 10_000 } as const

/**
 * One LISTEN connection for all subscriptions. While it is lost it is opened again with growing pauses; nothing is missed, because
 * every (re)connection wakes all subscribers, and every subscription also polls now and then.
 */
export const listenForAppends = (connectionString: string) => {
  const { wait, wakeAll } = createWakeUp()
  let client: pg.Client | undefined
  let reconnect: NodeJS.Timeout | undefined
  let asking: NodeJS.Timeout | undefined
  let started = false
  let closed = false
  let failures = 0

  const connect = async (): Promise<void> => {
    const opened: pg.Client = new AttentiveClient({
      connectionString,
      application_name: 'nightflow listen',
      keepAlive: true,
      connectionTimeoutMillis: 10_000,
    })
    client = opened
    let lost = false
    const lose = (): void => {
      if (lost) return
      lost = true
      clearTimeout(asking)
      opened.end().catch(() => undefined)
      if (closed) return
      failures += 1
      reconnect = setTimeout(connect, Math.min(pauses.firstMilliseconds * 2 ** (failures - 1), pauses.maximumMilliseconds))
    }
    const ask = (): void => {
      asking = setTimeout(() => void opened.query('select').then(ask, lose), askMilliseconds).unref()
    }
    opened.on('error', lose)
    opened.on('end', lose)
    opened.on('notification', wakeAll)
    try {
      await opened.connect()
      await opened.query(`listen ${channel}`)
      failures = 0
      ask()
      wakeAll()
    } catch {
      // The subscription's own look reports a database that stays away; this connection only wakes.
      lose()
    }
  }

  return {
    /** Ends at the next append or after `milliseconds`. The first wait opens the connection. */
    wait: (milliseconds: number): Wait => {
      if (!started && !closed) {
        started = true
        void connect()
      }
      return wait(milliseconds)
    },
    close: async (): Promise<void> => {
      closed = true
      clearTimeout(reconnect)
      clearTimeout(asking)
      wakeAll()
      await client?.end().catch(() => undefined)
    },
  }
}
