import { cancelExportOf, findExportOf, listExportsOf } from '@nightflow/platform/jobs/export-jobs'
import * as calls from '@nightflow/schemas/platform/export-jobs'
import { documentJob } from '@nightflow/schemas/platform/job-kinds'
import type { RequestOf } from '@nightflow/schemas/shared/endpoint'
import type { ExportJob } from '@nightflow/schemas/shared/export-job'
import { type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import { authorize } from '../http/authenticate.ts'
import { refuseOthers, refuseWholeUtility } from '../http/part-of-utility.ts'
import { checkRequest } from '../http/read-request.ts'
import type { RequestContext } from '../http/request-context.ts'
import type { Outcome } from '../http/run-command.ts'
import { ask, command, type Route } from '../http/serve.ts'
import { startExportJob } from '../resource/export-job.ts'
import { type ExportRoute, isExportRoute } from '../resource/export-routes.ts'

/** The same exports as the downloads of these routes, made in the background: the person may leave the page. */
export const exportJobRoutes = (routes: readonly Route[]): readonly Route[] => {
  // A document is for a client that waits.
  const made = routes.filter(isExportRoute).filter(({ kind }) => kind !== documentJob)
  const exports = new Map(made.map((route) => [route.endpoint.path as string, route]))
  return [
    command(calls.startExport, ({ path, request }, context) => startExport(exports.get(path), request, context)),
    ask(calls.listExports, (page, context) => context.read((database) => listExportsOf(database, context.caller.username, page))),
    ask(calls.findExport, ({ id }, context) => context.read((database) => findExportOf(database, id, context.caller.username))),
    command(calls.cancelExport, cancelExport),
  ]
}

const startExport = async (
  route: ExportRoute | undefined,
  given: RequestOf<typeof calls.startExport>['request'],
  context: RequestContext,
): Promise<Outcome<ExportJob> | Rejection> => {
  if (!route) return rejected('not-found')
  const { endpoint } = route
  authorize(endpoint, context.caller)
  const value = checkRequest(endpoint, given, context.language)
  refuseWholeUtility(endpoint, context.caller)
  await refuseOthers(endpoint, value, context)
  return startExportJob(endpoint, value, context)
}

const cancelExport = async ({ id }: RequestOf<typeof calls.cancelExport>, context: RequestContext) => {
  const isCancelled = await context.write((database) => cancelExportOf(database, id, context.caller.username))
  return isCancelled ? { response: {}, after: { id } } : rejected('not-found')
}
