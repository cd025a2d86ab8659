import { issueSessionToken } from '@nightflow/platform/sign-in/access-token'
import type { Account } from '@nightflow/platform/sign-in/accounts'
import { keepSession, minutesLeft, openCheckedSession, type StartedSession } from '@nightflow/platform/sign-in/sessions'
import { findTenant, type Tenant } from '@nightflow/platform/tenants/tenants'
import type { signIn as signInEndpoint } from '@nightflow/schemas/platform/endpoints'
import { mapSettingsOf } from '@nightflow/schemas/platform/map-settings'
import type { Session, SignedIn } from '@nightflow/schemas/platform/session'
import type { findPublicKey as keyEndpoint, logIn as logInEndpoint } from '@nightflow/schemas/platform/sign-in-calls'
import type { RequestOf, ResponseOf } from '@nightflow/schemas/shared/endpoint'
import { isRejection, type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import type { Caller, RequestContext, Visit } from '../http/request-context.ts'
import { captchaOfSignIn } from './captcha.ts'
import { checkSignIn } from './check-password.ts'
import { readPasswords } from './read-passwords.ts'

export const findPublicKey = (_: object, { sealedPasswords, address }: Visit): Promise<ResponseOf<typeof keyEndpoint> | Rejection> =>
  sealedPasswords.offer(address)

/** For people: a captcha, and a sealed password. */
export const logIn = async (
  { username: name, areaCode, password: sealed, rememberMe, code, uuid }: RequestOf<typeof logInEndpoint>,
  visit: Visit,
): Promise<ResponseOf<typeof logInEndpoint> | Rejection> => {
  const isCaptchaSolved = await captchaOfSignIn({ code, uuid }, visit)
  if (isRejection(isCaptchaSolved)) return isCaptchaSolved
  const passwords = await readPasswords({ password: sealed }, visit)
  if (isRejection(passwords) && passwords.rejected === 'password-not-encrypted') return passwords
  // One that cannot be decrypted is a wrong password like any other.
  const password = isRejection(passwords) ? undefined : passwords[0]
  const session = await checkSignIn(visit, { name, areaCode, password, isCaptchaSolved }, openSession(visit, rememberMe))
  if (isRejection(session)) return session
  return { access_token: issueSessionToken(visit.tokenSecret, session), expires_in: minutesLeft(session) }
}

/** For machines: the password as it is, and a captcha after repeated failures from elsewhere alone (`captcha-needed`). */
export const signIn = async (
  { tenant, username: name, password, ...captcha }: RequestOf<typeof signInEndpoint>,
  visit: Visit,
): Promise<SignedIn | Rejection> => {
  const isCaptchaSolved = await captchaOfSignIn(captcha, visit, async () => false)
  if (isRejection(isCaptchaSolved)) return isCaptchaSolved
  const session = await checkSignIn(visit, { name, tenant, password, isCaptchaSolved }, openSession(visit, false))
  return isRejection(session) ? session : signedIn(visit, session)
}

const openSession =
  ({ pool, address, client }: Visit, isRemembered: boolean) =>
  ({ userId, tenant, passwordHash }: Account): Promise<StartedSession | undefined> =>
    openCheckedSession(pool, { userId, tenant, passwordHash, address, client, isRemembered })

/** The same session, kept, with what its person may do now. */
export const renewSession = async (_: object, context: RequestContext): Promise<SignedIn | Rejection> => {
  const { sessionId } = context.caller
  const kept = sessionId === null ? undefined : await keepSession(context.pool, sessionId, { isUse: !context.isByTimer })
  return kept ? signedIn(context, kept) : rejected('not-signed-in')
}

export const findSession = async (_: object, { pool, caller }: RequestContext): Promise<Session | Rejection> => {
  const tenant = await findTenant(pool, caller.tenant)
  return tenant ? sessionOf(tenant, caller) : rejected('not-signed-in')
}

const signedIn = async ({ pool, sessions, tokenSecret }: Visit, started: StartedSession): Promise<SignedIn | Rejection> => {
  const found = await sessions.find(started.id)
  if (!found || 'endedBecause' in found) return rejected('not-signed-in')
  const tenant = await findTenant(pool, found.tenant)
  if (!tenant) return rejected('not-signed-in')
  return { token: issueSessionToken(tokenSecret, started), expiresIn: minutesLeft(started) * 60, session: sessionOf(tenant, found) }
}

const sessionOf = (
  { code, name, timeZone, settings }: Tenant,
  { username, roles, permissions }: Pick<Caller, 'username' | 'roles'> & { permissions: Iterable<string> },
): Session => ({
  tenant: code,
  tenantName: name,
  timeZone,
  username,
  roles: [...roles],
  permissions: [...permissions],
  themeColour: settings.themeColour,
  map: mapSettingsOf(settings),
  mapCentre: settings.mapCentre,
})
