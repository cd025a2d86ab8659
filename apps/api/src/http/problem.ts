import { isBackOffice } from '@nightflow/schemas/shared/endpoint'
import type { FieldError, Problem } from '@nightflow/schemas/shared/problem'
import { type Rejection, type RejectionCode, rejections } from '@nightflow/schemas/shared/rejections'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { wrapRefusal } from './back-office-envelope.ts'
import { readerLanguage } from './reader-language.ts'

export const problemMediaType = 'application/problem+json'

/** Ends a request with problem details; for refusals found outside of a decision, such as a missing token. */
export class ProblemError extends Error {
  override name = 'ProblemError'
  readonly refusal: Rejection
  readonly detail: string | undefined
  readonly errors: FieldError[] | undefined

  constructor(refusal: Rejection, { detail, errors }: { detail?: string; errors?: FieldError[] } = {}) {
    super(refusal.rejected)
    this.refusal = refusal
    this.detail = detail
    this.errors = errors
  }
}

/** The one place that turns a refusal into HTTP. `retryAfterSeconds` among its details becomes the header of that name. */
export const sendProblem = (
  request: FastifyRequest,
  reply: FastifyReply,
  { rejected: code, details }: Rejection,
  { detail, errors }: { detail?: string | undefined; errors?: FieldError[] | undefined } = {},
): FastifyReply => {
  if (isBackOffice(request.url)) {
    if (details?.retryAfterSeconds !== undefined) reply.header('retry-after', String(details.retryAfterSeconds))
    const refusal = { rejected: code, ...(details && { details }) }
    return reply
      .code(200)
      .header('cache-control', 'no-store')
      .send(wrapRefusal(refusal, readerLanguage(request), errors))
  }
  const status = rejections[code]
  const problem: Problem = {
    type: `urn:nightflow:problem:${code}`,
    title: titleOf(code),
    status,
    ...(detail !== undefined && { detail }),
    instance: `urn:uuid:${request.id}`,
    code,
    ...(details && { details }),
    ...(errors && { errors }),
  }
  if (status === 401) reply.header('www-authenticate', 'Bearer realm="nightflow"')
  if (details?.retryAfterSeconds !== undefined) reply.header('retry-after', String(details.retryAfterSeconds))
  return reply.code(status).header('cache-control', 'no-store').type(problemMediaType).send(JSON.stringify(problem))
}

const titleOf = (code: RejectionCode): string => {
  const words = code.replaceAll('-', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
