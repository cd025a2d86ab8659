import { byTimerHeader } from '@nightflow/schemas/shared/by-timer'
import { type Endpoint, isBackOffice } from '@nightflow/schemas/shared/endpoint'
import { ownClientHeader } from '@nightflow/schemas/shared/own-client'
import type { z } from 'zod'
import { confirmAmount } from '#api/amount-confirmation.ts'
import { announceUnlessShown } from '#api/announce-problem.ts'
import { signOutCode, unwrap } from '#api/envelope.ts'
import { currentLanguage } from '#api/language.ts'
import { isPageInUse } from '#api/presence.ts'
import { ProblemError, problemFromResponse } from '#api/problem-error.ts'
import { readAnswer } from '#api/read-answer.ts'
import { loadRefusals } from '#api/rejection-texts.ts'
import { currentToken, forgetToken } from '#api/token.ts'

/** A call that is not answered within this is given up, so that a screen never waits for ever. */
export const answerMillisecondsMax = 30_000

/**
 * Calls one endpoint and gives its parsed answer. Path parameters are taken out of the request, the rest is the query of a GET or DELETE
 * and the body of a POST or PUT; null fields are left out. A refusal throws `ProblemError` whose `code` has a text in every language;
 * one that no screen shows in its place is announced.
 */
export async function call<Request extends z.ZodObject, Response extends z.ZodType>(
  endpoint: Endpoint<Request, Response>,
  request: z.input<Request>,
  signal?: AbortSignal,
): Promise<z.output<Response>> {
  const send = (asked: z.input<Request>) => {
    const { path, init } = httpRequestOf(endpoint, asked)
    return answerOfEndpoint(endpoint, path, init, signal)
  }
  try {
    return await send(request).catch((error: unknown) => confirmedOr(error, request, send))
  } catch (error) {
    if (error instanceof ProblemError) await loadRefusals(currentLanguage())
    throw heard(error, endpoint, signal !== undefined)
  }
}

/** Sends the request once more where the person types its amount again: the service stores nothing of one above the limit before. */
async function confirmedOr<Asked, Answer>(error: unknown, request: Asked, send: (request: Asked) => Promise<Answer>): Promise<Answer> {
  const details = error instanceof ProblemError && error.code === 'amount-not-confirmed' ? error.problem?.details : undefined
  const confirmedAmount = details && (await confirmAmount({ limit: String(details.limit), amount: String(details.amount) }))
  if (confirmedAmount === undefined) throw error
  return send({ ...request, confirmedAmount })
}

/** Sends a file along, in the field that the endpoint names. */
export async function uploadFile<Request extends z.ZodObject, Response extends z.ZodType>(
  endpoint: Endpoint<Request, Response>,
  request: z.input<Request>,
  file: File,
): Promise<z.output<Response>> {
  const { path, init } = uploadRequestOf(endpoint, request, file)
  try {
    return await answerOfEndpoint(endpoint, path, init)
  } catch (error) {
    if (error instanceof ProblemError) await loadRefusals(currentLanguage())
    throw heard(error, endpoint)
  }
}

/** The arguments of `fetch` to send a file, in the field that the endpoint names. */
export function uploadRequestOf<Request extends z.ZodObject>(
  endpoint: Endpoint<Request>,
  request: z.input<Request>,
  file: File,
): { path: string; init: RequestInit } {
  const { path, init } = httpRequestOf(endpoint, request)
  const body = new FormData()
  for (const [name, value] of Object.entries(request)) body.append(name, String(value))
  body.append(endpoint.upload ?? 'file', file)
  const { 'content-type': _, ...headers } = init.headers as Record<string, string>
  return { path, init: { ...init, headers, body } }
}

/** The parsed answer. Throws `ProblemError`, which is announced nowhere. */
export async function answerOfEndpoint<Request extends z.ZodObject, Response extends z.ZodType>(
  endpoint: Endpoint<Request, Response>,
  path: string,
  init: RequestInit,
  signal?: AbortSignal,
): Promise<z.output<Response>> {
  const response = await answeredInTime(path, init, signal)
  const body: unknown = response.status === 204 ? {} : await response.json().catch(() => undefined)
  const read = readAnswer(endpoint.response, isBackOffice(endpoint.path) ? unwrap(endpoint.envelope, body) : body)
  // An answer that does not fit the endpoint is a failure, shown as any other.
  if (!read) throw new ProblemError('internal-error', response.status, null, { failure: 'broken' })
  return read.answer
}

/** Announces a problem and ends the session where it is over. The problem goes on to the caller. `isQuery`: the query client announces it. */
export function heard(error: unknown, { permission }: Pick<Endpoint, 'permission'>, isQuery = false): unknown {
  if (!(error instanceof ProblemError)) return error
  // A query is repeated after an outage, and announces its last failure alone.
  if (!isQuery || error.how.backOfficeCode === signOutCode) announceUnlessShown(error)
  if (error.status === 401 && permission !== 'public' && error.code !== 'session-ended') forgetToken()
  return error
}

/** Throws `ProblemError` when nothing came, not in time, or with another HTTP status than success. */
export async function answeredInTime(path: string, init: RequestInit, signal?: AbortSignal): Promise<Response> {
  const timeout = AbortSignal.timeout(answerMillisecondsMax)
  const response = await fetch(path, { ...init, signal: signal ? AbortSignal.any([signal, timeout]) : timeout }).catch((error: unknown) => {
    if (signal?.aborted) throw error
    throw new ProblemError('unavailable', 0, null, { failure: timeout.aborted ? 'timeout' : 'network' })
  })
  if (!response.ok) throw await problemFromResponse(response)
  return response
}

/** The arguments of `fetch` for an endpoint and its request. */
export function httpRequestOf(endpoint: Pick<Endpoint, 'method' | 'path'>, request: object): { path: string; init: RequestInit } {
  const carriesBody = endpoint.method === 'POST' || endpoint.method === 'PUT'
  const rest = new Map(
    Object.entries(request).filter(([, value]) => value !== undefined && value !== null && (carriesBody || value !== '')),
  )
  const path = endpoint.path.replace(/:([A-Za-z]+)/g, (_, name: string) => {
    const value = rest.get(name)
    rest.delete(name)
    return encodeURIComponent(String(value))
  })
  const headers: Record<string, string> = { accept: 'application/json', language: currentLanguage(), [ownClientHeader]: 'web' }
  const token = currentToken()
  if (token) headers.authorization = `Bearer ${token}`
  if (!isPageInUse()) headers[byTimerHeader] = 'yes'
  if (carriesBody) headers['content-type'] = 'application/json'
  const query = carriesBody ? '' : new URLSearchParams([...rest].map(([name, value]) => [name, String(value)])).toString()
  const body = carriesBody ? JSON.stringify(Object.fromEntries(rest)) : null
  return { path: query ? `${path}?${query}` : path, init: { method: endpoint.method, headers, body } }
}
