import { setTimeout as sleep } from 'node:timers/promises'

export type Call = {
  method?: 'GET' | 'POST' | 'PUT'
  url: string
  /** Access token or gateway key. */
  bearer: string
  body?: string | Uint8Array | FormData
  /** The body is gzip already. */
  gzip?: boolean
  signal?: AbortSignal | undefined
}

/** A permanent refusal of the service; `code` is the problem's stable word. */
export class ServiceRefusal extends Error {
  readonly status: number
  readonly code: string
  constructor(call: Call, status: number, code: string, detail: string) {
    super(`${call.method ?? 'POST'} ${call.url} was refused with ${status} ${code}${detail ? `: ${detail}` : ''}`)
    this.status = status
    this.code = code
  }
}

const attemptsMax = 9
const pauseMillisecondsMax = 10_000
const retryAfterMillisecondsMax = 60_000
const answerMillisecondsMax = 60_000

/**
 * Calls the service and answers the parsed JSON. Server errors, time-outs and broken connections are tried again after growing pauses, and
 * 429 after its `Retry-After`: at most nine times, about half a minute.
 *
 * @throws ServiceRefusal when the request itself is wrong; Error when the service stays out of reach.
 */
export async function callNightflow(call: Call): Promise<unknown> {
  let reason = ''
  for (let attempt = 0; attempt < attemptsMax; attempt++) {
    call.signal?.throwIfAborted()
    const outcome = await attemptCall(call)
    if ('value' in outcome) return outcome.value
    reason = outcome.reason
    const pause = outcome.retryAfterMilliseconds ?? Math.min(pauseMillisecondsMax, 150 * 2 ** attempt)
    await sleep(Math.min(retryAfterMillisecondsMax, pause), undefined, { signal: call.signal })
  }
  throw new Error(`${call.url} stays out of reach after ${attemptsMax} attempts (${reason}); check that Nightflow runs there and try again`)
}

type Outcome = { value: unknown } | { reason: string; retryAfterMilliseconds?: number }

async function attemptCall(call: Call): Promise<Outcome> {
  const { method = 'POST', url, bearer, body, gzip } = call
  const headers: Record<string, string> = { authorization: `Bearer ${bearer}`, accept: 'application/json' }
  // A form says its own type, with the boundary between its parts.
  if (body !== undefined && !(body instanceof FormData)) headers['content-type'] = 'application/json'
  if (gzip) headers['content-encoding'] = 'gzip'
  const timeLimit = AbortSignal.timeout(answerMillisecondsMax)
  const signal = call.signal ? AbortSignal.any([call.signal, timeLimit]) : timeLimit
  let status: number
  let text: string
  let retryAfter: string | null
  try {
    const answer = await fetch(url, { method, headers, signal, ...(body === undefined ? {} : { body }) })
    status = answer.status
    retryAfter = answer.headers.get('retry-after')
    text = await answer.text()
  } catch (error) {
    call.signal?.throwIfAborted()
    return { reason: describe(error) }
  }
  if (status < 300) return { value: text === '' ? undefined : JSON.parse(text) }
  if (status === 429) return { reason: 'too fast', retryAfterMilliseconds: Math.max(0, Number(retryAfter) || 1) * 1000 }
  if (status >= 500) return { reason: `HTTP ${status}` }
  const problem = problemOf(text)
  throw new ServiceRefusal(call, status, problem.code, problem.detail)
}

const describe = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? error.cause.message : error.message
}

function problemOf(text: string): { code: string; detail: string } {
  try {
    const problem = JSON.parse(text) as { code?: unknown; detail?: unknown }
    return { code: String(problem.code ?? 'unknown'), detail: String(problem.detail ?? '') }
  } catch {
    return { code: 'unknown', detail: text.slice(0, 200) }
  }
}
