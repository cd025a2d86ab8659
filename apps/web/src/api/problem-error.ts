import { Problem } from '@nightflow/schemas/shared/problem'

/** A refused or failed call. `code` is a rejection code and the key of the translated text. */
export class ProblemError extends Error {
  readonly code: string
  readonly status: number
  readonly problem: Problem | null

  constructor(code: string, status: number, problem: Problem | null) {
    super(problem?.detail ?? problem?.title ?? code)
    this.name = 'ProblemError'
    this.code = code
    this.status = status
    this.problem = problem
  }
}

const codeOfStatus: Record<number, string> = {
  401: 'not-signed-in',
  403: 'permission-missing',
  404: 'not-found',
  413: 'too-large',
  429: 'too-fast',
  502: 'unavailable',
  503: 'unavailable',
  504: 'unavailable',
}

/** Reads problem details where the server sent them; a proxy's page or an empty body still becomes a code that has a text. */
export async function problemFromResponse(response: Response): Promise<ProblemError> {
  const body: unknown = await response.json().catch(() => null)
  const parsed = Problem.safeParse(body)
  if (parsed.success) return new ProblemError(parsed.data.code, response.status, parsed.data)
  return new ProblemError(codeOfStatus[response.status] ?? 'internal-error', response.status, null)
}
