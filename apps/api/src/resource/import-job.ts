import { randomUUID } from 'node:crypto'
import { findDownload, keepFile, removeFile } from '@nightflow/platform/jobs/files'
import { endImportJob, insertImportJob, saveImportProgress } from '@nightflow/platform/jobs/import-jobs'
import { waitForViews } from '@nightflow/projections/projector/checkpoint'
import type { RequestOf } from '@nightflow/schemas/shared/endpoint'
import type { ImportEndpoints, ImportOutcome } from '@nightflow/schemas/shared/import'
import { isRejection, type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import { outlasting } from '../http/context-of-request.ts'
import { ProblemError } from '../http/problem.ts'
import { requesterOf } from '../http/queues.ts'
import type { RequestContext } from '../http/request-context.ts'
import { type Outcome, runCommand } from '../http/run-command.ts'
import { type Reader, type Route, upload } from '../http/serve.ts'
import type { QueuePlace } from '../http/tenant-queue.ts'
import type { Upload } from '../http/uploads.ts'

/** The background of an import. A row whose event has an identifier of the job is written once, however often the job goes on. */
export type JobOfImport = {
  id: string
  isResumed: boolean
  /** Called for each row that is written; throws where the process stops. */
  onRow: (total: number) => void
}

type ImportRequest = RequestOf<ImportEndpoints['importData']>
/** How the file is taken apart, and what becomes of its rows. */
type Import<Read> = {
  read: (request: ImportRequest, sent: Upload, context: RequestContext) => Promise<Read | Rejection>
  write: (
    request: ImportRequest,
    read: Read,
    context: RequestContext,
    job: JobOfImport | undefined,
  ) => Promise<Outcome<ImportOutcome> | Rejection>
}

/** A job that goes on: its request, and the caller's own rights. */
export type Resuming = { id: string; fileId: string; request: ImportRequest }
export type ImportRoute = Route & { resume: (resuming: Resuming, context: RequestContext) => void }
export const isImportRoute = (route: Route): route is ImportRoute => 'resume' in route

/** How often a job reports its progress. */
const progressMilliseconds = 500
const viewsMillisecondsMax = 60_000

const begun: ImportOutcome = {
  ...{ total: 0, good: 0, imported: 0, updated: 0 },
  ...{ problems: [], ignoredHeads: [], resultFile: null, hasPasswords: false, job: null },
}

const isJob = ({ inBackground, mode }: ImportRequest): boolean => Boolean(inBackground) && mode !== 'preview'

/** An import whose rows are written while the sender waits, or by a job. */
export const importRoute = <Read>(endpoint: ImportEndpoints['importData'], { read, write }: Import<Read>): ImportRoute => {
  const start = (job: Resuming, context: RequestContext, place: QueuePlace, isResumed: boolean): void => {
    const lasting = outlasting(context)
    context.background.run((stopping) => new RunningImport(endpoint, { read, write }, job, lasting, isResumed).run(place, stopping))
  }
  const reserve = (context: RequestContext, mustRun = false): QueuePlace =>
    context.queues.importJobs.reserve(requesterOf(context), { mustRun })
  const reader: Reader<ImportRequest, { sent: Upload } | { read: Read }> = {
    queue: 'files',
    read: async (request, sent, context) => {
      if (isJob(request)) return { sent }
      const taken = await read(request, sent, context)
      return isRejection(taken) ? taken : { read: taken }
    },
    isSlow: (request) => !isJob(request),
  }
  return {
    ...upload(endpoint, reader, async (request, given, context) => {
      if ('read' in given) return write(request, given.read, context, undefined)
      const place = reserve(context)
      const job = await keepJob(endpoint.path, request, given.sent, context).catch((error: unknown) => {
        place.leave()
        throw error
      })
      if (isRejection(job)) {
        place.leave()
        return job
      }
      const settled = (isStored: boolean): void => {
        if (isStored) start(job, context, place, false)
        else place.leave()
      }
      return { response: { ...begun, job: job.id }, after: { job: job.id }, settled }
    }),
    resume: (resuming, context) => start(resuming, context, reserve(context, true), true),
  }
}

const spreadsheetType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

const keepJob = async (path: string, request: ImportRequest, sent: Upload, context: RequestContext): Promise<Resuming | Rejection> => {
  const job = { id: randomUUID(), fileId: randomUUID(), request }
  const { language, caller } = context
  const kept = { fileId: job.fileId, purpose: 'download', fileName: sent.fileName, mediaType: spreadsheetType, bytes: sent.bytes } as const
  const refused = await context.write(async (database) => {
    const refusal = await keepFile(database, kept, caller.username)
    if (refusal) return refusal
    await insertImportJob(database, { ...job, path, fileName: sent.fileName, language, by: caller.username })
    return undefined
  })
  return refused ?? job
}

/** One import from its turn to its outcome, with its progress in its own row. */
class RunningImport<Read> {
  readonly #endpoint: ImportEndpoints['importData']
  readonly #importing: Import<Read>
  readonly #job: Resuming
  readonly #context: RequestContext
  readonly #isResumed: boolean
  #done = 0
  #total = 0

  constructor(
    endpoint: ImportEndpoints['importData'],
    importing: Import<Read>,
    job: Resuming,
    context: RequestContext,
    isResumed: boolean,
  ) {
    this.#endpoint = endpoint
    this.#importing = importing
    this.#job = job
    this.#context = context
    this.#isResumed = isResumed
  }

  /** Never rejects: how it ended is in the row. */
  async run(place: QueuePlace, stopping: AbortSignal): Promise<void> {
    const { caller, logger } = this.#context
    const reporting = setInterval(() => void this.#report(), progressMilliseconds)
    try {
      await place.turn(stopping)
      const sent = await this.#context.write((database) => findDownload(database, this.#job.fileId, caller.username))
      await this.#end(sent ? await this.#import(sent, stopping) : rejected('not-found'))
    } catch (error) {
      if (!(error instanceof ProblemError) && !stopping.aborted) logger.error({ err: error, import: this.#job.id }, 'import failed')
      await this.#end(error instanceof ProblemError ? error.refusal : rejected(stopping.aborted ? 'unavailable' : 'internal-error'))
    } finally {
      clearInterval(reporting)
      place.leave()
    }
  }

  async #import(sent: Upload, stopping: AbortSignal): Promise<ImportOutcome | Rejection> {
    const onRow = (total: number): void => {
      if (stopping.aborted) throw new ProblemError(rejected('unavailable'))
      this.#total = total
      this.#done += 1
    }
    const { id, request } = this.#job
    const context = this.#context
    const { read, write } = this.#importing
    const taken = await read(request, sent, context)
    const job = { id, isResumed: this.#isResumed, onRow }
    const command = {
      endpoint: this.#endpoint,
      context,
      subject: { ...request, file: sent.fileName, job: id },
      decide: async (within: RequestContext) => (isRejection(taken) ? taken : write(request, taken, within, job)),
    }
    const outcome = await context.queues.commands.take(requesterOf(context), () => runCommand(command), { mustRun: true })
    if (isRejection(outcome)) return outcome
    if (outcome.position !== undefined) await waitForViews(context.servicePool, outcome.position, viewsMillisecondsMax)
    return outcome.response as ImportOutcome
  }

  async #report(): Promise<void> {
    await this.#context
      .write((database) => saveImportProgress(database, this.#job.id, { done: this.#done, total: this.#total }))
      .catch((error: unknown) =>
        this.#context.logger.warn({ err: error, import: this.#job.id }, 'progress of an import could not be written'),
      )
  }

  async #end(ended: ImportOutcome | Rejection): Promise<void> {
    await this.#context
      .write(async (database) => {
        if (isRejection(ended)) return void (await endImportJob(database, this.#job.id, { refusal: ended.rejected }))
        const fileId = await endImportJob(database, this.#job.id, { outcome: ended })
        if (fileId) await removeFile(database, fileId)
      })
      .catch((error: unknown) =>
        this.#context.logger.error({ err: error, import: this.#job.id }, 'the end of an import could not be written'),
      )
  }
}
