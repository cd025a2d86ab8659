/**
 * The projector in a thread of its own: it folds batches of thousands of readings at a time, and gateways must not wait for that on
 * the event loop they share with the API. It has its own connections and its own view of the log.
 */
import { parentPort, workerData } from 'node:worker_threads'
import { createPostgresEventLog } from '@nightflow/event-log/postgres/postgres-event-log'
import { runProjector } from '@nightflow/projections/shared/projector'
import pg from 'pg'

export type ProjectorOrder = { databaseUrl: string }
/** What the thread tells: a page that was applied, or a failure it goes on from by itself. */
export type ProjectorReport = { events: number; milliseconds: number } | { failure: string; retryMilliseconds: number }

const { databaseUrl } = workerData as ProjectorOrder
const stopping = new AbortController()
parentPort?.on('message', (message) => {
  if (message === 'stop') stopping.abort()
})

const pool = new pg.Pool({ connectionString: databaseUrl, max: 4, application_name: 'nightflow-projector' })
// A connection that breaks while idle is replaced; one that breaks in use fails its batch, which is tried again.
pool.on('error', () => {})
const log = createPostgresEventLog({ pool, connectionString: databaseUrl })
try {
  await runProjector({
    pool,
    log,
    signal: stopping.signal,
    onPage: ({ events, milliseconds }) => parentPort?.postMessage({ events, milliseconds } satisfies ProjectorReport),
    onError: (error, retryMilliseconds) => {
      const failure = error instanceof Error ? (error.stack ?? error.message) : String(error)
      parentPort?.postMessage({ failure, retryMilliseconds } satisfies ProjectorReport)
    },
  })
} finally {
  await log.close()
  await pool.end()
  parentPort?.close()
}
