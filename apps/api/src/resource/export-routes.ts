import { fixedFormOf, writeInstant } from '@nightflow/schemas/platform/date-form'
import { documentJob, downloadJob } from '@nightflow/schemas/platform/job-kinds'
import type { Endpoint, RequestOf } from '@nightflow/schemas/shared/endpoint'
import type { JobKind } from '@nightflow/schemas/shared/job'
import { isRejection, type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import type { PoolClient } from 'pg'
import { z } from 'zod'
import { contextOfRequest } from '../http/context-of-request.ts'
import { namePeopleInPages } from '../http/name-people.ts'
import { refuseOthers } from '../http/part-of-utility.ts'
import { sendProblem } from '../http/problem.ts'
import { readRequest } from '../http/read-request.ts'
import type { RequestContext } from '../http/request-context.ts'
import { type FileAnswer, sendFile } from '../http/send-answer.ts'
import type { Route } from '../http/serve.ts'
import { tenantOfCaller } from '../http/tenant-of-caller.ts'
import { type NamedWording, writeSpreadsheet } from '../spreadsheet/write-spreadsheet.ts'
import { awaitFile } from './awaited-file.ts'
import { wordingIn } from './field-words.ts'

/** A spreadsheet before its rows are read. `rows` reads them on a connection that is in a transaction of the caller's tenant. */
export type Export = {
  fileName: string
  wording: NamedWording
  /** The schema that marks the fields of a row that are names of people. */
  row?: z.ZodType
  rows: (database: PoolClient) => AsyncIterable<readonly object[]>
}

/** A file that makes itself, such as a PDF; `onRows` takes how many of its parts are done. */
export type MadeFile = {
  make: (told: { signal: AbortSignal; onRows?: ((rows: number) => void) | undefined }) => Promise<CountedFile | Rejection>
}
/** `counts` say what became of the rows, where a file is the report of something that was done. */
type CountedFile = FileAnswer & { counts?: Record<string, number> }

/** A file that is written part by part, with as many rows as there are: nothing of it is held as a whole. */
export type StreamedFile = {
  fileName: string
  mediaType: string
  write: (database: PoolClient, onRows: (rows: number) => void) => AsyncIterable<string | Uint8Array>
}

type Made = Export | MadeFile | StreamedFile | Rejection
type Prepare<Request> = (request: Request, context: RequestContext) => Promise<Made>

/** A route whose file may also be made by a job, from a request that its endpoint has checked. */
export type ExportRoute = Route & { kind: JobKind; prepare: Prepare<z.output<Endpoint['request']>> }

/** A question whose answer is a file that a worker makes. The client waits while the file waits for its turn; leaving cancels it. */
export const madeFile = <E extends Endpoint>(
  endpoint: E,
  prepareOf: (request: RequestOf<E>, context: RequestContext) => Promise<Made>,
  kind: JobKind = downloadJob,
): ExportRoute => {
  const prepare: ExportRoute['prepare'] = (request, context) => prepareOf(request as RequestOf<E>, context)
  return {
    endpoint,
    kind,
    prepare,
    serve: async (dependencies, request, reply) => {
      const context = await contextOfRequest(dependencies, endpoint, request)
      const { value } = readRequest(endpoint, request)
      await refuseOthers(endpoint, value, context)
      const answered = await awaitFile({ kind, endpoint, request: value }, context, reply)
      return isRejection(answered) ? sendProblem(request, reply, answered) : sendFile(reply, answered)
    },
  }
}

/** A question whose answer is a document, which a person waits for in front of a screen. */
export const document = <E extends Endpoint>(
  endpoint: E,
  print: (request: RequestOf<E>, context: RequestContext) => Promise<FileAnswer | Rejection>,
): ExportRoute => madeFile(endpoint, async (request: RequestOf<E>, context) => ({ make: () => print(request, context) }), documentJob)

/** A question whose answer is a spreadsheet: in the client's words, otherwise in those of the reader's language. */
export const spreadsheet = <E extends Endpoint>(
  endpoint: E,
  prepareOf: (request: RequestOf<E>, context: RequestContext) => Promise<Export | Rejection>,
): ExportRoute =>
  madeFile(endpoint, async (request: RequestOf<E>, context) => {
    const prepared = await prepareOf(request, context)
    if (isRejection(prepared)) return prepared
    const { path } = endpoint
    return { ...prepared, wording: wordingIn(prepared.wording, { path, language: context.language, row: prepared.row }) }
  })

export const isExportRoute = (route: Route): route is ExportRoute => 'prepare' in route

const nothingKnown = z.unknown()

type Making = { context: RequestContext; signal: AbortSignal; onRows?: (rows: number) => void }

/** Makes the file of an export in its turn. */
export const makeSpreadsheet = async (
  prepare: () => Promise<Made>,
  { context, signal, onRows }: Making,
): Promise<CountedFile | Rejection> => {
  onRows?.(0)
  const prepared = await prepare()
  if (isRejection(prepared)) return prepared
  if ('make' in prepared) return prepared.make({ signal, onRows })
  if ('write' in prepared) return gather(prepared, { context, signal, ...(onRows && { onRows }) })
  const { fileName, wording, row = nothingKnown } = prepared
  const rows = (database: PoolClient) => namePeopleInPages(row, prepared.rows(database), context)
  const { timeZone, settings } = await tenantOfCaller(context)
  const form = fixedFormOf(settings.dateForm)
  const told = { signal, onRows, writeInstant: (instant: number) => writeInstant(form, instant, timeZone) }
  return { fileName, ...(await context.read((database) => writeSpreadsheet(rows(database), wording, told))) }
}

/** A client that waits gets no larger file than this; the same export in the background has no such limit. */
const gatheredBytesMax = 64 * 1024 * 1024

const gather = async (
  { fileName, mediaType, write }: StreamedFile,
  { context, signal, onRows }: Making,
): Promise<CountedFile | Rejection> => {
  const parts: Buffer[] = []
  let size = 0
  const isTooLarge = await context.read(async (database) => {
    for await (const part of write(database, (rows) => onRows?.(rows))) {
      signal.throwIfAborted()
      parts.push(Buffer.from(part))
      size += parts.at(-1)!.length
      if (size > gatheredBytesMax) return true
    }
    return false
  })
  return isTooLarge ? rejected('export-in-background') : { fileName, mediaType, bytes: Buffer.concat(parts) }
}
