import { randomUUID } from 'node:crypto'
import { makeRoomForExport } from '@nightflow/platform/jobs/export-jobs'
import { keepFile, keepForClient } from '@nightflow/platform/jobs/files'
import { defineRun, type JobOutcome, type JobRun } from '@nightflow/platform/jobs/job-run'
import { documentJob, downloadJob, exportJob } from '@nightflow/schemas/platform/job-kinds'
import { isRejection, type Rejection } from '@nightflow/schemas/shared/rejections'
import { contextOfJob, mayGoOn } from '../http/context-of-job.ts'
import { ProblemError } from '../http/problem.ts'
import type { Dependencies, Visit } from '../http/request-context.ts'
import type { Route } from '../http/serve.ts'
import { isExportRoute, makeSpreadsheet } from './export-routes.ts'
import { keepStreamed } from './keep-streamed.ts'

/** Makes the files of these routes for jobs: those of a person's list, and those for which a client waits. */
export const exportRuns = (dependencies: Dependencies, routes: readonly Route[], logger: Visit['logger']): JobRun[] =>
  [exportJob, downloadJob, documentJob].map((kind) => exportRun(kind, dependencies, routes, logger))

type ExportKind = typeof exportJob | typeof downloadJob | typeof documentJob

const exportRun = (kind: ExportKind, dependencies: Dependencies, routes: readonly Route[], logger: Visit['logger']): JobRun => {
  const exports = new Map(routes.filter(isExportRoute).map((route) => [route.endpoint.path as string, route]))
  return defineRun({
    kind,
    run: async (job, { signal, onProgress }) => {
      const { path, caller, createBy: by, request } = job
      const route = exports.get(path ?? '')
      if (!route || !caller || by === null) return { refusal: 'not-found' }
      if (!(await mayGoOn(dependencies, route.endpoint, { ...job, caller }))) return { refusal: 'permission-missing' }
      const context = contextOfJob(dependencies, route.endpoint, { ...job, caller }, logger)
      try {
        const told = { context, signal, onRows: (done: number) => onProgress({ done }) }
        const prepared = await route.prepare(request, context)
        if (kind === exportJob && 'write' in prepared) return await keepStreamed(prepared, told)
        const made = await makeSpreadsheet(async () => prepared, told)
        if (isRejection(made)) return refusalOf(made)
        const { fileName, mediaType, bytes, counts } = made
        const fileId = randomUUID()
        return {
          ...{ fileName, fileId, result: counts ?? null },
          store: async (database) => {
            const file = { fileId, fileName, mediaType, bytes }
            if (kind !== exportJob) return keepForClient(database, file, by)
            await makeRoomForExport(database, by)
            return keepFile(database, { ...file, purpose: 'download' }, by)
          },
        }
      } catch (error) {
        if (error instanceof ProblemError && !signal.aborted) return refusalOf(error.refusal)
        throw error
      }
    },
  })
}

const refusalOf = ({ rejected: refusal, details }: Rejection): JobOutcome => ({ refusal, details })
