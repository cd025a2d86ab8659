import { Worker } from 'node:worker_threads'
import { issueAccessToken, loadTokenSecret } from '@nightflow/platform/sign-in/access-token'
import { waitForViews } from '@nightflow/projections/projector/checkpoint'
import type { City } from '@nightflow/simulator/city'
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import { obtainGatewayKeys } from '../gateway-keys.ts'
import type { DemoState } from '../health.ts'
import { openProgress, type Progress } from '../progress.ts'
import { retryUntilStopped } from '../retry-until-stopped.ts'
import { type DemoSignIns, readState, stateFilePath, writeState } from '../state-folder.ts'
import { buildDemoCity, type CityOrder, type CityReport, startOfBilledHistory, startOfDailyHistory, startOfHistory } from './city-order.ts'
import { openDemoSandbox } from './demo-sandbox.ts'
import { ensureDemoUtility } from './demo-utility.ts'
import { beginPast } from './past/begin-past.ts'
import { tourLines } from './tour.ts'

export type DemoCity = { state: () => DemoState; stop: () => Promise<void> }
type Parts = {
  pool: Pool
  stateFolder: string
  baseUrl: string
  logger: Logger
  say: (line: string) => void
  tour: boolean
  /** Of the policies of this process: the demo adds its payment platform. */
  trustedHosts: Set<string>
}

const dayMilliseconds = 86_400_000
const stopMillisecondsMax = 5_000
/** After the last frame of the history is stored; the read models follow at some hundred thousand readings a second. */
const viewsMillisecondsMax = 120_000
const registrationTokenSeconds = 3600
/** Catching up on a short pause needs no progress bar. */
const readingsWorthProgress = 50_000

const describeSignIns = ({ users }: DemoSignIns): string[] => [
  'Sign in with',
  ...users.map(({ tenant, username, password }) => `  ${username.padEnd(9)} ${password}  (${tenant})`),
]

type History = { tenantCreatedAt: string; historyFrom: number; dailyFrom: number; billedFrom: number; fedUntil: number }

/** When the demo tenant was made decides what the city's history is: the same after any number of restarts. */
const findHistory = async (pool: Pool, stateFolder: string, tenant: string, city: City): Promise<History> => {
  const { rows } = await pool.query<{ created_at: Date }>('select created_at from platform.tenants where code = $1', [tenant])
  const createdAt = rows[0]?.created_at ?? new Date()
  const tenantCreatedAt = createdAt.toISOString()
  const historyFrom = startOfHistory(city, createdAt.getTime())
  const dailyFrom = startOfDailyHistory(city, createdAt.getTime())
  const billedFrom = startOfBilledHistory(city, createdAt.getTime())
  const kept = readState(stateFolder, 'demoProgress')
  // Progress of another database says nothing about this one; what was sent there already is recognised by its frame ids.
  const fedUntil = kept?.tenantCreatedAt === tenantCreatedAt ? Date.parse(kept.fedUntil) : historyFrom
  return { tenantCreatedAt, historyFrom, dailyFrom, billedFrom, fedUntil }
}

const runCity = (order: CityOrder, signal: AbortSignal, onReport: (report: CityReport) => void): Promise<void> =>
  new Promise((ended, failed) => {
    const thread = new Worker(new URL('./city-worker.ts', import.meta.url), { workerData: order, name: 'demo-city' })
    let deadline: NodeJS.Timeout | undefined
    const stop = (): void => {
      thread.postMessage('stop')
      deadline = setTimeout(() => void thread.terminate(), stopMillisecondsMax)
    }
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
    thread.on('message', onReport)
    let failure: Error | undefined
    thread.once('error', (error) => {
      failure = error instanceof Error ? error : new Error(String(error))
    })
    thread.once('exit', () => {
      clearTimeout(deadline)
      signal.removeEventListener('abort', stop)
      if (failure) failed(failure)
      else ended()
    })
  })

/** Turns what the thread reports into progress for people and into the file from which the next start goes on. */
const followCity = (parts: Parts, tenantCreatedAt: string, onLive: (position: number) => void) => {
  let progress: Progress | undefined
  let savedAt = Number.NEGATIVE_INFINITY
  let isLive = false
  const save = (fedUntil: number): void => {
    savedAt = performance.now()
    writeState(parts.stateFolder, 'demoProgress', { tenantCreatedAt, fedUntil: new Date(fedUntil).toISOString() })
  }
  return {
    onReport: (report: CityReport): void => {
      if (report.phase === 'problem') {
        parts.logger.warn({ problem: report.problem }, 'the demo city met a problem and goes on')
        return
      }
      if (report.phase === 'history') {
        if (report.readingsTotal > readingsWorthProgress) progress ??= openProgress('Feeding history', report.readingsTotal, 'readings')
        progress?.update(report.readingsDone)
        if (performance.now() - savedAt > 1_000) save(report.fedUntil)
        return
      }
      save(report.fedUntil)
      if (isLive) return
      isLive = true
      progress?.end()
      progress = undefined
      onLive(report.position)
    },
    end: () => progress?.end(),
  }
}

/**
 * Creates the demo utility where it is absent, prints its sign-ins, and plays its city in a thread of its own: first what is missing
 * of its history, then live. Nothing is sent twice into the log: a frame has the same identity whenever it is made.
 */
export const startDemoCity = async (parts: Parts): Promise<DemoCity> => {
  const { pool, stateFolder, baseUrl, logger, say } = parts
  const secret = await loadTokenSecret(pool)
  const { tenant, signIns, isFirst } = await ensureDemoUtility(pool, stateFolder, (utility) => beginPast(parts, utility, secret))
  const sandbox = await openDemoSandbox({ ...parts, secret })
  // Once: the output of later starts is usually kept in log files.
  if (isFirst) for (const line of describeSignIns(signIns)) say(line)
  else say(`Sign-ins of the demo: ${stateFilePath(stateFolder, 'demoSignIns')}`)
  const city = buildDemoCity(tenant.timeZone)
  const names = city.gateways.map(({ name }) => name)
  const keys = Object.fromEntries(await obtainGatewayKeys(pool, stateFolder, tenant.code, names))
  const { tenantCreatedAt } = await findHistory(pool, stateFolder, tenant.code, city)
  let state: DemoState = 'feeding'
  const stopping = new AbortController()
  const followed = followCity(parts, tenantCreatedAt, async (position) => {
    await waitForViews(pool, position, viewsMillisecondsMax).catch(() => false)
    if (state !== 'feeding' || stopping.signal.aborted) return
    state = 'live'
    say(`The demo city is up to date and goes on reporting: ${baseUrl}`)
    if (parts.tour) for (const line of tourLines(baseUrl)) say(line)
  })
  const ended = retryUntilStopped('demo city', logger, stopping.signal, async () => {
    const { historyFrom, dailyFrom, billedFrom, fedUntil } = await findHistory(pool, stateFolder, tenant.code, city)
    // Registering again changes nothing, but every refusal of it would be in the operation log at every start.
    const isRegistered = fedUntil > historyFrom && Date.now() - fedUntil < dayMilliseconds
    const registrar = { tenant: tenant.code, username: 'simulator', role: 'admin' } as const
    const registrationToken = isRegistered ? undefined : issueAccessToken(secret, registrar, registrationTokenSeconds)
    const about = { tenant: tenant.code, timeZone: tenant.timeZone }
    const order: CityOrder = { baseUrl, ...about, keys, registrationToken, historyFrom, dailyFrom, billedFrom, fedUntil }
    await runCity(order, stopping.signal, followed.onReport)
  }).catch((error: unknown) => {
    // The demo is an extra: without it the service goes on serving.
    state = 'failed'
    logger.error({ err: error }, 'the demo city gave up')
    say('The demo city cannot report any more; the service goes on. The log says why.')
  })
  return {
    state: () => state,
    stop: async () => {
      stopping.abort()
      sandbox.stop()
      await ended
      followed.end()
    },
  }
}
