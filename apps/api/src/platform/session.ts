import { findOwnData, findOwnTenant as findTenantOf, type OwnData, type OwnTenant } from '@nightflow/platform/people/own-data'
import { closeVisit, findVisit } from '@nightflow/platform/people/visits'
import { endSession, keepSession, minutesLeft } from '@nightflow/platform/sign-in/sessions'
import { logSignIn } from '@nightflow/platform/sign-in/sign-ins'
import { nameOfRole } from '@nightflow/schemas/platform/built-in-roles'
import { mapSettingsOf } from '@nightflow/schemas/platform/map-settings'
import {
  anyCharacters,
  type findProfile as profileEndpoint,
  type SessionInfo,
  type findOwnTenant as tenantEndpoint,
} from '@nightflow/schemas/platform/session-calls'
import type { ResponseOf } from '@nightflow/schemas/shared/endpoint'
import type { Language } from '@nightflow/schemas/shared/language'
import { type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import { addressOfFile } from '../http/file-address.ts'
import type { RequestContext } from '../http/request-context.ts'

/** Minutes until the session ends without a further request. */
export const refreshSession = async (_: object, { pool, caller, isByTimer }: RequestContext): Promise<number | Rejection> => {
  const kept = caller.sessionId === null ? undefined : await keepSession(pool, caller.sessionId, { isUse: !isByTimer })
  return kept ? minutesLeft(kept) : rejected('not-signed-in')
}

/** Ends the session, and with a visit the operator's own one behind it. */
export const logOut = async (_: object, { pool, caller, sessions, address, client }: RequestContext): Promise<Record<string, never>> => {
  const { sessionId, homeTenant: tenant, username } = caller
  if (sessionId === null) return {}
  const found = await sessions.find(sessionId)
  await closeVisit(pool, sessionId)
  await endSession(pool, sessionId, 'signed-out')
  if (found && 'visitedFrom' in found && found.visitedFrom !== null) await endSession(pool, found.visitedFrom, 'signed-out')
  await logSignIn(pool, { tenant, username, address, client }, 'signed-out')
  return {}
}

type Person = SessionInfo['user']

export const findInfo = async (_: object, { pool, caller, tokenSecret, language }: RequestContext): Promise<SessionInfo | Rejection> => {
  // A token of the command line has no user.
  if (caller.userId === null) return rejected('not-found')
  const [own, tenant] = await Promise.all([findOwnData(pool, caller.userId), findTenantOf(pool, caller.tenant)])
  if (!own || !tenant) return rejected('not-signed-in')
  const isVisit = caller.tenant !== caller.homeTenant
  const visit = isVisit && caller.sessionId !== null ? await findVisit(pool, caller.sessionId) : undefined
  return {
    user: personOf(own, tenant, { avatar: addressOfFile(tokenSecret, caller.homeTenant, own.avatarFile), language }),
    tenant: tenantOf(tenant, tokenSecret),
    roles: caller.roles.length > 0 ? [...caller.roles] : ['ROLE_DEFAULT'],
    permissions: [...caller.permissions],
    isDefaultModifyPwd: caller.mustChangePassword,
    isPasswordExpired: own.isPasswordExpired,
    preferences: own.preferences,
    pwdChrtype: anyCharacters,
    visit: visit ? { homeTenant: caller.homeTenant, reason: visit.reason, endsAt: visit.endsAt.toISOString() } : null,
  }
}

export const findOwnTenant = async (
  _: object,
  { pool, caller, tokenSecret }: RequestContext,
): Promise<ResponseOf<typeof tenantEndpoint> | Rejection> => {
  const tenant = await findTenantOf(pool, caller.tenant)
  return tenant ? tenantOf(tenant, tokenSecret) : rejected('not-signed-in')
}

export const findProfile = async (
  _: object,
  { pool, caller, tokenSecret, language }: RequestContext,
): Promise<ResponseOf<typeof profileEndpoint> | Rejection> => {
  if (caller.userId === null) return rejected('not-found')
  const [own, tenant] = await Promise.all([findOwnData(pool, caller.userId), findTenantOf(pool, caller.homeTenant)])
  if (!own || !tenant) return rejected('not-signed-in')
  const avatar = addressOfFile(tokenSecret, caller.homeTenant, own.avatarFile)
  const data = personOf(own, tenant, { avatar, language })
  return { data, roleGroup: data.roles.map(({ roleName }) => roleName).join(', '), postGroup: '' }
}

const personOf = (
  { avatarFile: _file, isPasswordExpired: _, preferences: _preferences, createTime, ...own }: OwnData,
  { settings, tenantId }: OwnTenant,
  { avatar, language }: { avatar: string; language: Language },
): Person => ({
  ...own,
  name: own.userName,
  tenantId,
  roleId: own.roles[0]?.roleId ?? null,
  roleKey: own.roles[0]?.roleKey ?? '',
  avatar,
  roles: own.roles.map(({ roleId, roleKey, ...role }) => ({ roleId, roleName: nameOfRole({ roleKey, ...role }, language), roleKey })),
  dept: own.deptId === null ? null : { deptId: own.deptId, deptName: own.deptName },
  createTime: createTime.toISOString(),
  country: settings.country,
  currencyUnit: settings.currencyUnit,
  lngLat: `${settings.mapCentre.longitude},${settings.mapCentre.latitude}`,
})

const tenantOf = ({ logoFile, settings, ...tenant }: OwnTenant, tokenSecret: string): SessionInfo['tenant'] => ({
  ...tenant,
  logoUrl: addressOfFile(tokenSecret, tenant.code, logoFile),
  country: settings.country,
  currencyUnit: settings.currencyUnit,
  dateForm: settings.dateForm,
  themeColour: settings.themeColour,
  map: mapSettingsOf(settings),
  mapCentre: settings.mapCentre,
  accountNoGenMode: settings.accountNoGenMode,
})
