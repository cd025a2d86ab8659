import type { Endpoint } from '@nightflow/schemas/shared/endpoint'
import type { z } from 'zod'
import { ProblemError, problemFromResponse } from '#api/problem-error.ts'
import { currentToken, forgetToken } from '#session/token.ts'

/** A call that is not answered within this is given up, so that a screen never waits for ever. */
const answerMillisecondsMax = 60_000

/**
 * Calls one endpoint and gives its parsed answer. Path parameters are taken out of the request, the rest is the query
 * of a GET or DELETE and the body of a POST or PUT. A refusal throws `ProblemError` whose `code` has a text in every language.
 */
export async function call<Request extends z.ZodObject, Response extends z.ZodType>(
  endpoint: Endpoint<Request, Response>,
  request: z.input<Request>,
  signal?: AbortSignal,
): Promise<z.output<Response>> {
  const { path, init } = httpRequestOf(endpoint, request as Record<string, unknown>)
  const timeout = AbortSignal.timeout(answerMillisecondsMax)
  const response = await fetch(path, { ...init, signal: signal ? AbortSignal.any([signal, timeout]) : timeout }).catch((error: unknown) => {
    if (signal?.aborted) throw error
    throw new ProblemError('unavailable', 0, null)
  })
  if (!response.ok) {
    const problem = await problemFromResponse(response)
    if (response.status === 401 && endpoint.permission !== 'public') forgetToken()
    throw problem
  }
  const body: unknown = response.status === 204 ? {} : await response.json()
  return endpoint.response.parse(body)
}

/** What `fetch` needs for an endpoint and its request. */
export function httpRequestOf(
  endpoint: Pick<Endpoint, 'method' | 'path'>,
  request: Record<string, unknown>,
): { path: string; init: RequestInit } {
  const rest = new Map(Object.entries(request).filter(([, value]) => value !== undefined && value !== ''))
  const path = endpoint.path.replace(/:([A-Za-z]+)/g, (_, name: string) => {
    const value = rest.get(name)
    rest.delete(name)
    return encodeURIComponent(String(value))
  })
  const headers: Record<string, string> = { accept: 'application/json' }
  const token = currentToken()
  if (token) headers.authorization = `Bearer ${token}`
  const carriesBody = endpoint.method === 'POST' || endpoint.method === 'PUT'
  if (carriesBody) headers['content-type'] = 'application/json'
  const query = carriesBody ? '' : new URLSearchParams([...rest].map(([name, value]) => [name, String(value)])).toString()
  const body = carriesBody ? JSON.stringify(Object.fromEntries(rest)) : null
  return { path: query ? `${path}?${query}` : path, init: { method: endpoint.method, headers, body } }
}
