import type { EventLog } from '@nightflow/event-log/event-log'
import type { TakenJob } from '@nightflow/platform/jobs/job-queue'
import type { JobOutcome, JobRun } from '@nightflow/platform/jobs/job-run'
import { describeSetAside, scanSetAside } from '@nightflow/projections/projector/set-aside-events'
import { replayViews, verifyViews } from '@nightflow/projections/views/replay'
import { retrySetAsideEvent } from '@nightflow/projections/views/retry-set-aside'
import { rebuildJobs } from '@nightflow/schemas/audit/job-kinds'
import type { Pool } from 'pg'
import { ownFindings } from './own-findings.ts'

type Parts = { pool: Pool; log: EventLog }

/** Replays, verifications and retries of set-aside events. */
export const rebuildRuns = ({ pool, log }: Parts): JobRun[] =>
  (Object.keys(rebuildJobs) as (keyof typeof rebuildJobs)[]).map((name) => ({
    kind: rebuildJobs[name],
    run: async (job, { signal, onProgress }) => {
      const reported: WorkParts['onProgress'] = (made) => {
        // Between two steps is where long work can be broken off: what it built beside the read models is dropped when it is started again.
        signal.throwIfAborted()
        onProgress(made)
      }
      try {
        return { findings: await work[name]({ pool, log, onProgress: reported }, job) }
      } catch (error) {
        if (signal.aborted) throw error
        return failed(error)
      }
    },
  }))

/** An auditor reads why it failed. */
const failed = (error: unknown): JobOutcome => ({ refusal: 'internal-error', findings: [(error as Error).message] })

type WorkParts = Pick<Parameters<typeof verifyViews>[0], 'pool' | 'log' | 'onProgress'>
type Work = (parts: WorkParts, job: TakenJob) => Promise<string[]>

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
const work = { replay, verify, retry } satisfies Record<keyof typeof rebuildJobs, Work>
