/**
 * The worker in a thread of its own: bills, spreadsheets and documents are computed for minutes, and people and gateways must not wait for that on
 * the event loop that they share. It has its own connections and its own view of the log.
 */
import { flushCompileCache } from 'node:module'
import { parentPort, workerData } from 'node:worker_threads'
import { openJobRuns } from '@nightflow/api/job-runs'
import { lowerPriority } from '@nightflow/platform/jobs/lower-priority'
import { loadTokenSecret } from '@nightflow/platform/sign-in/access-token'
import { papers } from '@nightflow/worker/billing/papers'
import { workOnJobs } from '@nightflow/worker/work-on-jobs'
import { workerRuns } from '@nightflow/worker/worker-runs'
import { createLogger } from '../logger.ts'
import { openPool } from '../migrate-database.ts'
import { type LogAddress, openEventLog } from '../open-event-log.ts'

export type WorkerOrder = LogAddress & { logLevel: string }

/** One for the place among the workers, and two for each job that may run at once. */
const connectionsMax = 16

lowerPriority()
const { logLevel, ...address } = workerData as WorkerOrder
const logger = createLogger(logLevel)
const stopping = new AbortController()
parentPort?.on('message', (message) => {
  if (message === 'stop') stopping.abort(new Error('The server was stopped while this ran. Start it again.'))
})

const pool = openPool(address.databaseUrl, connectionsMax)
const log = await openEventLog(pool, address)
const declared = openJobRuns({ pool, log, tokenSecret: await loadTokenSecret(pool), logger, papers })

// The thread is as long-lived as the process, which may be killed.
flushCompileCache()
try {
  await workOnJobs({ pool, logger, signal: stopping.signal, runs: [...declared.runs, ...workerRuns({ pool, log, logger })] })
} finally {
  await declared.stop()
  await log.close()
  await pool.end()
  parentPort?.close()
}
