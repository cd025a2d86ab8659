import { Problem } from '@nightflow/schemas/shared/problem'

/** The text of the server beside the code; `detail` is in the reader's language under `/prod-api`, in English under `/api/v1`. */
type Said = Partial<Pick<Problem, 'detail' | 'details' | 'errors'>>

/** The number in the envelope of the back office, or why there was no answer to read. */
type How = { backOfficeCode?: number; failure?: 'network' | 'timeout' | 'http' | 'broken' }

/** A refused or failed call. `code` is a rejection code and the key of the translated text. */
export class ProblemError extends Error {
  readonly code: string
  readonly status: number
  readonly problem: Said | null
  readonly how: How
  /** A screen that shows it in its place says so; what no screen shows is announced. */
  isShown = false

  constructor(code: string, status: number, problem: Said | null, how: How = {}) {
    super(problem?.detail ?? code)
    this.name = 'ProblemError'
    this.code = code
    this.status = status
    this.problem = problem
    this.how = how
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
  if (parsed.success)
    return new ProblemError(parsed.data.code, response.status, { ...parsed.data, detail: parsed.data.detail ?? parsed.data.title })
  return new ProblemError(codeOfStatus[response.status] ?? 'internal-error', response.status, null, { failure: 'http' })
}
