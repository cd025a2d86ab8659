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
import type { Asked } from '../http/asked.ts'
import { outlasting } from '../http/asked-by.ts'
import { authorize } from '../http/authenticate.ts'
import { ProblemError } from '../http/problem.ts'
import { checkRequest } from '../http/read-request.ts'
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
    command(calls.startExport, ({ path, request }, asked) => startExport(exports.get(path), request, asked)),
    ask(calls.listExports, (page, asked) => asked.read((database) => listExportsOf(database, asked.caller.username, page))),
    ask(calls.findExport, ({ id }, asked) => asked.read((database) => findExportOf(database, id, asked.caller.username))),
    command(calls.cancelExport, cancelExport),
  ]
}

const startExport = async (
  route: ExportRoute | undefined,
  given: RequestOf<typeof calls.startExport>['request'],
  asked: Asked,
): Promise<Outcome<calls.ExportJob> | Rejection> => {
  if (!route) return rejected('not-found')
  const { endpoint, prepare } = route
  authorize(endpoint, asked.caller)
  const value = checkRequest(endpoint, given, asked.language)
  const place = reserveExport(asked)
  let job: calls.ExportJob | undefined
  try {
    const { path } = endpoint
    job = await asked.write((database) => insertExport(database, { id: randomUUID(), path, by: asked.caller.username }))
  } finally {
    if (!job) place.leave()
  }
  const { id } = job
  const lasting = outlasting(asked)
  const settled = (isStored: boolean): void => {
    if (!isStored) place.leave()
    else asked.background.run((stopping) => new RunningExport(id, lasting, stopping).run(() => prepare(value, lasting), place))
  }
  return { response: job, after: { id }, settled }
}

const cancelExport = async ({ id }: RequestOf<typeof calls.cancelExport>, asked: Asked) => {
  const isCancelled = await asked.write((database) => cancelExportOf(database, id, asked.caller.username))
  return isCancelled ? { response: {}, after: { id } } : rejected('not-found')
}

/** One export from its place in the queue to its file, with its progress in its own row. */
class RunningExport {
  readonly #id: string
  readonly #asked: Asked
  readonly #stopping: AbortSignal
  readonly #cancelling = new AbortController()
  #rows = 0
  #isRunning = false

  constructor(id: string, asked: Asked, stopping: AbortSignal) {
    this.#id = id
    this.#asked = asked
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
      const made = await makeSpreadsheet(prepare, { asked: this.#asked, place, signal, onRows })
      if (isRejection(made)) await this.#fail(made.rejected)
      else await this.#keep(made)
    } catch (error) {
      if (this.#cancelling.signal.aborted) return
      if (!(error instanceof ProblemError)) this.#asked.logger.error({ err: error, export: this.#id }, 'export failed')
      await this.#fail(error instanceof ProblemError ? error.refusal.rejected : 'internal-error')
    } finally {
      clearInterval(reporting)
    }
  }

  async #report(): Promise<void> {
    try {
      const progress = { rows: this.#rows, isRunning: this.#isRunning }
      const isWanted = await this.#asked.write((database) => saveExportProgress(database, this.#id, progress))
      if (!isWanted) this.#cancelling.abort()
    } catch (error) {
      this.#asked.logger.warn({ err: error, export: this.#id }, 'progress of an export could not be written')
    }
  }

  async #keep({ fileName, mediaType, bytes }: { fileName: string; mediaType: string; bytes: Buffer }): Promise<void> {
    const by = this.#asked.caller.username
    const fileId = randomUUID()
    const refused = await this.#asked.write(async (database) => {
      await makeRoomForExport(database, by)
      const refusal = await keepFile(database, { fileId, purpose: 'download', fileName, mediaType, bytes }, by)
      if (refusal) return refusal
      const isEnded = await endExport(database, this.#id, { status: 'succeeded', rows: this.#rows, fileName, fileId })
      return isEnded ? undefined : rejected('not-found')
    })
    if (refused) await this.#fail(refused.rejected)
  }

  async #fail(refusal: string): Promise<void> {
    await this.#asked
      .write((database) => endExport(database, this.#id, { status: 'failed', rows: this.#rows, refusal }))
      .catch((error: unknown) => this.#asked.logger.error({ err: error, export: this.#id }, 'the end of an export could not be written'))
  }
}
