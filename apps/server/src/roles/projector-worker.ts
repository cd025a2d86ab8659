/**
 * The projector in a thread of its own: it folds batches of thousands of readings at a time, and gateways must not wait for that on
 * the event loop they share with the API. It has its own connections and its own view of the log.
 */
import { parentPort, workerData } from 'node:worker_threads'
import { runProjector } from '@nightflow/projections/shared/projector'
import pg from 'pg'
import { type LogAddress, openEventLog } from '../open-event-log.ts'
import type { SpanExporter, TraceOptions } from '../traces/span-exporter.ts'

export type ProjectorOrder = LogAddress & { trace?: Pick<TraceOptions, 'endpoint' | 'ratio' | 'roles'> }
/** What the thread tells: a page that was applied, or a failure it goes on from by itself. */
export type ProjectorReport =
  | { events: number; milliseconds: number }
  | { failure: string; retryMilliseconds: number }
  | { traceTrouble: object }

const { trace, ...address } = workerData as ProjectorOrder
const stopping = new AbortController()
parentPort?.on('message', (message) => {
  if (message === 'stop') stopping.abort()
})

const pool = new pg.Pool({ connectionString: address.databaseUrl, max: 4, application_name: 'nightflow-projector' })
// A connection that breaks while idle is replaced; one that breaks in use fails its batch, which is tried again.
pool.on('error', () => {})
const log = await openEventLog(pool, address)
const report = (message: ProjectorReport): void => parentPort?.postMessage(message)

let exporter: SpanExporter | undefined
const openTraces = async () => {
  if (!trace) return undefined
  // Loaded where it is asked for, and nowhere else.
  const [{ openSpanExporter }, { traceProjection }] = await Promise.all([
    import('../traces/span-exporter.ts'),
    import('../traces/trace-projection.ts'),
  ])
  exporter = openSpanExporter({ ...trace, onTrouble: (traceTrouble) => report({ traceTrouble }) })
  return traceProjection(log, exporter, trace.ratio)
}

try {
  const traces = await openTraces()
  await runProjector({
    pool,
    log: traces?.log ?? log,
    signal: stopping.signal,
    onPage: (page) => {
      report({ events: page.events, milliseconds: page.milliseconds })
      traces?.onPage(page)
    },
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
