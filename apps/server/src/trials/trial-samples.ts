import { Worker } from 'node:worker_threads'
import type { EventLog } from '@nightflow/event-log/event-log'
import { issueAccessToken, loadTokenSecret } from '@nightflow/platform/sign-in/access-token'
import { listTrialsToFeed, saveFedUntil, type TrialToFeed } from '@nightflow/platform/tenants/trials'
import { type AnyPolicy, type Condition, definePolicy } from '@nightflow/policies/shared/define-policy'
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import { rotateGatewayKey } from '../gateway-keys.ts'
import { openApi } from '../roles/api.ts'
import { mountGateway } from '../roles/gateway.ts'
import { buildSample, type SampleOrder, startOfSample } from './sample-order.ts'

type Parts = { pool: Pool; log: EventLog; logger: Logger }

const lookEveryMilliseconds = 2_000
const trialsAtOnceMax = 20
/** A sample goes on while its trial is used, an hour at a time. */
const behindMilliseconds = 3_600_000
const registrationTokenSeconds = 600

/**
 * When a trial is new, or in use and an hour behind, give it sample readings. The readings take the same path as any other data: a server that
 * only this computer reaches, with a key of a gateway.
 */
export const trialSamples = (parts: Parts): AnyPolicy => {
  // Keys of gateways that this process plays; the database has only their hashes.
  const keysOf = new Map<string, Record<string, string>>()
  return definePolicy({
    name: 'platform/trial-samples',
    actor: 'policy:trials',
    conditions: { everyMilliseconds: lookEveryMilliseconds, find: () => findTrials(parts, keysOf) },
  })
}

async function* findTrials(parts: Parts, keysOf: Map<string, Record<string, string>>): AsyncGenerator<Condition> {
  const trials = await listTrialsToFeed(parts.pool, behindMilliseconds, trialsAtOnceMax)
  if (trials.length === 0) return
  const app = await openApi(parts)
  mountGateway(app, parts)
  try {
    const baseUrl = await app.listen({ host: '127.0.0.1', port: 0 })
    for (const trial of trials)
      yield { tenant: trial.code, key: 'sample readings', react: ({ signal }) => feed(parts, trial, baseUrl, keysOf, signal) }
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

/** Ends with the thread; a thread that is stopped leaves frames behind that the next run sends again without harm. */
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
