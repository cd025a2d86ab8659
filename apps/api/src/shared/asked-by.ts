import { writeAsTenant } from '@nightflow/projections/platform/write-as-tenant'
import { withTenant } from '@nightflow/projections/shared/database'
import type { Endpoint } from '@nightflow/schemas/shared/endpoint'
import { ownClientHeader } from '@nightflow/schemas/shared/own-client'
import type { FastifyRequest } from 'fastify'
import type { Asked, Caller, Foundation, Visit } from './asked.ts'
import { authenticate, authorize, isByTimer } from './authenticate.ts'
import { readerLanguage } from './reader-language.ts'

/** The context of a request by a person who is not signed in. */
export const visitOf = (foundation: Foundation, request: FastifyRequest): Visit => ({
  ...foundation,
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
export const askedBy = async (foundation: Foundation, endpoint: Endpoint, request: FastifyRequest): Promise<Asked> => {
  const caller = await authenticate(foundation, request)
  authorize(endpoint, caller)
  return {
    ...visitOf(foundation, request),
    caller,
    isByTimer: isByTimer(request),
    read: readAs(foundation, caller, endpoint),
    write: (work) => writeAsTenant(foundation.pool, caller.tenant, work),
  }
}

const statementSecondsMax = 30

const readAs =
  ({ pool, onRead }: Foundation, { tenant }: Caller, endpoint: Endpoint): Asked['read'] =>
  async (work) => {
    const startedAt = performance.now()
    try {
      return await withTenant(pool, tenant, work, { statementSecondsMax })
    } finally {
      onRead?.(endpoint, performance.now() - startedAt)
    }
  }
