import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { failAbandonedJobs, hasWaitingJobs, insertJob, type QueuedJob, takeWaitingJob } from '@nightflow/platform/jobs/jobs'
import { listSetAsideOfStream } from '@nightflow/projections/projector/set-aside-events'
import type { retrySetAsideEvent, retrySetAsideEvents, startJob as startJobEndpoint } from '@nightflow/schemas/audit/endpoints'
import type { Job } from '@nightflow/schemas/audit/log'
import type { RequestOf } from '@nightflow/schemas/shared/endpoint'
import { isRejection, type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import { actorOf } from '../http/actor.ts'
import type { RequestContext } from '../http/request-context.ts'
import type { Outcome } from '../http/run-command.ts'
import { takeJobLock } from './job-lock.ts'
import { type JobParts, runJob } from './run-job.ts'

const pollMilliseconds = 500

type Wanted = Pick<QueuedJob, 'kind' | 'position'>

/**
 * Queues a job and answers at once. One job runs at a time over all processes, because each of them rebuilds or holds the read models of every
 * tenant; a tenant has one that waits or runs, so that no tenant keeps the others from theirs. The job goes on when the page is left.
 */
const queueJob = async ({ kind, position }: Wanted, context: RequestContext): Promise<Outcome<Job> | Rejection> => {
  const parts = { pool: context.servicePool, log: context.log, logger: context.logger }
  const drain = (): void => context.background.run((signal) => runWaitingJobs(parts, signal))
  const lock = await takeJobLock(context.servicePool)
  const id = randomUUID()
  const { tenant } = context.caller
  let job: Job | 'tenant' | 'all' | undefined
  try {
    if (lock) await failAbandonedJobs(context.pool)
    const status = lock ? 'running' : 'waiting'
    job = await insertJob(context.pool, { id, tenant, kind, position, status, startedBy: actorOf(context.caller) })
  } finally {
    if (typeof job !== 'object') await lock?.release()
  }
  if (typeof job !== 'object') {
    // Jobs that a stopped process left in the queue would keep their tenant waiting otherwise.
    drain()
    return rejected(job === 'all' ? 'replay-queue-full' : 'replay-already-running')
  }
  const queued = { id, tenant, kind, position }
  const settled = (isStored: boolean): void => {
    context.background.run(async (signal) => {
      if (!isStored) return lock?.release()
      if (lock) await runJob(parts, queued, lock, signal)
      await runWaitingJobs(parts, signal)
    })
  }
  return { response: job, after: { id, kind, ...(position !== null && { position }) }, settled }
}

export const startJob = ({ kind }: RequestOf<typeof startJobEndpoint>, context: RequestContext): Promise<Outcome<Job> | Rejection> =>
  queueJob({ kind, position: null }, context)

const withReason = (queued: Outcome<Job> | Rejection, reason: string): Outcome<Job> | Rejection =>
  isRejection(queued) ? queued : { ...queued, after: { ...(queued.after as object), reason } }

/** A replay tries every event again that is set aside. */
export const retryAllSetAside = async (
  { reason }: RequestOf<typeof retrySetAsideEvents>,
  context: RequestContext,
): Promise<Outcome<Job> | Rejection> => withReason(await queueJob({ kind: 'replay', position: null }, context), reason)

/** One event, with those that wait behind it or before which it waits. */
export const retryOneSetAside = async (
  { position, reason }: RequestOf<typeof retrySetAsideEvent>,
  context: RequestContext,
): Promise<Outcome<Job> | Rejection> => {
  const stream = await context.read((database) => listSetAsideOfStream(database, position))
  if (stream.length === 0) return rejected('not-found')
  return withReason(await queueJob({ kind: 'retry', position }, context), reason)
}

/** At start: what still says `running` although the lock is free was cut off with its process; what waited for it runs now. */
export const tidyJobs = async (parts: JobParts, background: RequestContext['background']): Promise<void> => {
  const lock = await takeJobLock(parts.pool)
  if (!lock) return
  try {
    await failAbandonedJobs(parts.pool)
  } finally {
    await lock.release()
  }
  background.run((signal) => runWaitingJobs(parts, signal))
}

/** Runs jobs that wait, of whichever tenant and process, the oldest first, until none is left or the server stops. Never throws. */
const runWaitingJobs = async (parts: JobParts, signal: AbortSignal): Promise<void> => {
  try {
    while (!signal.aborted && (await hasWaitingJobs(parts.pool))) {
      const lock = await takeJobLock(parts.pool)
      if (!lock) {
        await sleep(pollMilliseconds, undefined, { signal }).catch(() => undefined)
        continue
      }
      let job: QueuedJob | undefined
      try {
        await failAbandonedJobs(parts.pool)
        job = await takeWaitingJob(parts.pool)
      } finally {
        if (!job) await lock.release()
      }
      if (job) await runJob(parts, job, lock, signal)
    }
  } catch (error) {
    parts.logger.error({ err: error }, 'waiting jobs could not be run')
  }
}
