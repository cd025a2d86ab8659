import { randomUUID } from 'node:crypto'
import type { EventLog } from '@nightflow/event-log/event-log'
import { enqueueJob } from '@nightflow/platform/jobs/job-queue'
import type { JobRun } from '@nightflow/platform/jobs/job-run'
import { nightlyProver, tenantsToProve } from '@nightflow/platform/jobs/money-proofs'
import { writeAsTenant } from '@nightflow/platform/storage/write-as-tenant'
import { proveMoney } from '@nightflow/projections/joined/prove-money'
import { moneyProofJob } from '@nightflow/schemas/audit/job-kinds'
import type { Pool } from 'pg'
import type { Logger } from '../run-job.ts'

/** Tenants whose night begins are taken in turns: the others are found by the next look. */
const tenantsPerLook = 20

/** Proofs of the money of a tenant, each night and when a person starts one. */
export const moneyProofRun = ({ pool, log, logger }: { pool: Pool; log: EventLog; logger: Logger }): JobRun => ({
  kind: moneyProofJob,
  run: async ({ tenant }, { signal, onProgress }) => {
    const result = await proveMoney({
      ...{ pool, log, tenant },
      onProgress: (made) => {
        signal.throwIfAborted()
        onProgress(made)
      },
    })
    const differing = result.parts.reduce((sum, part) => sum + part.differing, 0)
    if (differing > 0) logger.error({ tenant, differing, position: result.position }, 'the proof of money found differences')
    return { result }
  },
  findLeft: async () => {
    for (const tenant of await tenantsToProve(pool, tenantsPerLook)) {
      const job = { id: randomUUID(), actor: nightlyProver, key: 'night', request: {} }
      await writeAsTenant(pool, tenant, async (database) => enqueueJob(database, moneyProofJob, job))
    }
  },
})
