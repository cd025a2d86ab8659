import { randomUUID } from 'node:crypto'
import { endExport, insertExport, makeRoomForExport, saveExportProgress } from '@nightflow/platform/jobs/export-jobs'
import { keepFile } from '@nightflow/platform/jobs/files'
import type { Endpoint, RequestOf } from '@nightflow/schemas/shared/endpoint'
import type { ExportJob } from '@nightflow/schemas/shared/export-job'
import { isRejection, type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import type { z } from 'zod'
import { outlasting } from '../http/context-of-request.ts'
import { ProblemError } from '../http/problem.ts'
import type { RequestContext } from '../http/request-context.ts'
import type { Outcome } from '../http/run-command.ts'
import { command } from '../http/serve.ts'
import type { QueuePlace } from '../http/tenant-queue.ts'
import { type ExportRoute, type MadeFile, makeSpreadsheet, reserveExport } from './export-routes.ts'

/** How often a job reports its progress, and checks whether it was cancelled. */
const progressMilliseconds = 1000

type Exporting = Pick<ExportRoute, 'endpoint' | 'prepare'>

/** Starts the job of a request that its endpoint has checked; the person may leave the page. */
export const startExportJob = async (
  { endpoint, prepare }: Exporting,
  value: z.output<Endpoint['request']>,
  context: RequestContext,
): Promise<Outcome<ExportJob>> => {
  const place = reserveExport(context)
  let job: ExportJob | undefined
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

/** A command that takes minutes: it answers the job that does it, and the job's file says what became of each row. */
export const jobCommand = <E extends Endpoint>(
  endpoint: E,
  prepareOf: (request: RequestOf<E>, context: RequestContext) => Promise<MadeFile | Rejection>,
): ExportRoute => {
  const prepare: ExportRoute['prepare'] = (request, context) => prepareOf(request as RequestOf<E>, context)
  const start = (request: z.output<Endpoint['request']>, context: RequestContext) => startExportJob({ endpoint, prepare }, request, context)
  return { ...command<Endpoint>(endpoint, start), prepare }
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
