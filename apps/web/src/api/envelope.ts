import type { Endpoint } from '@nightflow/schemas/shared/endpoint'
import { FieldError } from '@nightflow/schemas/shared/problem'
import { z } from 'zod'
import { ProblemError } from '#api/problem-error.ts'

/** The server's word that the session is over: a warning with its message, then sign in again. */
export const signOutCode = 100_102_000_002

const Head = z.looseObject({
  /** An answer without a code is a success, as the clients of the back office read it. */
  code: z.number().default(200),
  msg: z.string().nullish(),
  reason: z.string().optional(),
  status: z.number().optional(),
  details: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
  errors: z.array(FieldError).optional(),
})

const codeOfNumber: Record<number, string> = {
  401: 'not-signed-in',
  403: 'permission-missing',
  404: 'not-found',
  [signOutCode]: 'session-ended',
}

/** The content of the envelope, before the endpoint's schema checks it. Throws `ProblemError` for every code but 200. */
export function unwrap(envelope: Endpoint['envelope'], body: unknown): unknown {
  const head = Head.safeParse(body)
  if (!head.success) throw new ProblemError('internal-error', 200, null, { failure: 'http' })
  const { code, msg, reason, status, details, errors } = head.data
  if (code !== 200) {
    const said = { ...(msg && { detail: msg }), ...(details && { details }), ...(errors && { errors }) }
    throw new ProblemError(reason ?? codeOfNumber[code] ?? 'internal-error', status ?? code, said, { backOfficeCode: code })
  }
  return envelope === undefined || envelope === 'data' ? (head.data.data ?? {}) : body
}
