import { setTimeout as pause } from 'node:timers/promises'
import { removeEndedJobs, takeJob } from '@nightflow/platform/jobs/job-queue'
import type { JobRun } from '@nightflow/platform/jobs/job-run'
import { Waker } from '@nightflow/platform/storage/waker'
import type { Pool } from 'pg'
import { type Logger, type Running, runJob } from './run-job.ts'
import { takeWorkerPlace } from './worker-place.ts'

export type WorkerParts = { pool: Pool; runs: readonly JobRun[]; logger: Logger; signal: AbortSignal }

/** Jobs are announced; the poll finds those whose announcement was lost, and those of a lost worker. */
const pollMilliseconds = 2_000
const cleanUpMilliseconds = 10 * 60_000
const lookMilliseconds = 10_000

/**
 * Takes jobs of all queues in fair turns and runs them until the signal aborts; jobs that run by then go on with the next worker. Throws where
 * the place of this process is lost, or the database cannot be read: the caller starts again.
 */
export const workOnJobs = async ({ pool, runs, logger, signal }: WorkerParts): Promise<void> => {
  const waker = new Waker()
  const place = await takeWorkerPlace(pool, () => waker.wake())
  const ending = new AbortController()
  const stopping = AbortSignal.any([signal, place.lost, ending.signal])
  const parts = { pool, logger, worker: place.worker, stopping }
  const queues = Map.groupBy(runs, ({ kind }) => kind.queue)
  const running = new Set<{ queue: object; ended: Promise<void> }>()
  const fill = async (queue: JobRun['kind']['queue'], ofQueue: readonly JobRun[]): Promise<void> => {
    const kinds = ofQueue.map(({ kind }) => kind)
    while (!stopping.aborted && [...running].filter((each) => each.queue === queue).length < queue.running.process) {
      const job = await takeJob(pool, { queue, kinds, worker: place.worker })
      if (!job) return
      const { kind, run } = ofQueue.find((each) => each.kind.kind === job.kind)!
      const started: Running = { job, kind, run }
      const entry = { queue, ended: runJob(started, parts) }
      running.add(entry)
      void entry.ended.finally(() => {
        running.delete(entry)
        waker.wake()
      })
    }
  }
  const beside = [keepCleaning(parts, runs), ...runs.map((run) => keepLooking(parts, run))]
  try {
    while (!stopping.aborted) {
      for (const [queue, ofQueue] of queues) await fill(queue, ofQueue)
      await waker.wait(pollMilliseconds, stopping)
    }
    if (!signal.aborted) place.lost.throwIfAborted()
  } finally {
    ending.abort(new Error('The worker starts again.'))
    await Promise.all([...beside, ...[...running].map(({ ended }) => ended)])
    await place.leave()
  }
}

type Beside = { pool: Pool; logger: Logger; stopping: AbortSignal }

const keepCleaning = async ({ pool, logger, stopping }: Beside, runs: readonly JobRun[]): Promise<void> => {
  const kinds = runs.map(({ kind }) => kind)
  while (!stopping.aborted) {
    await removeEndedJobs(pool, kinds).catch((error: unknown) => logger.warn({ err: error }, 'jobs that are over could not be removed'))
    await pause(cleanUpMilliseconds, undefined, { signal: stopping }).catch(() => undefined)
  }
}

/** The first look is at the start; the later ones find what the read models had not shown by then. */
const keepLooking = async ({ logger, stopping }: Beside, { kind, findLeft }: JobRun): Promise<void> => {
  while (findLeft && !stopping.aborted) {
    await findLeft().catch((error: unknown) => logger.warn({ err: error, kind: kind.kind }, 'work that was left could not be listed'))
    await pause(lookMilliseconds, undefined, { signal: stopping }).catch(() => undefined)
  }
}
