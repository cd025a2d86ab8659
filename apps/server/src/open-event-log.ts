import type { EventLog } from '@nightflow/event-log/event-log'
import { personalEventLog } from '@nightflow/event-log/personal-event-log'
import { createPostgresEventLog } from '@nightflow/event-log/postgres/postgres-event-log'
import type { Pool } from 'pg'

/** Where a service keeps its log: with the second address in EventStoreDB, without it in the database. */
export type LogAddress = { databaseUrl: string; eventStoreDbUrl?: string | undefined }

/** Opens the log where it is configured to be. */
export const openEventLog = async (pool: Pool, address: LogAddress): Promise<EventLog> =>
  personalEventLog(await openStoredLog(pool, address), pool)

/** The log as it is stored, personal fields encrypted: for who copies it. The client of EventStoreDB is loaded only where it is used. */
export const openStoredLog = async (pool: Pool, { databaseUrl, eventStoreDbUrl }: LogAddress): Promise<EventLog> => {
  if (eventStoreDbUrl === undefined) return createPostgresEventLog({ pool, connectionString: databaseUrl })
  const { createEventStoreDbEventLog } = await import('@nightflow/event-log/eventstoredb/eventstoredb-event-log')
  return createEventStoreDbEventLog({ connectionString: eventStoreDbUrl })
}

/** The failure of a log that cannot be opened or read, in one sentence; the address is not repeated since it holds a password. */
export const describeLogFailure = (error: unknown, address: string | undefined): string => {
  const { message } = error as Error
  const password = address === undefined ? undefined : /^[^:]+:\/\/[^:@/?]+:([^@/?]+)@/.exec(address)?.[1]
  const masked = [address, password].reduce<string>((text, secret) => (secret ? text.replaceAll(secret, '…') : text), message)
  return `the log in EventStoreDB cannot be used: ${masked.split('\n')[0]?.replace(/\.$/, '')}`
}
