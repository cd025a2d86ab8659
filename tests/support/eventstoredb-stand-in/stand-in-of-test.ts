import type { EventLog } from '@nightflow/event-log/event-log'
import { createEventStoreDbEventLog } from '@nightflow/event-log/eventstoredb/eventstoredb-event-log'
import { type EventStoreDbStandIn, startEventStoreDbStandIn } from './start-stand-in.ts'

/** A stand-in with logs on it, as many processes would have them. */
export type StandInOfTest = {
  server: EventStoreDbStandIn
  log: EventLog
  /** Another log on the same server; `more` is added to the connection string. */
  open(more?: string): EventLog
  stop(): Promise<void>
}

export const standInOfTest = async (): Promise<StandInOfTest> => {
  const server = await startEventStoreDbStandIn()
  const opened: EventLog[] = []
  const open = (more = ''): EventLog => {
    const another = createEventStoreDbEventLog({ connectionString: `${server.connectionString}${more}` })
    opened.push(another)
    return another
  }
  const stop = async (): Promise<void> => {
    await Promise.all(opened.map((one) => one.close()))
    await server.stop()
  }
  return { server, log: open(), open, stop }
}
