import { EventLogOverloaded, EventLogUnavailable } from '@nightflow/event-log/event-log-errors'
import type { RejectionCode } from '@nightflow/schemas/shared/rejections'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { ProblemError, sendProblem } from './problem.ts'

type Answer = { code: RejectionCode; detail: string; retryAfterSeconds?: number }

/** Errors of the HTTP layer by their code; the others are mapped by their status below. */
const httpErrors: Record<string, Answer> = {
  FST_REQ_FILE_TOO_LARGE: { code: 'too-large', detail: 'The file is larger than this endpoint takes.' },
  FST_ERR_CTP_BODY_TOO_LARGE: { code: 'too-large', detail: 'The body is larger than this endpoint takes.' },
  FST_ERR_CTP_INVALID_MEDIA_TYPE: { code: 'unsupported-media-type', detail: 'Send the body as application/json.' },
  FST_ERR_CTP_INVALID_JSON_BODY: { code: 'request-invalid', detail: 'The body is not JSON.' },
}

/** Errors of PostgreSQL by their class (the first two characters) or their whole code. */
const databaseErrors: Record<string, Answer> = {
  22: { code: 'request-invalid', detail: 'A value of the request cannot be stored or compared.' },
  57014: { code: 'unavailable', detail: 'The answer took too long to compute. Ask for less, or again later.', retryAfterSeconds: 5 },
  '08': { code: 'unavailable', detail: 'The database cannot be reached.', retryAfterSeconds: 5 },
  53: { code: 'unavailable', detail: 'The database is short of connections or memory.', retryAfterSeconds: 5 },
  57: { code: 'unavailable', detail: 'The database is being restarted.', retryAfterSeconds: 5 },
}

const networkErrors = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND'])

/** Every error ends here: problem details for the caller, all details for the log. An unexpected error discloses nothing to the caller. */
export const answerError = (error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
  if (error instanceof ProblemError) return sendProblem(request, reply, error.refusal, error)
  const answer = answerOf(error)
  if (answer.code === 'internal-error') request.log.error({ err: error }, 'request failed')
  else request.log.warn({ err: error }, 'request refused')
  const { code, detail, retryAfterSeconds } = answer
  return sendProblem(
    request,
    reply,
    { rejected: code, ...(retryAfterSeconds !== undefined && { details: { retryAfterSeconds } }) },
    { detail },
  )
}

const answerOf = (error: FastifyError | Error): Answer => {
  if (error instanceof EventLogUnavailable || error instanceof EventLogOverloaded) {
    return { code: 'unavailable', detail: 'The log does not answer. Repeat the command: it will be done once.', retryAfterSeconds: 5 }
  }
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  const known = httpErrors[code] ?? (isDatabaseCode(code) ? (databaseErrors[code] ?? databaseErrors[code.slice(0, 2)]) : undefined)
  if (known) return known
  if (networkErrors.has(code) || /timeout exceeded when trying to connect|Connection terminated/.test(error.message))
    return databaseErrors['08']!
  const status = 'statusCode' in error ? error.statusCode : undefined
  if (typeof status === 'number' && status >= 400 && status < 500) return { code: 'request-invalid', detail: error.message }
  return { code: 'internal-error', detail: 'Something went wrong here. The instance names the entry in the log.' }
}

const isDatabaseCode = (code: string): boolean => /^[0-9A-Z]{5}$/.test(code)
