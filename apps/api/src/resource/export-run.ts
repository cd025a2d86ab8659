import { randomUUID } from 'node:crypto'
import { makeRoomForExport } from '@nightflow/platform/jobs/export-jobs'
import { keepFile } from '@nightflow/platform/jobs/files'
import type { JobRun } from '@nightflow/platform/jobs/job-run'
import { exportJob } from '@nightflow/schemas/platform/job-kinds'
import { isRejection } from '@nightflow/schemas/shared/rejections'
import { contextOfJob, mayGoOn } from '../http/context-of-job.ts'
import { ProblemError } from '../http/problem.ts'
import type { Dependencies, Visit } from '../http/request-context.ts'
import type { Route } from '../http/serve.ts'
import { isExportRoute, makeSpreadsheet } from './export-routes.ts'

/** Makes the files of these routes for jobs. */
export const exportRun = (dependencies: Dependencies, routes: readonly Route[], logger: Visit['logger']): JobRun => {
  const exports = new Map(routes.filter(isExportRoute).map((route) => [route.endpoint.path as string, route]))
  return {
    kind: exportJob,
    run: async (job, { signal, onProgress }) => {
      const { path, caller, createBy: by, request } = job
      const route = exports.get(path ?? '')
      if (!route || !caller || by === null) return { refusal: 'not-found' }
      if (!(await mayGoOn(dependencies, route.endpoint, { ...job, caller }))) return { refusal: 'permission-missing' }
      const context = contextOfJob(dependencies, route.endpoint, { ...job, caller }, logger)
      try {
        const told = { context, signal, onRows: (done: number) => onProgress({ done }) }
        const made = await makeSpreadsheet(() => route.prepare(request as Record<string, unknown>, context), told)
        if (isRejection(made)) return { refusal: made.rejected }
        const { fileName, mediaType, bytes, counts } = made
        const fileId = randomUUID()
        return {
          ...{ fileName, fileId, result: counts ?? null },
          store: async (database) => {
            await makeRoomForExport(database, by)
            return keepFile(database, { fileId, purpose: 'download', fileName, mediaType, bytes }, by)
          },
        }
      } catch (error) {
        if (error instanceof ProblemError && !signal.aborted) return { refusal: error.refusal.rejected }
        throw error
      }
    },
  }
}
