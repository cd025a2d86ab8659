import { randomUUID } from 'node:crypto'
import {
  cancelExportOf,
  endExport,
  findExportOf,
  insertExport,
  listExportsOf,
  makeRoomForExport,
  saveExportProgress,
} from '@nightflow/platform/jobs/export-jobs'
import { keepFile } from '@nightflow/platform/jobs/files'
import * as calls from '@nightflow/schemas/platform/export-jobs'
import type { RequestOf } from '@nightflow/schemas/shared/endpoint'
import { isRejection, type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import { authorize } from '../http/authenticate.ts'
import { outlasting } from '../http/context-of-request.ts'
import { refuseOthers, refuseWholeUtility } from '../http/part-of-utility.ts'
import { ProblemError } from '../http/problem.ts'
import { checkRequest } from '../http/read-request.ts'
import type { RequestContext } from '../http/request-context.ts'
import type { Outcome } from '../http/run-command.ts'
import { ask, command, type Route } from '../http/serve.ts'
import type { QueuePlace } from '../http/tenant-queue.ts'
import { type ExportRoute, isExportRoute, makeSpreadsheet, reserveExport } from '../resource/export-routes.ts'

/** How often a job reports its progress, and checks whether it was cancelled. */
const progressMilliseconds = 1000

/** The same exports as the downloads of these routes, made in the background: the person may leave the page. */
export const exportJobRoutes = (routes: readonly Route[]): readonly Route[] => {
  const exports = new Map(routes.filter(isExportRoute).map((route) => [route.endpoint.path as string, route]))
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
): Promise<Outcome<calls.ExportJob> | Rejection> => {
  if (!route) return rejected('not-found')
  const { endpoint, prepare } = route
  authorize(endpoint, context.caller)
  const value = checkRequest(endpoint, given, context.language)
  refuseWholeUtility(endpoint, context.caller)
  await refuseOthers(endpoint, value, context)
  const place = reserveExport(context)
  let job: calls.ExportJob | undefined
  try {
    const { path } = endpoint
    job = await context.write((database) => insertExport(database, { id: randomUUID(), path, by: context.caller.username }))
  } finally {
    if (!job) place.leave()
  }
  const { id } = job
  const lasting = outlasting(context)
  const settled = (isStored: boolean): void => {
    if (!isStored) place.leave()
    else context.background.run((stopping) => new RunningExport(id, lasting, stopping).run(() => prepare(value, lasting), place))
  }
  return { response: job, after: { id }, settled }
}

const cancelExport = async ({ id }: RequestOf<typeof calls.cancelExport>, context: RequestContext) => {
  const isCancelled = await context.write((database) => cancelExportOf(database, id, context.caller.username))
  return isCancelled ? { response: {}, after: { id } } : rejected('not-found')
}

type Kept = { fileName: string; mediaType: string; bytes: Buffer; counts?: Record<string, number> | null }

/** One export from its place in the queue to its file, with its progress in its own row. */
class RunningExport {
  readonly #id: string
  readonly #context: RequestContext
  readonly #stopping: AbortSignal
  readonly #cancelling = new AbortController()
  #rows = 0
  #isRunning = false

  constructor(id: string, context: RequestContext, stopping: AbortSignal) {
    this.#id = id
    this.#context = context
    this.#stopping = stopping
  }

  /** Never rejects: how it ended is in the row. */
  async run(prepare: Parameters<typeof makeSpreadsheet>[0], place: QueuePlace): Promise<void> {
    const reporting = setInterval(() => void this.#report(), progressMilliseconds)
    const signal = AbortSignal.any([this.#stopping, this.#cancelling.signal])
    const onRows = (rows: number): void => {
      this.#rows = rows
      this.#isRunning = true
    }
    try {
      const made = await makeSpreadsheet(prepare, { context: this.#context, place, signal, onRows })
      if (isRejection(made)) await this.#fail(made.rejected)
      else await this.#keep(made)
    } catch (error) {
      if (this.#cancelling.signal.aborted) return
      if (!(error instanceof ProblemError)) this.#context.logger.error({ err: error, export: this.#id }, 'export failed')
      await this.#fail(error instanceof ProblemError ? error.refusal.rejected : 'internal-error')
    } finally {
      clearInterval(reporting)
    }
  }

  async #report(): Promise<void> {
    try {
      const progress = { rows: this.#rows, isRunning: this.#isRunning }
      const isWanted = await this.#context.write((database) => saveExportProgress(database, this.#id, progress))
      if (!isWanted) this.#cancelling.abort()
    } catch (error) {
      this.#context.logger.warn({ err: error, export: this.#id }, 'progress of an export could not be written')
    }
  }

  async #keep({ fileName, mediaType, bytes, counts = null }: Kept): Promise<void> {
    const by = this.#context.caller.username
    const fileId = randomUUID()
    const refused = await this.#context.write(async (database) => {
      await makeRoomForExport(database, by)
      const refusal = await keepFile(database, { fileId, purpose: 'download', fileName, mediaType, bytes }, by)
      if (refusal) return refusal
      const isEnded = await endExport(database, this.#id, { status: 'succeeded', rows: this.#rows, fileName, fileId, counts })
      return isEnded ? undefined : rejected('not-found')
    })
    if (refused) await this.#fail(refused.rejected)
  }

  async #fail(refusal: string): Promise<void> {
    await this.#context
      .write((database) => endExport(database, this.#id, { status: 'failed', rows: this.#rows, refusal }))
      .catch((error: unknown) => this.#context.logger.error({ err: error, export: this.#id }, 'the end of an export could not be written'))
  }
}
