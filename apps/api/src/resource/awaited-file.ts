import { randomUUID } from 'node:crypto'
import { dropAwaited, takeAwaited } from '@nightflow/platform/jobs/awaited-jobs'
import { enqueueJob } from '@nightflow/platform/jobs/job-queue'
import type { Endpoint } from '@nightflow/schemas/shared/endpoint'
import type { JobKind } from '@nightflow/schemas/shared/job'
import { type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import type { FastifyReply } from 'fastify'
import type { z } from 'zod'
import { actorOf } from '../http/actor.ts'
import { jobCallerOf } from '../http/context-of-job.ts'
import type { RequestContext } from '../http/request-context.ts'
import type { FileAnswer } from '../http/send-answer.ts'
import { whenLeft } from './export-stream.ts'

/** As long as browsers wait for the first byte of a download. */
const waitMillisecondsMax = 300_000

type Awaited = { kind: JobKind; endpoint: Endpoint; request: z.output<Endpoint['request']> }

/** The file that a worker makes of a request, whose client waits for it; leaving cancels it. */
export const awaitFile = async (
  { kind, endpoint, request }: Awaited,
  context: RequestContext,
  reply: FastifyReply,
): Promise<FileAnswer | Rejection> => {
  const id = randomUUID()
  const by = context.caller.username
  const job = { id, by, actor: actorOf(context.caller), path: endpoint.path, request, caller: jobCallerOf(context) }
  const left = whenLeft(reply)
  const refused = await context.write((database) => enqueueJob(database, kind, job))
  if (refused) return refused
  const late = AbortSignal.timeout(waitMillisecondsMax)
  try {
    const find = () => context.write((database) => takeAwaited(database, id, by))
    return await context.jobEnds.waitFor(id, find, AbortSignal.any([left, late]))
  } catch (error) {
    await context.write((database) => dropAwaited(database, id))
    if (late.aborted && !left.aborted) return rejected('unavailable')
    throw error
  }
}
