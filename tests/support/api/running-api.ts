import { buildApi } from '@nightflow/api/app'
import { openJobRuns } from '@nightflow/api/job-runs'
import type { ReadingColumns } from '@nightflow/domain/metering/reading-columns'
import type { EventLog } from '@nightflow/event-log/event-log'
import { EventLogUnavailable } from '@nightflow/event-log/event-log-errors'
import { personalEventLog } from '@nightflow/event-log/personal-event-log'
import { grantDatabaseToService } from '@nightflow/event-log/postgres/database-role'
import { createPostgresEventLog } from '@nightflow/event-log/postgres/postgres-event-log'
import { acceptFrame } from '@nightflow/ingest/shared/accept-frame'
import { issueAccessToken, loadTokenSecret } from '@nightflow/platform/sign-in/access-token'
import { waitForViews } from '@nightflow/projections/projector/checkpoint'
import { runProjector } from '@nightflow/projections/views/projector'
import { ownClientHeader } from '@nightflow/schemas/shared/own-client'
import type { Role } from '@nightflow/schemas/shared/permissions'
import { urlAsService } from '@nightflow/server/url-under-role'
import type { VendingModules } from '@nightflow/server/vending-modules'
import { papers } from '@nightflow/worker/billing/papers'
import { workOnJobs } from '@nightflow/worker/work-on-jobs'
import { workerRuns } from '@nightflow/worker/worker-runs'
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import pg, { type Pool } from 'pg'
import { inject } from 'vitest'
import { freshDatabase } from '../database/postgres.ts'
import { type ComparedAnswers, compareAnswers } from './documented-answers.ts'

export type RunningApi = {
  api: FastifyInstance
  /** Of the owner, for what a test prepares and looks at. */
  pool: Pool
  /** The API's own. */
  servicePool: Pool
  log: EventLog
  tokenOf: (tenant: string, role?: Role, username?: string) => string
  /** Calls as an admin of the tenant, or with `headers.authorization`. */
  ask: (tenant: string, request: InjectOptions) => Promise<LightMyRequestResponse>
  /** Litres at successive hours from an instant on, as one frame of the tenant's gateway `gw-1`. */
  report: (tenant: string, meter: string, from: string, registers: readonly number[]) => Promise<number>
  compared: ComparedAnswers
  /** Stops the worker before the API: what it runs goes on with the next one. */
  stopWorker: () => Promise<void>
  stop: () => Promise<void>
}

/**
 * The API on a database of its own with a projector behind it, and the people of `createTwoUtilities` in it.
 */
export const startApi = async (
  name: string,
  { openVending, ...options }: { webRoot?: string; trustProxy?: boolean; openVending?: (log: EventLog) => VendingModules } = {},
): Promise<RunningApi> => {
  const database = await freshDatabase(name, inject('templateWithUtilities'))
  const { pool, connectionString } = database
  // A clone has the schemas of its template, but not the rights to the database itself.
  const owner = await pool.connect()
  await grantDatabaseToService(owner)
  owner.release()
  // As in production the service is no superuser and owns nothing but its read models.
  const serviceUrl = urlAsService(connectionString)
  const servicePool = new pg.Pool({ connectionString: serviceUrl, max: 10 })
  servicePool.on('error', () => undefined)
  const log = personalEventLog(createPostgresEventLog({ pool: servicePool, connectionString: serviceUrl }), servicePool)
  const tokenSecret = await loadTokenSecret(pool)
  const stopping = new AbortController()
  // As in production the projector has connections of its own: what it keeps is none of the API's.
  const projectorPool = new pg.Pool({ connectionString: serviceUrl, max: 4 })
  const projecting = runProjector({ pool: projectorPool, log, signal: stopping.signal })
  const api = buildApi({ pool: servicePool, log, tokenSecret, ...options, ...(openVending && { vending: openVending(log) }) })
  const worker = startWorker(serviceUrl, log, tokenSecret)
  // The answer does not say why the log was away; without the reason a failed run could not be explained.
  api.addHook('onError', async ({ method, url }, _, error) => {
    if (error instanceof EventLogUnavailable) console.warn(`${method} ${url}: ${error.message}`)
  })
  const compared = compareAnswers(api)
  await api.ready()
  const tokenOf: RunningApi['tokenOf'] = (tenant, role = 'admin', username = role) =>
    issueAccessToken(tokenSecret, { tenant, role, username })
  return {
    api,
    pool,
    servicePool,
    log,
    tokenOf,
    compared,
    stopWorker: worker.stop,
    ask: (tenant, request) =>
      api.inject({ ...request, headers: { authorization: `Bearer ${tokenOf(tenant)}`, [ownClientHeader]: 'web', ...request.headers } }),
    report: (tenant, meter, from, registers) => reportRegisters({ pool, log }, tenant, meter, from, registers),
    stop: async () => {
      try {
        await api.close()
        await worker.stop()
      } finally {
        stopping.abort()
        await projecting
        await projectorPool.end()
        await log.close()
        await servicePool.end()
        await database.drop()
      }
    },
  }
}

/** The worker of `startApi`, or another one beside it, in this process and on connections of its own. */
export const startWorker = (serviceUrl: string, log: EventLog, tokenSecret: string): { stop: () => Promise<void> } => {
  const pool = new pg.Pool({ connectionString: serviceUrl, max: 10, application_name: 'nightflow-worker' })
  pool.on('error', () => undefined)
  const stopping = new AbortController()
  const logger = { ...console, info: () => undefined } as never
  const declared = openJobRuns({ pool, log, tokenSecret, logger, papers })
  const runs = [...declared.runs, ...workerRuns({ pool, log, logger })]
  const working = workOnJobs({ pool, runs, logger, signal: stopping.signal })
  // Only the test that stops it waits for it.
  working.catch(() => undefined)
  let stopped: Promise<void> | undefined
  const stop = async (): Promise<void> => {
    stopping.abort(new Error('The server was stopped while this ran. Start it again.'))
    await working
    await declared.stop()
    await pool.end()
  }
  return {
    stop: () => {
      stopped ??= stop()
      return stopped
    },
  }
}

const hourMilliseconds = 3_600_000

const reportRegisters = async (
  { pool, log }: { pool: Pool; log: EventLog },
  tenant: string,
  meter: string,
  from: string,
  registers: readonly number[],
): Promise<number> => {
  const start = Date.parse(from)
  const columns: ReadingColumns = {
    count: registers.length,
    meters: [meter],
    meterIndex: new Uint32Array(registers.length),
    at: Float64Array.from(registers, (_, hour) => start + hour * hourMilliseconds),
    registerMillilitres: Float64Array.from(registers, (litres) => Math.round(litres * 1000)),
  }
  const { position } = await acceptFrame(log, {
    gateway: { tenant, name: 'gw-1' },
    frameId: `${meter} ${from}`,
    source: 'frames',
    sentAt: start,
    receivedAt: Date.now(),
    columns,
    rejected: [],
  })
  if (!(await waitForViews(pool, position, 60_000))) throw new Error(`the read models have not seen position ${position} within a minute`)
  return position
}
