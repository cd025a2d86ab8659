import { findDownload, removeFile } from '@nightflow/platform/jobs/files'
import type { TakenJob } from '@nightflow/platform/jobs/job-queue'
import type { JobOutcome, JobRun, JobTurn } from '@nightflow/platform/jobs/job-run'
import { waitForViews } from '@nightflow/projections/projector/checkpoint'
import { importJob } from '@nightflow/schemas/platform/job-kinds'
import type { RequestOf } from '@nightflow/schemas/shared/endpoint'
import type { ImportEndpoints, ImportOutcome } from '@nightflow/schemas/shared/import'
import type { JobCaller } from '@nightflow/schemas/shared/job'
import { isRejection, rejected } from '@nightflow/schemas/shared/rejections'
import { contextOfJob, mayGoOn } from '../http/context-of-job.ts'
import { ProblemError } from '../http/problem.ts'
import { requesterOf } from '../http/queues.ts'
import type { Dependencies, RequestContext, Visit } from '../http/request-context.ts'
import { runCommand } from '../http/run-command.ts'
import type { Route } from '../http/serve.ts'
import { type ImportRoute, isImportRoute } from './import-job.ts'

const viewsMillisecondsMax = 60_000

/** Writes the rows of these routes' imports for jobs. */
export const importRun = (dependencies: Dependencies, routes: readonly Route[], logger: Visit['logger']): JobRun => {
  const imports = new Map(routes.filter(isImportRoute).map((route) => [route.endpoint.path as string, route]))
  return {
    kind: importJob,
    run: async (job, turn) => {
      const { path, caller } = job
      const route = imports.get(path ?? '')
      if (!route || !caller) return { refusal: 'not-found' }
      const ours = { ...job, caller }
      if (!(await mayGoOn(dependencies, route.endpoint, ours))) return { refusal: 'permission-missing' }
      try {
        return await importFile(route, ours, contextOfJob(dependencies, route.endpoint, ours, logger), turn)
      } catch (error) {
        if (error instanceof ProblemError && !turn.signal.aborted) return { refusal: error.refusal.rejected }
        throw error
      }
    },
  }
}

const importFile = async (
  route: ImportRoute,
  { id, fileId, isResumed, request: kept }: TakenJob & { caller: JobCaller },
  context: RequestContext,
  { signal, onProgress }: JobTurn,
): Promise<JobOutcome> => {
  const { username } = context.caller
  const sent = fileId === null ? undefined : await context.read((database) => findDownload(database, fileId, username))
  if (!sent || fileId === null) return { refusal: 'not-found' }
  let done = 0
  const onRow = (total: number): void => {
    // The rows written so far stay, with an entry in the operation log; the job goes on with the next worker.
    if (signal.aborted) throw new ProblemError(rejected('unavailable'))
    done += 1
    onProgress({ done, total })
  }
  const request = kept as RequestOf<ImportEndpoints['importData']>
  const command = {
    endpoint: route.endpoint,
    context,
    subject: { ...request, file: sent.fileName, job: id },
    decide: (within: RequestContext) => route.writeInJob(request, sent, within, { id, isResumed, onRow }),
  }
  const outcome = await context.queues.commands.take(requesterOf(context), () => runCommand(command), { mustRun: true, signal })
  if (isRejection(outcome)) return { refusal: outcome.rejected }
  if (outcome.position !== undefined) await waitForViews(context.servicePool, outcome.position, viewsMillisecondsMax)
  const result = outcome.response as ImportOutcome
  // The file of one that is over is not needed any more.
  const store = async (database: Parameters<typeof removeFile>[0]): Promise<undefined> => removeFile(database, fileId) as Promise<undefined>
  return { result, done: result.imported, total: result.total, fileId: null, store }
}
