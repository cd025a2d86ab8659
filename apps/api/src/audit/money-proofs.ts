import { randomUUID } from 'node:crypto'
import { enqueueJob } from '@nightflow/platform/jobs/job-queue'
import { findMoneyProof } from '@nightflow/platform/jobs/money-proofs'
import { writeAsTenant } from '@nightflow/platform/storage/write-as-tenant'
import { moneyProofJob } from '@nightflow/schemas/audit/job-kinds'
import type { MoneyProof } from '@nightflow/schemas/audit/money-proof'
import { isRejection, type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import { actorOf } from '../http/actor.ts'
import type { RequestContext } from '../http/request-context.ts'
import type { Outcome } from '../http/run-command.ts'

/** Queues a proof and answers at once; it goes on when the page is left. A tenant has one that waits or runs. */
export const startMoneyProof = async (_: object, { pool, caller }: RequestContext): Promise<Outcome<MoneyProof> | Rejection> => {
  const id = randomUUID()
  const started = await writeAsTenant(pool, caller.tenant, async (database) => {
    const job = { id, actor: actorOf(caller), key: 'asked', request: {} }
    const refused = await enqueueJob(database, moneyProofJob, job)
    if (refused) return rejected('money-proof-running', refused.details)
    return (await findMoneyProof(database, id)) ?? rejected('unavailable')
  })
  return isRejection(started) ? started : { response: started, after: { id } }
}
