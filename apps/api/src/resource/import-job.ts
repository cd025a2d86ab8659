import { randomUUID } from 'node:crypto'
import { keepFile } from '@nightflow/platform/jobs/files'
import { enqueueJob } from '@nightflow/platform/jobs/job-queue'
import { importJob } from '@nightflow/schemas/platform/job-kinds'
import type { RequestOf } from '@nightflow/schemas/shared/endpoint'
import type { ImportEndpoints, ImportOutcome } from '@nightflow/schemas/shared/import'
import { isRejection, type Rejection } from '@nightflow/schemas/shared/rejections'
import { actorOf } from '../http/actor.ts'
import { jobCallerOf } from '../http/context-of-job.ts'
import type { RequestContext } from '../http/request-context.ts'
import type { Outcome } from '../http/run-command.ts'
import { type Reader, type Route, upload } from '../http/serve.ts'
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

/** `writeInJob`: the same import, of a file that was kept. */
export type ImportRoute = Route & {
  writeInJob: (
    request: ImportRequest,
    sent: Upload,
    context: RequestContext,
    job: JobOfImport,
  ) => Promise<Outcome<ImportOutcome> | Rejection>
}
export const isImportRoute = (route: Route): route is ImportRoute => 'writeInJob' in route

const begun: ImportOutcome = {
  ...{ total: 0, good: 0, imported: 0, updated: 0 },
  ...{ problems: [], ignoredHeads: [], resultFile: null, hasPasswords: false, job: null },
}

const isJob = ({ inBackground, mode }: ImportRequest): boolean => Boolean(inBackground) && mode !== 'preview'

/** An import whose rows are written while the sender waits, or by a job. */
export const importRoute = <Read>(endpoint: ImportEndpoints['importData'], { read, write }: Import<Read>): ImportRoute => {
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
      const job = await startImportJob(endpoint.path, request, given.sent, context)
      return isRejection(job) ? job : { response: { ...begun, job }, after: { job } }
    }),
    writeInJob: async (request, sent, context, job) => {
      const taken = await read(request, sent, context)
      return isRejection(taken) ? taken : write(request, taken, context, job)
    },
  }
}

const spreadsheetType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Keeps the file for the worker that takes the job. */
const startImportJob = async (path: string, request: ImportRequest, sent: Upload, context: RequestContext): Promise<string | Rejection> => {
  const [id, fileId] = [randomUUID(), randomUUID()]
  const by = context.caller.username
  const { fileName, bytes } = sent
  return context.write(async (database) => {
    const kept = { fileId, purpose: 'download', fileName, mediaType: spreadsheetType, bytes } as const
    const job = { id, by, actor: actorOf(context.caller), path, request, caller: jobCallerOf(context), fileName, fileId }
    return (await keepFile(database, kept, by)) ?? (await enqueueJob(database, importJob, job)) ?? id
  })
}
