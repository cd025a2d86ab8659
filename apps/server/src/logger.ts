import pino, { type Logger } from 'pino'
import { requestContext, tenantOf } from './requests/request-context.ts'

const causesMax = 3

type Described = { type: string; message: string; code?: unknown; stack?: string; cause?: Described }

/** An error without what drivers hang on it: PostgreSQL's `detail` repeats the row, and a row may hold a name or an address. */
export const describeError = (error: unknown, depth = 0): Described => {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error).slice(0, 500) }
  const { code, cause } = error as { code?: unknown; cause?: unknown }
  return {
    type: error.name,
    message: error.message,
    ...(code !== undefined && { code }),
    ...(error.stack !== undefined && { stack: error.stack }),
    ...(cause !== undefined && depth < causesMax && { cause: describeError(cause, depth + 1) }),
  }
}

/** Redacts the fields that a library adds to a line under these names: `operation` keeps what was decided and its position, which leads to the rest. */
const redacted = [
  ...['password', 'key', 'token', 'connectionString', 'databaseUrl', 'authorization', 'cookie'].flatMap((name) => [name, `*.${name}`]),
  'headers',
  '*.headers',
  ...['actor', 'address', 'subject', 'before', 'after'].map((name) => `operation.${name}`),
]

/** Lines of what is done for a request carry its tenant and its correlation id, wherever they are written. */
const contextOfLine = (): object => {
  const context = requestContext.getStore()
  if (!context) return {}
  const { request, correlation } = context
  const tenant = tenantOf(request)
  return { ...(tenant !== undefined && { tenant }), ...(correlation !== undefined && { correlation }) }
}

/** Structured logs on standard error, a line of JSON each; standard output is for people. Secrets and personal data never enter: these paths are the second wall. */
export const createLogger = (level: string): Logger =>
  pino(
    {
      level,
      base: undefined,
      // Neither addresses of people nor headers nor a path with a name in it: route and status are enough.
      serializers: {
        req: ({ method, routeOptions }: { method: string; routeOptions?: { url?: string } }) => ({ method, route: routeOptions?.url }),
        err: describeError,
        error: describeError,
      },
      mixin: contextOfLine,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: redacted,
    },
    pino.destination({ dest: 2, sync: true }),
  )
