import { setTimeout as pause } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { EventLog } from '@nightflow/event-log/event-log'
import { issueAccessToken, loadTokenSecret } from '@nightflow/projections/platform/access-token'
import { listTrialsToFeed, saveFedUntil, type TrialToFeed } from '@nightflow/projections/platform/trials'
import { ownConnection } from '@nightflow/projections/shared/database'
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import { rotateGatewayKey } from '../gateway-keys.ts'
import { retryUntilStopped } from '../retry-until-stopped.ts'
import { openApi } from '../roles/api.ts'
import { mountGateway } from '../roles/gateway.ts'
import type { Role } from '../roles/role.ts'
import { buildSample, type SampleOrder, startOfSample } from './sample-order.ts'

type Parts = { pool: Pool; log: EventLog; logger: Logger }

const lookEveryMilliseconds = 2_000
const trialsAtOnceMax = 20
/** A sample goes on while its trial is used, an hour at a time. */
const behindMilliseconds = 3_600_000
const registrationTokenSeconds = 600
/** Held by the one process that makes samples. */
const sampleLock = 20_261_122

/** Gives every trial tenant its sample data soon after it was opened, and lets them go on while somebody uses the trial. */
export const startTrialSamples = (parts: Parts): Role => {
  const stopping = new AbortController()
  const { signal } = stopping
  const ended = retryUntilStopped('trial samples', parts.logger, signal, () => keepFeeding(parts, signal))
  return {
    ended,
    stop: async () => {
      stopping.abort()
      await ended.catch(() => {})
    },
  }
}

const keepFeeding = async (parts: Parts, signal: AbortSignal): Promise<void> => {
  // Keys of gateways that this process plays; only their hashes are kept elsewhere.
  const keysOf = new Map<string, Record<string, string>>()
  while (!signal.aborted) {
    const trials = await listTrialsToFeed(parts.pool, behindMilliseconds, trialsAtOnceMax)
    if (trials.length > 0) await withLock(parts.pool, () => feedAll(parts, trials, keysOf, signal))
    await pause(lookEveryMilliseconds, undefined, { signal }).catch(() => undefined)
  }
}

/** One process at a time makes samples; another one that finds the lock taken has nothing to do. */
const withLock = async (pool: Pool, work: () => Promise<void>): Promise<void> => {
  const client = await ownConnection(pool)
  try {
    const { rows } = await client.query<{ held: boolean }>('select pg_try_advisory_lock($1) as held', [sampleLock])
    if (rows[0]?.held) await work()
  } finally {
    client.release(true)
  }
}

const feedAll = async (
  parts: Parts,
  trials: TrialToFeed[],
  keysOf: Map<string, Record<string, string>>,
  signal: AbortSignal,
): Promise<void> => {
  // A door of its own that only this computer can reach: a process with the role policies alone has no other.
  const app = await openApi(parts)
  mountGateway(app, parts)
  try {
    const baseUrl = await app.listen({ host: '127.0.0.1', port: 0 })
    for (const trial of trials) {
      if (signal.aborted) return
      await feed(parts, trial, baseUrl, keysOf, signal)
    }
  } finally {
    await app.close()
  }
}

const feed = async (
  { pool, logger }: Parts,
  { code, timeZone, createdAt, fedUntil }: TrialToFeed,
  baseUrl: string,
  keysOf: Map<string, Record<string, string>>,
  signal: AbortSignal,
): Promise<void> => {
  const city = buildSample(timeZone)
  const keys =
    keysOf.get(code) ??
    (await newKeys(
      pool,
      code,
      city.gateways.map(({ name }) => name),
    ))
  keysOf.set(code, keys)
  const historyFrom = startOfSample(city, createdAt)
  const registrar = { tenant: code, username: 'sample', role: 'admin' } as const
  const registrationToken =
    fedUntil === null ? issueAccessToken(await loadTokenSecret(pool), registrar, registrationTokenSeconds) : undefined
  const to = Date.now()
  await runWorker({ baseUrl, timeZone, keys, registrationToken, historyFrom, from: fedUntil ?? historyFrom, to }, signal)
  if (signal.aborted) return
  await saveFedUntil(pool, code, to)
  logger.info({ tenant: code }, 'a trial has its sample data')
}

const newKeys = async (pool: Pool, tenant: string, names: readonly string[]): Promise<Record<string, string>> => {
  const keys: Record<string, string> = {}
  for (const name of names) keys[name] = await rotateGatewayKey(pool, tenant, name)
  return keys
}

/** Ends with the thread; a thread that is told to stop leaves frames behind that the next run sends again without harm. */
const runWorker = (workerData: SampleOrder, signal: AbortSignal): Promise<void> =>
  new Promise((done, failed) => {
    const thread = new Worker(new URL('./sample-worker.ts', import.meta.url), { workerData, name: 'trial-sample' })
    const stop = (): void => void thread.terminate()
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
    let failure: unknown
    thread.once('error', (error) => {
      failure = error
    })
    thread.once('exit', () => {
      signal.removeEventListener('abort', stop)
      if (failure !== undefined && !signal.aborted) failed(failure)
      else done()
    })
  })
