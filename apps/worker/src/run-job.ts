import { setTimeout as pause } from 'node:timers/promises'
import { endJob, giveBackJob, type JobProgress, saveJobProgress, type TakenJob } from '@nightflow/platform/jobs/job-queue'
import type { JobOutcome, JobRun } from '@nightflow/platform/jobs/job-run'
import { inTransaction } from '@nightflow/platform/storage/in-transaction'
import { writeAsTenant } from '@nightflow/platform/storage/write-as-tenant'
import { isRejection, type Rejection } from '@nightflow/schemas/shared/rejections'
import type { Pool } from 'pg'

export type Logger = Record<'info' | 'warn' | 'error', (details: object, message: string) => void>
export type Running = JobRun & { job: TakenJob }
type Parts = { pool: Pool; logger: Logger; worker: number; stopping: AbortSignal }

/** How often a job reports its progress, and learns whether it was cancelled. */
const progressMilliseconds = 500
const endAttemptsMax = 5

/** One job from its turn to its end, with its progress in its row. Never rejects: how it ended is in the row. */
export const runJob = async ({ job, kind, run }: Running, parts: Parts): Promise<void> => {
  const { pool, logger, worker, stopping } = parts
  const { id } = job
  const cancelling = new AbortController()
  const progress: JobProgress = { done: 0, total: 0, phase: 'running' }
  const report = async (): Promise<void> => {
    const isOurs = await saveJobProgress(pool, id, worker, progress)
    if (!isOurs) cancelling.abort(new Error('The job was cancelled.'))
  }
  const reporting = setInterval(() => {
    report().catch((error: unknown) => logger.warn({ err: error, job: id }, 'progress of a job could not be written'))
  }, progressMilliseconds)
  let outcome: JobOutcome
  try {
    const request = kind.request.parse(job.request)
    const signal = AbortSignal.any([stopping, cancelling.signal])
    outcome = await run({ ...job, request }, { signal, onProgress: (made) => void Object.assign(progress, made) })
  } catch (error) {
    if (cancelling.signal.aborted) return
    if (stopping.aborted) return await giveBack(kind, id, parts)
    logger.error({ err: error, job: id, kind: kind.kind }, 'a job failed')
    outcome = { refusal: 'internal-error', findings: [(error as Error).message] }
  } finally {
    clearInterval(reporting)
  }
  await end({ job, kind, outcome: { done: progress.done, total: progress.total, ...outcome } }, parts)
}

const giveBack = async (kind: JobRun['kind'], id: string, { pool, logger, worker }: Parts): Promise<void> => {
  await giveBackJob(pool, kind, worker, id).catch((error: unknown) =>
    logger.warn({ err: error, job: id }, 'a job could not be given back; the next worker finds it without its process'),
  )
}

type Ending = { job: TakenJob; kind: JobRun['kind']; outcome: JobOutcome }

/** Tries again where the database is away: a job whose end is not written would run for as long as the process lives. */
const end = async ({ job, kind, outcome }: Ending, { pool, logger, worker }: Parts): Promise<void> => {
  const { id, tenant } = job
  const named = { id, isResumable: kind.isResumable }
  const { store, ...ended } = outcome
  for (let attempt = 1; attempt <= endAttemptsMax; attempt += 1) {
    try {
      const refused = store
        ? await writeAsTenant(pool, tenant, async (database): Promise<Rejection | undefined> => {
            const refusal = await store(database)
            // Not ended by this: what was stored for it is not kept.
            if (!refusal && !(await endJob(database, named, worker, ended))) throw new JobIsOver()
            return refusal
          })
        : await inTransaction(pool, async (database) => void (await endJob(database, named, worker, ended)))
      if (isRejection(refused)) await endJob(pool, named, worker, { done: ended.done, total: ended.total, refusal: refused.rejected })
      return
    } catch (error) {
      if (error instanceof JobIsOver) return
      logger.error({ err: error, job: id, attempt }, 'the end of a job could not be written')
      await pause(200 * 2 ** attempt)
    }
  }
}

class JobIsOver extends Error {}
