import { listDeadLetters as listKept, requestRetry } from '@nightflow/platform/jobs/policy-dead-letters'
import type {
  listDeadLetters as listDeadLettersEndpoint,
  retryDeadLetter as retryDeadLetterEndpoint,
} from '@nightflow/schemas/audit/endpoints'
import type { RequestOf, ResponseOf } from '@nightflow/schemas/shared/endpoint'
import { type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import type { PoolClient } from 'pg'
import type { RequestContext } from '../http/request-context.ts'
import type { Outcome } from '../http/run-command.ts'

export const listDeadLetters = async (
  database: PoolClient,
  { limit }: RequestOf<typeof listDeadLettersEndpoint>,
): Promise<ResponseOf<typeof listDeadLettersEndpoint>> => {
  const { rows, total } = await listKept(database, limit)
  return {
    rows: rows.map(({ tenant: _tenant, firstSeenAt, lastSeenAt, ...letter }) => ({
      ...letter,
      firstSeenAt: firstSeenAt.toISOString(),
      lastSeenAt: lastSeenAt.toISOString(),
    })),
    total,
  }
}

/** The process that runs the policy tries it within a few seconds. */
export const retryDeadLetter = async (
  { policy, kind, occasion, reason }: RequestOf<typeof retryDeadLetterEndpoint>,
  { pool, caller }: RequestContext,
): Promise<Outcome<Record<string, never>> | Rejection> => {
  const key = { policy, tenant: caller.tenant, kind, occasion }
  if (!(await requestRetry(pool, key))) return rejected('not-found')
  return { response: {}, after: { policy, kind, occasion, reason } }
}
