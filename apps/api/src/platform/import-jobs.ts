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
    ask(calls.listImportJobs, async ({ limit }, context) => ({
      rows: await context.read((database) => listImportJobsOf(database, context.caller.username, limit)),
    })),
    ask(calls.findImportJob, ({ id }, context) => context.read((database) => findImportJobOf(database, id, context.caller.username))),
    command(calls.resumeImportJob, async ({ id }, context) => {
      const taken = await context.write((database) => takeCutOffImport(database, id, context.caller.username))
      const route = taken && imports.get(taken.path)
      const job = await context.write((database) => findImportJobOf(database, id, context.caller.username))
      if (!taken?.fileId || !route || !job) return rejected('not-found')
      authorize(route.endpoint, context.caller)
      const { fileId } = taken
      const settled = (isStored: boolean): void => {
        if (isStored) route.resume({ id, fileId, request: taken.request as z.output<ImportEndpoints['importData']['request']> }, context)
      }
      return { response: job, after: { id }, settled }
    }),
  ]
}
