import { Problem } from '@nightflow/schemas/shared/problem'
import { CommandRefusal } from './command-refusal.ts'

const answerMillisecondsMax = 60_000
const attemptsMax = 8

/** Where requests go, with which token or key, and for which import. */
export type CalledServer = { baseUrl: string; bearer: string; importId?: string }

export type Answer = { status: number; body: unknown }

const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** Seconds or a date, RFC 9110 10.2.3; at most a minute, since the command tries again anyway. */
const retryAfterMilliseconds = (header: string | null): number | undefined => {
  if (!header) return undefined
  const seconds = Number(header)
  const milliseconds = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header) - Date.now()
  return Number.isFinite(milliseconds) ? Math.min(60_000, Math.max(0, milliseconds)) : undefined
}

/**
 * One request to the server. Too fast, unavailable and a broken connection are tried again up to eight times with growing pauses: what
 * is sent here may always be sent twice. Other refusals come back as the answer.
 */
export const callServer = async (
  { baseUrl, bearer, importId }: CalledServer,
  method: string,
  path: string,
  body?: unknown,
): Promise<Answer> => {
  let failure = ''
  for (let attempt = 1; attempt <= attemptsMax; attempt++) {
    try {
      const answer = await fetch(`${baseUrl}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${bearer}`,
          accept: 'application/json',
          ...(importId === undefined ? {} : { 'x-import-id': importId }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        signal: AbortSignal.timeout(answerMillisecondsMax),
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      const text = await answer.text()
      const isPassing = answer.status === 429 || answer.status >= 500
      if (!isPassing) return { status: answer.status, body: text === '' ? undefined : JSON.parse(text) }
      failure = describeProblem(answer.status, text)
      await pause(retryAfterMilliseconds(answer.headers.get('retry-after')) ?? 200 * 2 ** attempt)
    } catch (error) {
      failure = error instanceof Error ? ((error.cause as Error | undefined)?.message ?? error.message) : String(error)
      await pause(200 * 2 ** attempt)
    }
  }
  throw new CommandRefusal(
    `${method} ${path} failed ${attemptsMax} times (${failure}); look at the server's log, then run the same command again (nothing is stored twice).`,
  )
}

const describeProblem = (status: number, text: string): string => {
  try {
    const problem = Problem.parse(JSON.parse(text))
    const fields = problem.errors?.map(({ path, message }) => `${path}: ${message}`).join('; ')
    return [`${status} ${problem.code}`, problem.detail, fields].filter(Boolean).join(', ')
  } catch {
    return `${status} ${text.slice(0, 200)}`
  }
}

/** A request that must succeed, or be refused with one of the named codes; answers the body, or undefined for such a refusal. */
export const requestServer = async (
  server: CalledServer,
  method: string,
  path: string,
  body?: unknown,
  expectedRefusals: readonly string[] = [],
): Promise<unknown> => {
  const answer = await callServer(server, method, path, body)
  if (answer.status < 300) return answer.body
  const problem = Problem.safeParse(answer.body)
  if (problem.success && expectedRefusals.includes(problem.data.code)) return undefined
  throw new CommandRefusal(`${method} ${path} was refused: ${describeProblem(answer.status, JSON.stringify(answer.body))}.`)
}
