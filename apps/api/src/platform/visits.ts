import { recordOperation } from '@nightflow/platform/operations/operation-log'
import { closeVisit, recordVisit } from '@nightflow/platform/people/visits'
import { issueSessionToken } from '@nightflow/platform/sign-in/access-token'
import { endSession, minutesLeft, resumeSession, startVisitSession } from '@nightflow/platform/sign-in/sessions'
import { findTenant } from '@nightflow/platform/tenants/tenants'
import { endVisit as endEndpoint, visitTenant as visitEndpoint } from '@nightflow/schemas/platform/session-calls'
import { actorOfPerson } from '@nightflow/schemas/shared/actors'
import type { RequestOf, ResponseOf } from '@nightflow/schemas/shared/endpoint'
import { platformTenant } from '@nightflow/schemas/shared/may-do'
import { type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import type { RequestContext } from '../http/request-context.ts'
import type { Outcome } from '../http/run-command.ts'

/**
 * A session in the tenant beside the operator's own, which cannot outlive it. Both tenants have it in their operation log: the platform's
 * by way of the command, the visited one here.
 */
export const visitTenant = async (
  { code, reason, minutes }: RequestOf<typeof visitEndpoint>,
  context: RequestContext,
): Promise<Outcome<ResponseOf<typeof visitEndpoint>> | Rejection> => {
  const { pool, caller, address, client } = context
  const { userId, sessionId, homeTenant } = caller
  if (userId === null || sessionId === null) return rejected('permission-missing')
  if (caller.tenant !== homeTenant) return rejected('already-visiting')
  if (code === platformTenant || !(await findTenant(pool, code))) return rejected('not-found')
  const started = { userId, tenant: code, homeTenant, visitedFrom: sessionId, seconds: minutes * 60, address, client }
  const session = await startVisitSession(pool, started)
  const endsAt = session.endsAt
  await recordVisit(pool, { tenant: code, operator: caller.username, sessionId: session.id, reason, endsAt, address })
  await tell(context, code, nameOf(visitEndpoint), { reason, endsAt })
  const token = issueSessionToken(context.tokenSecret, session)
  return { response: { access_token: token, expires_in: minutesLeft(session) }, after: { visited: code, endsAt } }
}

/** Back to the operator's own session, unless its time is over. */
export const endVisit = async (_: object, context: RequestContext): Promise<Outcome<ResponseOf<typeof endEndpoint>> | Rejection> => {
  const { pool, caller, sessions, tokenSecret } = context
  const { sessionId, homeTenant } = caller
  const found = sessionId === null ? undefined : await sessions.find(sessionId)
  if (sessionId === null || !found || !('visitedFrom' in found) || found.visitedFrom === null) return rejected('not-visiting')
  await closeVisit(pool, sessionId)
  await endSession(pool, sessionId, 'visit-over')
  await tell(context, homeTenant, nameOf(endEndpoint), { left: caller.tenant })
  const own = await resumeSession(pool, found.visitedFrom)
  if (!own) return rejected('not-signed-in')
  return { response: { access_token: issueSessionToken(tokenSecret, own), expires_in: minutesLeft(own) }, after: { left: caller.tenant } }
}

const nameOf = ({ method, path }: { method: string; path: string }): string => `${method} ${path}`

/** The same in the operation log of the tenant that the command itself does not write to. */
const tell = ({ pool, caller, address }: RequestContext, tenant: string, operation: string, after: object): Promise<void> =>
  recordOperation(pool, { tenant, actor: actorOfPerson('operator', caller), operation, subject: {}, outcome: 'accepted', after, address })
