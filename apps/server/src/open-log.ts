import type { EventLog } from '@nightflow/event-log/event-log'
import { furthestPosition } from '@nightflow/projections/projector/checkpoint'
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import type { Configuration } from './configuration.ts'
import type { Metrics } from './metrics/metrics.ts'
import { observeAppends } from './metrics/observe-appends.ts'
import { migrateAsOwner, openPool } from './migrate-database.ts'
import { describeLogFailure, type LogAddress, openEventLog } from './open-event-log.ts'
import { correlateAppends } from './requests/request-context.ts'
import { StartRefusal } from './start-refusal.ts'
import type { Stopper } from './stopper.ts'
import type { Traces } from './traces/open-traces.ts'
import type { TraceOptions } from './traces/span-exporter.ts'

/** `databaseUrl` is the service's own, which is no superuser; the owner's is for migrations alone. */
export type DatabaseAddress = { databaseUrl: string; ownerDatabaseUrl: string }

export type OpenedLog = LogAddress & {
  ownerDatabaseUrl: string

  pool: Pool
  log: EventLog
  /** The same log for the sink: the traces of what it appends began before Kafka, and no request of this process leads to them. */
  sinkLog: EventLog
  tracePuts: Traces['ofPuts']
}

type Parts = { configuration: Configuration; logger: Logger }

/** Where traces go; nothing of it is loaded without an endpoint. */
export const traceOf = ({
  traceEndpoint,
  traceRatio,
  roles,
}: Configuration): Pick<TraceOptions, 'endpoint' | 'ratio' | 'roles'> | undefined =>
  traceEndpoint === undefined ? undefined : { endpoint: traceEndpoint, ratio: traceRatio, roles }

const untraced: Pick<Traces, 'ofAppends' | 'ofSinkAppends' | 'ofPuts'> = {
  ofAppends: (log) => log,
  ofSinkAppends: (log) => log,
  ofPuts: (buffer) => buffer,
}

const openTracesIfAsked = async ({ configuration, logger }: Parts, stoppers: Stopper[]): Promise<typeof untraced> => {
  const trace = traceOf(configuration)
  if (!trace) return untraced
  const { openTraces } = await import('./traces/open-traces.ts')
  const traces = openTraces({ ...trace, onTrouble: (trouble) => logger.warn(trouble, 'traces are lost') })
  stoppers.push({ name: 'traces', stop: traces.close })
  return traces
}

/**
 * Brings the database to this version's shape and opens the log beside it or in it. Connections are opened when they are needed: a process
 * that never appends has none for it.
 */
export const openLog = async (database: DatabaseAddress, metrics: Metrics, parts: Parts, stoppers: Stopper[]): Promise<OpenedLog> => {
  const { eventStoreDbUrl, roles, projectorShards } = parts.configuration
  const { databaseUrl, ownerDatabaseUrl } = database
  const { missing } = await migrateAsOwner(database, {
    logEngine: eventStoreDbUrl === undefined ? 'postgres' : 'eventstoredb',
    // Only who builds the read models divides them: a setting that one of the other processes lacks must not rebuild them.
    shards: roles.includes('projector') ? projectorShards : undefined,
  })
  if (missing) parts.logger.warn(missing)
  const pool = openPool(databaseUrl)
  stoppers.push({ name: 'connections', stop: () => pool.end() })
  const log = await openReachableLog(pool, { databaseUrl, eventStoreDbUrl })
  stoppers.push({ name: 'log', stop: () => log.close() })
  const observed = observeAppends(log, metrics)
  const traces = await openTracesIfAsked(parts, stoppers)
  return {
    databaseUrl,
    ownerDatabaseUrl,
    eventStoreDbUrl,
    pool,
    log: correlateAppends(traces.ofAppends(observed)),
    sinkLog: traces.ofSinkAppends(observed),
    tracePuts: traces.ofPuts,
  }
}

/**
 * A log on another server is checked before anything uses it: an address with a mistake in it, or a server with another log,
 * is a sentence at the start. Read models beyond the head of the log would miss the next events.
 */
const openReachableLog = async (pool: Pool, address: LogAddress): Promise<EventLog> => {
  if (address.eventStoreDbUrl === undefined) return openEventLog(pool, address)
  let log: EventLog | undefined
  try {
    log = await openEventLog(pool, address)
    const position = await furthestPosition(pool)
    const head = await log.head()
    if (position <= head) return log
    throw new StartRefusal(
      `the read models have seen position ${position} and the log in EventStoreDB ends at ${head}: it is another log, or an older backup of this one; correct EVENTSTOREDB_URL, or build the read models anew with \`nightflow replay all\`.`,
    )
  } catch (error) {
    await log?.close()
    if (error instanceof StartRefusal) throw error
    throw new StartRefusal(`${describeLogFailure(error, address.eventStoreDbUrl)}.`)
  }
}
