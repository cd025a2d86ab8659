import type { Problem } from '@nightflow/schemas/shared/problem'
import { type RejectionCode, rejections } from '@nightflow/schemas/shared/rejections'
import type { FastifyReply } from 'fastify'

export const problemContentType = 'application/problem+json'

/** An answer other than success. `detail` says what to do, in English; `errors` where the request was wrong. */
export class ProblemError extends Error {
  readonly code: RejectionCode
  readonly errors: Problem['errors']
  readonly retryAfterSeconds: number | undefined

  constructor(code: RejectionCode, detail: string, more: { errors?: Problem['errors']; retryAfterSeconds?: number } = {}) {
    super(detail)
    this.name = 'ProblemError'
    this.code = code
    this.errors = more.errors
    this.retryAfterSeconds = more.retryAfterSeconds
  }
}

const titles: Record<number, string> = {
  400: 'The request is malformed',
  401: 'Not signed in',
  403: 'Not permitted',
  404: 'Not found',
  408: 'The request did not arrive in time',
  409: 'Refused in the present state',
  413: 'Too large',
  415: 'Unsupported media type',
  429: 'Too many requests',
  431: 'Headers too large',
  500: 'Internal error',
  503: 'Temporarily unavailable',
}

/** RFC 9457 problem details of a refusal; the HTTP status comes from the list of rejections. */
export function problemOf(code: RejectionCode, more: Pick<Problem, 'detail' | 'instance' | 'errors'> = {}): Problem {
  const status: number = rejections[code]
  const { detail, instance, errors } = more
  return {
    type: `urn:nightflow:problem:${code}`,
    title: titles[status] ?? 'Refused',
    status,
    ...(detail !== undefined && { detail }),
    ...(instance !== undefined && { instance }),
    code,
    ...(errors !== undefined && { errors }),
  }
}

/** Answers with problem details. Refusals that pass with time carry `Retry-After`. */
export function sendProblem(reply: FastifyReply, problem: Problem, retryAfterSeconds?: number): FastifyReply {
  if (retryAfterSeconds !== undefined) reply.header('retry-after', String(Math.max(1, Math.ceil(retryAfterSeconds))))
  // The rest of a body that is too large is not waited for.
  if (problem.status === 413) reply.header('connection', 'close')
  if (problem.status === 401) reply.header('www-authenticate', 'Bearer')
  return reply.code(problem.status).type(problemContentType).send(JSON.stringify(problem))
}
