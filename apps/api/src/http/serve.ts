import { waitForOwnWrite } from '@nightflow/projections/projector/checkpoint'
import { type Endpoint, isBackOffice, type RequestOf, type ResponseOf } from '@nightflow/schemas/shared/endpoint'
import { timeZoneHeader } from '@nightflow/schemas/shared/own-client'
import { isRejection, type Rejection } from '@nightflow/schemas/shared/rejections'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { PoolClient } from 'pg'
import { openExportStream, whenLeft } from '../resource/export-stream.ts'
import { chooseFormat } from './choose-format.ts'
import { contextOfRequest, visitOf } from './context-of-request.ts'
import { withLocalTimes } from './local-times.ts'
import { namePeople, namePeopleInPages } from './name-people.ts'
import { type Pages, rowsOfPages } from './pages.ts'
import { refuseOthers } from './part-of-utility.ts'
import { sendProblem } from './problem.ts'
import { requesterOf } from './queues.ts'
import { readRequest } from './read-request.ts'
import type { Dependencies, RequestContext, Visit } from './request-context.ts'
import { type Decide, type Outcome, runCommand } from './run-command.ts'
import { bodyOf, type FileAnswer, type PartedAnswer, sendFile, sendJson, sendParts, sendRows } from './send-answer.ts'
import { tenantOfCaller } from './tenant-of-caller.ts'
import { receiveUpload, type Upload } from './uploads.ts'

/** An endpoint and what answers it. `routes.ts` of each context is a written list of these. */
export type Route = {
  endpoint: Endpoint
  serve: (dependencies: Dependencies, request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>
  /** It derives from a declared command. */
  isDeclared?: true
}

type Answer<E> = ResponseOf<E> | undefined | Rejection

/** A query of the read models: its connection sees the caller's tenant alone. Undefined is answered 404. */
export const query = <E extends Endpoint>(
  endpoint: E,
  answer: (database: PoolClient, request: RequestOf<E>) => Promise<Answer<E>>,
  pages?: Pages<RequestOf<E>>,
): Route => ask(endpoint, (request, context) => context.read((database) => answer(database, request)), pages)

/** A query that needs several transactions: it calls `context.read` for each. */
export const ask = <E extends Endpoint>(
  endpoint: E,
  answer: (request: RequestOf<E>, context: RequestContext) => Promise<Answer<E>>,
  pages?: Pages<RequestOf<E>>,
): Route => ({
  endpoint,
  serve: async (dependencies, request, reply) => {
    const context = await contextOfRequest(dependencies, endpoint, request)
    const { value, named } = readRequest(endpoint, request)
    await refuseOthers(endpoint, value, context)
    const { row } = endpoint
    const format = chooseFormat(request.headers.accept, row !== undefined)
    if (format === undefined) return sendProblem(request, reply, { rejected: 'format-not-offered' })
    const paging = format === 'json' || named.has('limit') ? undefined : pages?.(value as RequestOf<E>)
    const stream = paging && (await openExportStream(context, reply))
    const asker = stream?.context ?? context
    const first = await answer(paging?.first ?? (value as RequestOf<E>), asker)
    if (first === undefined) return sendProblem(request, reply, { rejected: 'not-found' })
    if (isRejection(first)) return sendProblem(request, reply, first)
    if (!row || format === 'json') return sendJson(reply, endpoint, await told(endpoint, first, context, reply), context.language)
    const rows = namePeopleInPages(
      row,
      rowsOfPages(paging, first, (page: RequestOf<E>) => answer(page, asker)),
      context,
    )
    return sendRows(request, reply, { endpoint: { ...endpoint, row }, format, pages: stream?.watch(rows) ?? rows })
  },
})

/**
 * A command: decided, stored together with its row of the operation log, and answered once the read models have seen its events, so that the caller's next query reads its
 * own write. A view that lags longer than the bounded wait is said in the header `nightflow-views: behind`.
 */
export const command = <E extends Endpoint>(
  endpoint: E,
  decide: (request: RequestOf<E>, context: RequestContext) => Promise<Outcome<ResponseOf<E>> | Rejection>,
): Route => ({
  endpoint,
  serve: async (dependencies, request, reply) => {
    const context = await contextOfRequest(dependencies, endpoint, request)
    const { value } = readRequest(endpoint, request)
    await refuseOthers(endpoint, value, context)
    return run({ endpoint, context, request, reply }, value, (within) => decide(value as RequestOf<E>, within))
  },
})

/** Reads the file of a command before the decision. */
export type Reader<Request, Read> = {
  queue: 'files' | 'pictures'
  read: (request: Request, file: Upload, context: RequestContext) => Promise<Read | Rejection>
  /** Does the command take seconds? It then takes its turn among those. */
  isSlow?: (request: Request) => boolean
}

/**
 * A command that a file comes with. Nothing of the file is read before the caller may send it and has a place in the queue; it is taken apart in
 * its turn there, before the command takes one of the places that all commands share.
 */
export const upload = <E extends Endpoint, Read>(
  endpoint: E,
  { queue, read, isSlow = () => false }: Reader<RequestOf<E>, Read>,
  decide: (request: RequestOf<E>, read: Read, context: RequestContext) => Promise<Outcome<ResponseOf<E>> | Rejection>,
): Route => ({
  endpoint,
  serve: async (dependencies, request, reply) => {
    const context = await contextOfRequest(dependencies, endpoint, request)
    const place = context.queues[queue].reserve(requesterOf(context))
    let file: Upload
    let value: RequestOf<E>
    let taken: Read | Rejection
    try {
      const { upload: sent, fields } = await receiveUpload(request, endpoint.upload ?? 'file')
      file = sent
      request.body = fields
      value = readRequest(endpoint, request).value as RequestOf<E>
      await refuseOthers(endpoint, value as object, context)
      await place.turn(whenLeft(reply))
      taken = await read(value, file, context)
    } finally {
      place.leave()
    }
    const subject = { ...(value as object), ...(!endpoint.isUploadPersonal && { file: file.fileName }) }
    const asking = { endpoint, context, request, reply, isSlow: isSlow(value) }
    return run(asking, subject, async (within) => (isRejection(taken) ? taken : decide(value, taken, within)))
  },
})

type Asking = { endpoint: Endpoint; context: RequestContext; request: FastifyRequest; reply: FastifyReply; isSlow?: boolean }

const run = async (asking: Asking, subject: object, decide: Decide): Promise<FastifyReply> => {
  const { endpoint, context, request, reply, isSlow = false } = asking
  const { commands, imports } = context.queues
  const requester = requesterOf(context)
  const work = () => commands.take(requester, () => runCommand({ endpoint, context, subject, decide }))
  const outcome = await (isSlow ? imports.take(requester, work, { signal: whenLeft(reply) }) : work())
  if (isRejection(outcome)) return sendProblem(request, reply, outcome)
  if (outcome.position !== undefined) {
    const seen = await waitForOwnWrite(context.servicePool, outcome.position, context.viewWaitMilliseconds)
    reply.header('nightflow-views', seen ? 'current' : 'behind')
  }
  const answer = bodyOf(endpoint, await told(endpoint, outcome.response, context, reply), context.language, outcome.message)
  return reply.header('cache-control', 'no-store').send(answer)
}

/** A question whose answer is a file, of the types that the endpoint names. */
export const file = <E extends Endpoint>(
  endpoint: E,
  answer: (request: RequestOf<E>, context: RequestContext) => Promise<FileAnswer | PartedAnswer | Rejection>,
): Route => {
  if (!endpoint.fileTypes) throw new Error(`${endpoint.path} does not name the types of its file`)
  return {
    endpoint,
    serve: async (dependencies, request, reply) => {
      const context = await contextOfRequest(dependencies, endpoint, request)
      const { value } = readRequest(endpoint, request)
      await refuseOthers(endpoint, value, context)
      const answered = await answer(value as RequestOf<E>, context)
      if (isRejection(answered)) return sendProblem(request, reply, answered)
      return 'parts' in answered ? sendParts(request, reply, answered) : sendFile(reply, answered)
    },
  }
}

/** For people who are not signed in yet. */
export const open = <E extends Endpoint>(
  endpoint: E,
  answer: (request: RequestOf<E>, visit: Visit) => Promise<ResponseOf<E> | Rejection>,
): Route => ({
  endpoint,
  serve: async (dependencies, request, reply) => {
    if (endpoint.permission !== 'public') throw new Error(`${endpoint.path} is not public`)
    const { value } = readRequest(endpoint, request)
    const visit = visitOf(dependencies, request)
    const answered = await answer(value as RequestOf<E>, visit)
    if (isRejection(answered)) return sendProblem(request, reply, answered)
    if (visit.newCookies.length > 0) reply.header('set-cookie', visit.newCookies)
    reply.header('cache-control', 'no-store')
    return reply.send(bodyOf(endpoint, inLocalTimes(endpoint, answered, visit, reply), visit.language))
  },
})

/** Clients of the back office other than our own read local times. */
const inLocalTimes = (
  endpoint: Endpoint,
  answer: unknown,
  { isOwnClient, timeZone = 'UTC' }: Pick<Visit, 'isOwnClient' | 'timeZone'>,
  reply: FastifyReply,
): unknown => {
  if (isOwnClient || !isBackOffice(endpoint.path)) return answer
  reply.header(timeZoneHeader, timeZone)
  return withLocalTimes(endpoint.response, answer, timeZone)
}

/** The answer in the client's format: clients other than our own read local times. */
const told = async (endpoint: Endpoint, given: unknown, context: RequestContext, reply: FastifyReply): Promise<unknown> => {
  const { isOwnClient } = context
  const answer = await namePeople(endpoint.response, given, context)
  if (isOwnClient || !isBackOffice(endpoint.path)) return answer
  const { timeZone } = await tenantOfCaller(context)
  return inLocalTimes(endpoint, answer, { isOwnClient, timeZone }, reply)
}
