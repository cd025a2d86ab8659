import { findImportJobOf, listImportJobsOf, takeCutOffImport } from '@nightflow/platform/jobs/import-jobs'
import * as calls from '@nightflow/schemas/platform/import-jobs'
import type { ImportEndpoints } from '@nightflow/schemas/shared/import'
import { rejected } from '@nightflow/schemas/shared/rejections'
import type { z } from 'zod'
import { authorize } from '../http/authenticate.ts'
import { ask, command, type Route } from '../http/serve.ts'
import { isImportRoute } from '../resource/import-job.ts'

/** Progress and outcome of imports in the background, and going on with one that was cut off. */
export const importJobRoutes = (routes: readonly Route[]): readonly Route[] => {
  const imports = new Map(routes.filter(isImportRoute).map((route) => [route.endpoint.path as string, route]))
  return [
    ask(calls.listImportJobs, async ({ limit }, asked) => ({
      rows: await asked.read((database) => listImportJobsOf(database, asked.caller.username, limit)),
    })),
    ask(calls.findImportJob, ({ id }, asked) => asked.read((database) => findImportJobOf(database, id, asked.caller.username))),
    command(calls.resumeImportJob, async ({ id }, asked) => {
      const taken = await asked.write((database) => takeCutOffImport(database, id, asked.caller.username))
      const route = taken && imports.get(taken.path)
      const job = await asked.write((database) => findImportJobOf(database, id, asked.caller.username))
      if (!taken?.fileId || !route || !job) return rejected('not-found')
      authorize(route.endpoint, asked.caller)
      const { fileId } = taken
      const settled = (isStored: boolean): void => {
        if (isStored) route.resume({ id, fileId, request: taken.request as z.output<ImportEndpoints['importData']['request']> }, asked)
      }
      return { response: job, after: { id }, settled }
    }),
  ]
}
