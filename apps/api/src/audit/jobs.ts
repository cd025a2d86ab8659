import { randomUUID } from 'node:crypto'
import { insertJob } from '@nightflow/platform/jobs/jobs'
import { listSetAsideOfStream } from '@nightflow/projections/projector/set-aside-events'
import type { retrySetAsideEvent, retrySetAsideEvents, startJob as startJobEndpoint } from '@nightflow/schemas/audit/endpoints'
import type { Job } from '@nightflow/schemas/audit/log'
import type { RequestOf } from '@nightflow/schemas/shared/endpoint'
import { isRejection, type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import { actorOf } from '../http/actor.ts'
import type { RequestContext } from '../http/request-context.ts'
import type { Outcome } from '../http/run-command.ts'

type Wanted = Pick<Job, 'kind' | 'position'>

/**
 * Queues a job and answers at once. One job runs at a time over all processes, because each of them rebuilds or holds the read models of every
 * tenant; a tenant has one that waits or runs, so that no tenant keeps the others from theirs. The job goes on when the page is left.
 */
const queueJob = async ({ kind, position }: Wanted, context: RequestContext): Promise<Outcome<Job> | Rejection> => {
  const { tenant } = context.caller
  const job = await insertJob(context.pool, { id: randomUUID(), tenant, kind, position, startedBy: actorOf(context.caller) })
  if (typeof job !== 'object') return rejected(job === 'all' ? 'replay-queue-full' : 'replay-already-running')
  return { response: job, after: { id: job.id, kind, ...(position !== null && { position }) } }
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
