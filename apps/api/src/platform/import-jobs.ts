import { findImportJobOf, listImportJobsOf, resumeImportOf } from '@nightflow/platform/jobs/import-jobs'
import * as calls from '@nightflow/schemas/platform/import-jobs'
import { isRejection, rejected } from '@nightflow/schemas/shared/rejections'
import { authorize } from '../http/authenticate.ts'
import { jobCallerOf } from '../http/context-of-job.ts'
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
      const by = context.caller.username
      const job = await context.write(async (database) => {
        const path = await resumeImportOf(database, id, by, jobCallerOf(context))
        const route = path === undefined ? undefined : imports.get(path)
        if (!route) return rejected('not-found')
        authorize(route.endpoint, context.caller)
        return (await findImportJobOf(database, id, by)) ?? rejected('not-found')
      })
      return isRejection(job) ? job : { response: job, after: { id } }
    }),
  ]
}
