import { randomUUID } from 'node:crypto'
import { enqueueJob, isWorkedOn } from '@nightflow/platform/jobs/job-queue'
import { defineRun, type JobRun } from '@nightflow/platform/jobs/job-run'
import { writeAsTenant } from '@nightflow/platform/storage/write-as-tenant'
import { listRunningRuns } from '@nightflow/projections/billing/bill-runs'
import { billRunJob } from '@nightflow/schemas/billing/job-kinds'
import { type RunWorkerParts, workOnRun } from './work-on-run.ts'

const runsPerLook = 20

/** A run is started by its command. One whose process stopped between the command and its job is found in the read models. */
export const billRunRun = (parts: RunWorkerParts): JobRun =>
  defineRun({
    kind: billRunJob,
    run: async ({ tenant, request }, { signal }) => {
      const { runId } = request
      await workOnRun(parts, { tenant, runId }, signal)
      signal.throwIfAborted()
      return {}
    },
    findLeft: async () => {
      for (const { tenant, runId } of await listRunningRuns(parts.pool, runsPerLook)) {
        const job = { id: randomUUID(), actor: 'policy:bill-run', key: runId, request: { runId } }
        await writeAsTenant(parts.pool, tenant, async (database) => {
          if (!(await isWorkedOn(database, billRunJob, runId))) await enqueueJob(database, billRunJob, job)
        })
      }
    },
  })
