import * as sessionCalls from '@nightflow/schemas/platform/session-calls'
import { logOut } from '@nightflow/schemas/platform/sign-in-calls'
import { byTimerHeader } from '@nightflow/schemas/shared/by-timer'
import type { Endpoint } from '@nightflow/schemas/shared/endpoint'
import { mayDo } from '@nightflow/schemas/shared/may-do'
import { type Permission, permissionsOfRole, Role } from '@nightflow/schemas/shared/permissions'
import { rejected } from '@nightflow/schemas/shared/rejections'
import { TenantCode } from '@nightflow/schemas/shared/values'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { ProblemError } from './problem.ts'
import type { Caller, Dependencies } from './request-context.ts'

/** A person's token names a session, which can be ended; one of the command line names a built-in role and lives for its hours. */
const Claims = z.union([z.object({ sid: z.uuid() }), z.object({ tenant: TenantCode, username: z.string().min(1).max(64), role: Role })])

/** The caller, from the bearer token and its session. Throws `not-signed-in`, or `session-ended` when the session was ended. */
export const authenticate = async ({ sessions }: Dependencies, request: FastifyRequest): Promise<Caller> => {
  const claims = await claimsOf(request)
  if ('role' in claims) {
    const { tenant, username, role } = claims
    return callerOf({
      tenant,
      homeTenant: tenant,
      username,
      userId: null,
      sessionId: null,
      roles: [role],
      permissions: permissionsOfRole[role],
      mustChangePassword: false,
      scope: undefined,
    })
  }
  const session = await sessions.find(claims.sid, { isUse: !isByTimer(request) })
  if (session === undefined) throw new ProblemError(rejected('not-signed-in'), { detail: 'The session is over. Sign in again.' })
  if ('endedBecause' in session) throw new ProblemError(rejected('session-ended', { reason: session.endedBecause }))
  const { tenant, homeTenant, username, userId, roles, permissions, mustChangePassword, scope } = session
  return callerOf({ tenant, homeTenant, username, userId, roles, permissions, mustChangePassword, scope, sessionId: claims.sid })
}

/** Did no person cause this call? */
export const isByTimer = ({ headers }: FastifyRequest): boolean => headers[byTimerHeader] !== undefined

const claimsOf = async (request: FastifyRequest): Promise<z.output<typeof Claims>> => {
  try {
    return Claims.parse(await request.jwtVerify())
  } catch {
    throw new ProblemError(rejected('not-signed-in'), {
      detail: request.headers.authorization
        ? 'The token is expired or not one of this service. Sign in again.'
        : 'Send Authorization: Bearer <token>.',
    })
  }
}

export const callerOf = ({ permissions, ...caller }: Omit<Caller, 'may' | 'permissions'> & { permissions: Iterable<string> }): Caller => {
  const held = new Set(permissions)
  const { tenant, homeTenant } = caller
  return {
    ...caller,
    permissions: held,
    may: (permission: Permission) => mayDo(held, permission, { tenant, isVisit: homeTenant !== tenant }),
  }
}

const nameOf = ({ method, path }: Endpoint): string => `${method} ${path}`

/** Calls open to a person who still has the initial password: read the profile, change the password, sign out. */
const openWithInitialPassword = new Set(
  [sessionCalls.findInfo, sessionCalls.findOwnTenant, sessionCalls.findRouters, sessionCalls.replaceInitialPassword, logOut].map(nameOf),
)

/** Refuses by default: only a caller with the endpoint's permission continues. Throws `permission-missing` or `password-must-change`. */
export const authorize = (endpoint: Endpoint, caller: Caller): void => {
  const { permission } = endpoint
  if (caller.mustChangePassword && !openWithInitialPassword.has(nameOf(endpoint))) {
    throw new ProblemError(rejected('password-must-change'), {
      detail: 'Change the initial password first: PUT /prod-api/system/user/forceResetPwd.',
    })
  }
  if (permission === 'public' || permission === 'signed-in' || caller.may(permission)) return
  throw new ProblemError(rejected('permission-missing', { permission }), {
    detail: `The roles ${caller.roles.join(', ') || '(none)'} lack ${permission}.`,
  })
}
