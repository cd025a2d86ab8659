import { withTenant } from '@nightflow/event-log/postgres/database'
import { recordOperation } from '@nightflow/platform/operations/operation-log'
import { writeAsTenant } from '@nightflow/platform/storage/write-as-tenant'
import type { Endpoint } from '@nightflow/schemas/shared/endpoint'
import { ownClientHeader } from '@nightflow/schemas/shared/own-client'
import type { FastifyRequest } from 'fastify'
import { actorOf } from './actor.ts'
import { authenticate, authorize, isByTimer } from './authenticate.ts'
import { refuseWholeUtility } from './part-of-utility.ts'
import { ProblemError } from './problem.ts'
import { readerLanguage } from './reader-language.ts'
import type { Caller, Dependencies, RequestContext, Visit } from './request-context.ts'

/** The context of a request by a person who is not signed in. */
export const visitOf = (dependencies: Dependencies, request: FastifyRequest): Visit => ({
  ...dependencies,
  address: request.ip,
  logger: request.log,
  language: readerLanguage(request),
  client: String(request.headers['user-agent'] ?? '').slice(0, 200),
  isEncrypted: request.protocol === 'https',
  cookies: String(request.headers.cookie ?? '').slice(0, 8_192),
  newCookies: [],
  isOwnClient: request.headers[ownClientHeader] !== undefined,
})

/** The context of a request by a caller who may use the endpoint. Throws what `authenticate` and `authorize` throw. */
export const contextOfRequest = async (
  dependencies: Dependencies,
  endpoint: Endpoint,
  request: FastifyRequest,
): Promise<RequestContext> => {
  const caller = await authenticate(dependencies, request)
  try {
    authorize(endpoint, caller)
    refuseWholeUtility(endpoint, caller)
  } catch (error) {
    await recordRefusal(dependencies, { endpoint, caller, request, error })
    throw error
  }
  return {
    ...visitOf(dependencies, request),
    caller,
    isByTimer: isByTimer(request),
    read: readAs(dependencies, caller, endpoint),
    onStored: (work) => work(),
    write: (work) => writeAsTenant(dependencies.pool, caller.tenant, work),
  }
}

type Refused = { endpoint: Endpoint; caller: Caller; request: FastifyRequest; error: unknown }

/** A refusal for lack of a permission is a row of the operation log. That the row cannot be written changes nothing for the caller, who is refused. */
const recordRefusal = async ({ servicePool, refusals }: Dependencies, { endpoint, caller, request, error }: Refused): Promise<void> => {
  if (!(error instanceof ProblemError) || error.refusal.rejected !== 'permission-missing') return
  const { tenant } = caller
  const actor = actorOf(caller)
  const operation = `${endpoint.method} ${endpoint.path}`
  const count = refusals.take({ tenant, actor, operation })
  if (count === undefined) return
  // Without the query, which may hold names that were searched for.
  const subject = { path: request.url.replace(/\?.*/s, '').slice(0, 200) }
  const after = { ...error.refusal.details, ...(count > 1 && { count }) }
  try {
    await recordOperation(servicePool, { tenant, actor, operation, subject, outcome: 'permission-missing', after, address: request.ip })
  } catch (failure) {
    request.log.error({ err: failure, actor, operation }, 'a refusal could not be written to the operation log')
  }
}

const statementSecondsMax = 30

export const readAs =
  ({ servicePool, onRead }: Dependencies, { tenant, scope }: Caller, endpoint: Endpoint): RequestContext['read'] =>
  async (work) => {
    const startedAt = performance.now()
    try {
      return await withTenant(servicePool, tenant, work, { statementSecondsMax, scope })
    } finally {
      onRead?.(endpoint, performance.now() - startedAt)
    }
  }
