import { findTenant } from '@nightflow/platform/tenants/tenants'
import { waitForViews } from '@nightflow/projections/projector/checkpoint'
import { type Endpoint, isBackOffice, type RequestOf, type ResponseOf } from '@nightflow/schemas/shared/endpoint'
import { isRejection, type Rejection } from '@nightflow/schemas/shared/rejections'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { PoolClient } from 'pg'
import { openExportStream } from '../resource/export-stream.ts'
import { chooseFormat } from './choose-format.ts'
import { contextOfRequest, visitOf } from './context-of-request.ts'
import { withLocalTimes } from './local-times.ts'
import { namePeople, namePeopleInPages } from './name-people.ts'
import { type Pages, rowsOfPages } from './pages.ts'
import { refuseOthers } from './part-of-utility.ts'
import { sendProblem } from './problem.ts'
import { readRequest } from './read-request.ts'
import type { Dependencies, RequestContext, Visit } from './request-context.ts'
import { type Decide, type Outcome, runCommand } from './run-command.ts'
import { bodyOf, type FileAnswer, sendFile, sendJson, sendRows } from './send-answer.ts'
import { receiveUpload, type Upload } from './uploads.ts'

/** An endpoint and what answers it. `routes.ts` of each context is a written list of these. */
export type Route = {
  endpoint: Endpoint
  serve: (dependencies: Dependencies, request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>
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
    const format = row ? chooseFormat(request.headers.accept) : 'json'
    const paging = format === 'json' || named.has('limit') ? undefined : pages?.(value as RequestOf<E>)
    const stream = paging && (await openExportStream(context, reply))
    const asker = stream?.context ?? context
    const first = await answer(paging?.first ?? (value as RequestOf<E>), asker)
    if (first === undefined) return sendProblem(request, reply, { rejected: 'not-found' })
    if (isRejection(first)) return sendProblem(request, reply, first)
    if (!row || format === 'json') return sendJson(reply, endpoint, await told(endpoint, first, context), context.language)
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

/** A command that a file comes with; nothing of it is read before the caller may send it. */
export const upload = <E extends Endpoint>(
  endpoint: E,
  decide: (request: RequestOf<E>, file: Upload, context: RequestContext) => Promise<Outcome<ResponseOf<E>> | Rejection>,
): Route => ({
  endpoint,
  serve: async (dependencies, request, reply) => {
    const context = await contextOfRequest(dependencies, endpoint, request)
    const { upload: file, fields } = await receiveUpload(request, endpoint.upload ?? 'file')
    request.body = fields
    const { value } = readRequest(endpoint, request)
    await refuseOthers(endpoint, value, context)
    const subject = { ...value, ...(!endpoint.isUploadPersonal && { file: file.fileName }) }
    return run({ endpoint, context, request, reply }, subject, (within) => decide(value as RequestOf<E>, file, within))
  },
})

type Asking = { endpoint: Endpoint; context: RequestContext; request: FastifyRequest; reply: FastifyReply }

const run = async (asking: Asking, subject: object, decide: Decide): Promise<FastifyReply> => {
  const { endpoint, context, request, reply } = asking
  const outcome = await context.commands.take(() => runCommand({ endpoint, context, subject, decide }))
  if (isRejection(outcome)) return sendProblem(request, reply, outcome)
  if (outcome.position !== undefined) {
    const seen = await waitForViews(context.servicePool, outcome.position, context.viewWaitMilliseconds)
    reply.header('nightflow-views', seen ? 'current' : 'behind')
  }
  const answer = bodyOf(endpoint, await told(endpoint, outcome.response, context), context.language, outcome.message)
  return reply.header('cache-control', 'no-store').send(answer)
}

/** A question whose answer is a file. */
export const file = <E extends Endpoint>(
  endpoint: E,
  answer: (request: RequestOf<E>, context: RequestContext) => Promise<FileAnswer | Rejection>,
): Route => ({
  endpoint,
  serve: async (dependencies, request, reply) => {
    const context = await contextOfRequest(dependencies, endpoint, request)
    const { value } = readRequest(endpoint, request)
    await refuseOthers(endpoint, value, context)
    const answered = await answer(value as RequestOf<E>, context)
    if (isRejection(answered)) return sendProblem(request, reply, answered)
    return sendFile(reply, answered)
  },
})

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
    return reply.header('cache-control', 'no-store').send(bodyOf(endpoint, answered, visit.language))
  },
})

/** The answer in the client's format: clients other than our own read local times. */
const told = async (endpoint: Endpoint, given: unknown, context: RequestContext): Promise<unknown> => {
  const { pool, caller, isOwnClient } = context
  const answer = await namePeople(endpoint.response, given, context)
  if (isOwnClient || !isBackOffice(endpoint.path)) return answer
  const zone = (await findTenant(pool, caller.tenant))?.timeZone ?? 'UTC'
  return withLocalTimes(endpoint.response, answer, zone)
}
