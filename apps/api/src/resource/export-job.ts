import { randomUUID } from 'node:crypto'
import { findExportOf } from '@nightflow/platform/jobs/export-jobs'
import { enqueueJob } from '@nightflow/platform/jobs/job-queue'
import { exportJob } from '@nightflow/schemas/platform/job-kinds'
import type { Endpoint, RequestOf } from '@nightflow/schemas/shared/endpoint'
import type { ExportJob } from '@nightflow/schemas/shared/export-job'
import { isRejection, type Rejection } from '@nightflow/schemas/shared/rejections'
import type { z } from 'zod'
import { actorOf } from '../http/actor.ts'
import { jobCallerOf } from '../http/context-of-job.ts'
import type { RequestContext } from '../http/request-context.ts'
import type { Outcome } from '../http/run-command.ts'
import { command } from '../http/serve.ts'
import type { ExportRoute, MadeFile } from './export-routes.ts'

/** Starts the job of a request that its endpoint has checked; a worker makes the file, and the person may leave the page. */
export const startExportJob = async (
  { path }: Pick<Endpoint, 'path'>,
  request: z.output<Endpoint['request']>,
  context: RequestContext,
): Promise<Outcome<ExportJob> | Rejection> => {
  const id = randomUUID()
  const by = context.caller.username
  const job = await context.write(async (database) => {
    const wanted = { id, by, actor: actorOf(context.caller), path, request, caller: jobCallerOf(context) }
    return (await enqueueJob(database, exportJob, wanted)) ?? findExportOf(database, id, by)
  })
  return job === undefined || isRejection(job) ? job! : { response: job, after: { id } }
}

/** A command that takes minutes: it answers the job that does it, and the job's file says what became of each row. */
export const jobCommand = <E extends Endpoint>(
  endpoint: E,
  prepareOf: (request: RequestOf<E>, context: RequestContext) => Promise<MadeFile | Rejection>,
): ExportRoute => ({
  ...command<Endpoint>(endpoint, (request, context) => startExportJob(endpoint, request, context)),
  kind: exportJob,
  prepare: (request, context) => prepareOf(request as RequestOf<E>, context),
})
