/**
 * The projector in a thread of its own: it folds batches of thousands of readings at a time, and gateways must not wait for that on
 * the event loop they share with the API. It has its own connections and its own view of the log. However many shards it holds, the
 * one thread folds them: more cores come with more processes.
 */
import { flushCompileCache } from 'node:module'
import { parentPort, workerData } from 'node:worker_threads'
import type { EventLog } from '@nightflow/event-log/event-log'
import { AttentiveClient } from '@nightflow/event-log/postgres/attentive-client'
import { lowerPriority } from '@nightflow/platform/jobs/lower-priority'
import { shardsMax } from '@nightflow/projections/projector/shard'
import { runProjector } from '@nightflow/projections/views/projector'
import pg from 'pg'
import { type LogAddress, openEventLog } from '../open-event-log.ts'
import type { SpanExporter, TraceOptions } from '../traces/span-exporter.ts'

export type ProjectorOrder = LogAddress & { trace?: Pick<TraceOptions, 'endpoint' | 'ratio' | 'roles'> }
/** Messages of the thread: a page that was applied, which shards it holds now, or a failure it goes on from by itself. */
export type ProjectorReport =
  | { events: number; milliseconds: number }
  | { shards: readonly number[] }
  | { failure: string; retryMilliseconds: number }
  | { unprojectable: string; projection: string; code: string }
  | { traceTrouble: object }

lowerPriority()
const { trace, ...address } = workerData as ProjectorOrder
const stopping = new AbortController()
parentPort?.on('message', (message) => {
  if (message === 'stop') stopping.abort()
})

/** Connections beside those that hold a shard: one lists the other projectors, the others read the log. */
const connectionsBesideShards = 4
const pool = new pg.Pool({
  connectionString: address.databaseUrl,
  max: shardsMax + connectionsBesideShards,
  connectionTimeoutMillis: 10_000,
  application_name: 'nightflow-projector',
  keepAlive: true,
  Client: AttentiveClient,
})
// A connection that breaks while idle is replaced; one that breaks in use fails its batch, which is tried again.
pool.on('error', () => {})
const log = await openEventLog(pool, address)
const report = (message: ProjectorReport): void => parentPort?.postMessage(message)

let exporter: SpanExporter | undefined
const openTraces = async () => {
  if (!trace) return {}
  // Loaded only where it is configured.
  const [{ openSpanExporter }, { traceProjection }] = await Promise.all([
    import('../traces/span-exporter.ts'),
    import('../traces/trace-projection.ts'),
  ])
  const opened = openSpanExporter({ ...trace, onTrouble: (traceTrouble) => report({ traceTrouble }) })
  exporter = opened
  return { observe: (read: EventLog) => traceProjection(read, opened, trace.ratio) }
}

// The thread is as long-lived as the process, which may be killed.
flushCompileCache()
try {
  await runProjector({
    pool,
    log,
    signal: stopping.signal,
    onPage: ({ events, milliseconds }) => report({ events, milliseconds }),
    onShards: (shards) => report({ shards }),
    onUnprojectable: ({ message, projection, code }) => report({ unprojectable: message, projection, code }),
    ...(await openTraces()),
    onError: (error, retryMilliseconds) => {
      const failure = error instanceof Error ? (error.stack ?? error.message) : String(error)
      report({ failure, retryMilliseconds })
    },
  })
} finally {
  await exporter?.close()
  await log.close()
  await pool.end()
  parentPort?.close()
}
