import { randomUUID } from 'node:crypto'
import { endJob, failAbandonedJobs, insertJob, saveJobProgress } from '@nightflow/projections/platform/jobs'
import { replayViews, verifyViews } from '@nightflow/projections/shared/replay'
import { describeSetAside, listSetAside } from '@nightflow/projections/shared/set-aside-events'
import type { retrySetAsideEvents, startJob as startJobEndpoint } from '@nightflow/schemas/audit/endpoints'
import type { Job } from '@nightflow/schemas/audit/log'
import type { RequestOf } from '@nightflow/schemas/shared/endpoint'
import { isRejection, type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import type { FastifyBaseLogger } from 'fastify'
import type { Pool, PoolClient } from 'pg'
import { actorOf } from '../shared/actor.ts'
import type { Asked, Foundation } from '../shared/asked.ts'
import type { Outcome } from '../shared/run-command.ts'
import { ownFindings } from './own-findings.ts'

/** Held by whoever runs a job, for as long as their process lives: PostgreSQL lets go of it when the connection ends, however it ends. */
const jobLock = 20_261_121

/**
 * Starts a replay or a verification in this process and answers at once. One at a time over all processes; the job goes on when
 * the page is left, and its row tells how far it is.
 */
export const startJob = async ({ kind }: RequestOf<typeof startJobEndpoint>, asked: Asked): Promise<Outcome<Job> | Rejection> => {
  const lock = await takeJobLock(asked.servicePool)
  if (!lock) return rejected('replay-already-running')
  const id = randomUUID()
  const { tenant } = asked.caller
  let job: Job | undefined
  try {
    await failAbandonedJobs(asked.pool)
    job = await insertJob(asked.pool, { id, tenant, kind, startedBy: actorOf(asked.caller) })
  } finally {
    if (!job) await lock.release()
  }
  if (!job) return rejected('replay-already-running')
  const started = { ...job, tenant }
  const settled = (isStored: boolean): void => {
    if (isStored) asked.background.run((signal) => runJob(asked, asked.logger, started, lock, signal))
    else asked.background.run(lock.release)
  }
  return { response: job, after: { id, kind }, settled }
}

/** A replay tries every event again that is set aside. */
export const retrySetAside = async ({ reason }: RequestOf<typeof retrySetAsideEvents>, asked: Asked): Promise<Outcome<Job> | Rejection> => {
  const started = await startJob({ kind: 'replay' }, asked)
  return isRejection(started) ? started : { ...started, after: { id: started.response.id, kind: 'replay', reason } }
}

/** At start: what still says `running` although nobody holds the lock was cut off with its process. */
export const tidyJobs = async (pool: Pool): Promise<void> => {
  const lock = await takeJobLock(pool)
  if (!lock) return
  try {
    await failAbandonedJobs(pool)
  } finally {
    await lock.release()
  }
}

/** Reports into the job's own row, lets go of the lock and never throws. */
const runJob = async (
  { servicePool: pool, log }: Foundation,
  logger: FastifyBaseLogger,
  job: Job & { tenant: string },
  lock: JobLock,
  signal: AbortSignal,
): Promise<void> => {
  let end: Parameters<typeof endJob>[2]
  let findings: string[]
  const progress = new ProgressWriter(pool, job.id, logger)
  try {
    const onProgress = (made: Progress): void => {
      // Between two steps is where long work can be broken off: what it built beside the views is dropped when it is started again.
      signal.throwIfAborted()
      progress.take(made)
    }
    findings =
      job.kind === 'verify' ? await verify({ pool, log, onProgress }, job.tenant) : await replay({ pool, log, onProgress }, job.tenant)
    end = 'succeeded'
  } catch (error) {
    logger.error({ err: error, job: job.id }, 'job failed')
    findings = [(error as Error).message]
    end = 'failed'
  }
  await progress.settle()
  await lock
    .releaseAfter((client) => endJob(client, job.id, end, findings))
    // The connection may have been lost while the job ran, and the lock with it.
    .catch(() => endJob(pool, job.id, end, findings))
    .catch((failure: unknown) => logger.error({ err: failure, job: job.id }, 'the end of a job could not be written'))
}

const replay = async (parts: Parameters<typeof replayViews>[0], tenant: string): Promise<string[]> => {
  const { setAside } = await replayViews(parts)
  return ownFindings(setAside.map(describeSetAside), tenant)
}

const verify = async (parts: Parameters<typeof verifyViews>[0], tenant: string): Promise<string[]> => {
  const findings = await verifyViews(parts)
  const setAside = (await listSetAside(parts.pool)).map(describeSetAside)
  return [...(findings.length === 0 ? ['identical'] : []), ...ownFindings([...findings, ...setAside], tenant)]
}

type Progress = { done: number; total: number; phase: string }

/** Writes the newest progress, at most twice a second and never two at once, so that a job is not slowed by telling about itself. */
class ProgressWriter {
  readonly #pool: Pool
  readonly #id: string
  readonly #logger: FastifyBaseLogger
  #writing: Promise<void> | undefined
  #writtenAt = 0
  #unwritten: Progress | undefined

  constructor(pool: Pool, id: string, logger: FastifyBaseLogger) {
    this.#pool = pool
    this.#id = id
    this.#logger = logger
  }

  take(progress: Progress): void {
    this.#unwritten = progress
    if (!this.#writing && Date.now() - this.#writtenAt >= 500) this.#writing = this.#write()
  }

  /** Waits for what is being written, and writes what was told last. */
  async settle(): Promise<void> {
    await this.#writing
    await this.#write()
  }

  async #write(): Promise<void> {
    const progress = this.#unwritten
    if (!progress) return
    this.#unwritten = undefined
    this.#writtenAt = Date.now()
    try {
      await saveJobProgress(this.#pool, this.#id, progress)
    } catch (error) {
      this.#logger.warn({ err: error, job: this.#id }, 'progress could not be written')
    }
    this.#writing = undefined
  }
}

type JobLock = {
  /** Never fails: a connection that is lost has lost the lock too. */
  release: () => Promise<void>
  releaseAfter: (lastWrite: (client: PoolClient) => Promise<void>) => Promise<void>
}

/** A connection of its own, kept out of the pool: the lock lives as long as the connection does. Undefined when somebody else holds it. */
const takeJobLock = async (pool: Pool): Promise<JobLock | undefined> => {
  const client: PoolClient = await pool.connect()
  try {
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [jobLock])
    if (!rows[0]?.taken) {
      client.release()
      return undefined
    }
  } catch (error) {
    client.release(error as Error)
    throw error
  }
  return {
    release: () => releaseAfter(client, async () => undefined).catch(() => undefined),
    releaseAfter: (lastWrite) => releaseAfter(client, lastWrite),
  }
}

/**
 * Lets go of the lock before the last write can be seen, and after it can no longer be changed: whoever reads that a job has ended may
 * start the next one, and whoever starts it finds none that looks abandoned.
 */
const releaseAfter = async (client: PoolClient, lastWrite: (client: PoolClient) => Promise<void>): Promise<void> => {
  try {
    await client.query('begin')
    await lastWrite(client)
    await client.query('select pg_advisory_unlock($1)', [jobLock])
    await client.query('commit')
    client.release()
  } catch (error) {
    client.release(error as Error)
    throw error
  }
}
