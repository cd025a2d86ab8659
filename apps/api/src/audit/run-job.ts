import type { EventLog } from '@nightflow/event-log/event-log'
import { endJob, type QueuedJob } from '@nightflow/platform/jobs/jobs'
import { describeSetAside, scanSetAside } from '@nightflow/projections/projector/set-aside-events'
import { replayViews, verifyViews } from '@nightflow/projections/views/replay'
import { retrySetAsideEvent } from '@nightflow/projections/views/retry-set-aside'
import type { FastifyBaseLogger } from 'fastify'
import type { Pool } from 'pg'
import type { JobLock } from './job-lock.ts'
import { type Progress, ProgressWriter } from './job-progress.ts'
import { ownFindings } from './own-findings.ts'

export type JobParts = { pool: Pool; log: EventLog; logger: FastifyBaseLogger }

/** Reports into the job's own row, lets go of the lock and never throws. */
export const runJob = async ({ pool, log, logger }: JobParts, job: QueuedJob, lock: JobLock, signal: AbortSignal): Promise<void> => {
  let end: Parameters<typeof endJob>[2]
  let findings: string[]
  const progress = new ProgressWriter(pool, job.id, logger)
  try {
    const onProgress = (made: Progress): void => {
      // Between two steps is where long work can be broken off: what it built beside the read models is dropped when it is started again.
      signal.throwIfAborted()
      progress.take(made)
    }
    findings = await work[job.kind]({ pool, log, onProgress }, job)
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

type Parts = Pick<Parameters<typeof verifyViews>[0], 'pool' | 'log' | 'onProgress'>
type Work = (parts: Parts, job: QueuedJob) => Promise<string[]>

const replay: Work = async (parts, { tenant }) => {
  const { setAside } = await replayViews(parts)
  return ownFindings(setAside.map(describeSetAside), tenant)
}

const verify: Work = async (parts, { tenant }) => {
  const findings = await verifyViews(parts)
  const setAside: string[] = []
  for await (const event of scanSetAside(parts.pool)) setAside.push(describeSetAside(event))
  return [...(findings.length === 0 ? ['identical'] : []), ...ownFindings([...findings, ...setAside], tenant)]
}

/** Succeeds when all of the stream is projected; what cannot be projected still fails the job, with its reason. */
const retry: Work = async ({ pool, log }, { tenant, position }) => {
  const { projected, remaining } = await retrySetAsideEvent({ pool, log }, { tenant, position: position ?? 0 })
  if (remaining.length > 0) throw new Error(remaining.slice(0, findingsMax).map(describeSetAside).join('; '))
  return projected
    .slice(0, findingsMax)
    .map(({ stream, version, position: at }) => `${stream} version ${version} (position ${at}) is projected`)
}

const findingsMax = 20
const work = { replay, verify, retry } satisfies Record<QueuedJob['kind'], Work>
