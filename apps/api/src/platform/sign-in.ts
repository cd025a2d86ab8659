import { accessTokenSeconds, issueAccessToken } from '@nightflow/projections/platform/access-token'
import { hashPassword, verifyPassword } from '@nightflow/projections/platform/password'
import { admitSignIn, closeSignIn } from '@nightflow/projections/platform/sign-ins'
import { findTenant, type Tenant } from '@nightflow/projections/platform/tenants'
import { findUser, type User } from '@nightflow/projections/platform/users'
import type { signIn as signInEndpoint } from '@nightflow/schemas/platform/endpoints'
import type { Session, SignedIn } from '@nightflow/schemas/platform/session'
import type { RequestOf } from '@nightflow/schemas/shared/endpoint'
import { permissionsOfRole } from '@nightflow/schemas/shared/permissions'
import { type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import type { Asked, Caller, Visit } from '../shared/asked.ts'

/** Passwords checked at once: each takes some 20 MB and a core for a while, and the machine has other work. */
const checksAtOnceMax = 8
let checksNow = 0

/**
 * Wrong tenant, wrong name, wrong password and disabled user are one answer, after the same work, so that nobody learns which it was.
 * Refused after repeated failures for a while (`sign-in-throttled`), right password or not.
 */
export const signIn = async (
  { tenant, username, password }: RequestOf<typeof signInEndpoint>,
  visit: Visit,
): Promise<SignedIn | Rejection> => {
  if (checksNow >= checksAtOnceMax) return rejected('sign-in-throttled', { retryAfterSeconds: 1 })
  checksNow += 1
  try {
    const admission = await admitSignIn(visit.pool, { tenant, username, address: visit.address })
    if ('retryAfterSeconds' in admission) return rejected('sign-in-throttled', admission)
    const user = await findUser(visit.pool, tenant, username)
    const isRight = await verifyPassword(password, user?.passwordHash ?? (await hashOfNobody()))
    if (!user || !isRight || user.disabled) {
      await closeSignIn(visit.pool, admission.id, 'refused')
      return rejected('sign-in-refused')
    }
    await closeSignIn(visit.pool, admission.id, 'accepted')
    return signedIn(visit, user)
  } finally {
    checksNow -= 1
  }
}

/** A fresh token; whoever was disabled since, or got another role, is told by this. */
export const renewSession = async (_: object, asked: Asked): Promise<SignedIn | Rejection> => {
  const user = await findUser(asked.pool, asked.caller.tenant, asked.caller.username)
  return user && !user.disabled ? signedIn(asked, user) : rejected('not-signed-in')
}

export const findSession = async (_: object, { pool, caller }: Asked): Promise<Session | Rejection> => {
  const tenant = await findTenant(pool, caller.tenant)
  return tenant ? sessionOf(tenant, caller) : rejected('not-signed-in')
}

const signedIn = async ({ pool, tokenSecret }: Visit, { username, role, ...user }: User): Promise<SignedIn | Rejection> => {
  const tenant = await findTenant(pool, user.tenant)
  if (!tenant) return rejected('sign-in-refused')
  const caller = { tenant: tenant.code, username, role }
  const session = sessionOf(tenant, { username, roles: [role], permissions: new Set(permissionsOfRole[role]) })
  return { token: issueAccessToken(tokenSecret, caller), expiresIn: accessTokenSeconds, session }
}

const sessionOf = (
  { code, name, timeZone, settings }: Tenant,
  { username, roles, permissions }: Pick<Caller, 'username' | 'roles' | 'permissions'>,
): Session => ({
  tenant: code,
  tenantName: name,
  timeZone,
  username,
  roles: [...roles],
  permissions: [...permissions],
  themeColour: settings.themeColour,
  tileUrl: settings.tileUrl,
  mapCentre: settings.mapCentre,
})

let nobody: Promise<string> | undefined
const hashOfNobody = (): Promise<string> => {
  nobody ??= hashPassword('nobody has this password')
  return nobody
}
