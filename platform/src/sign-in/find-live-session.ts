import type { RowScope } from '@nightflow/event-log/postgres/database'
import { InitialPasswordChange } from '@nightflow/schemas/platform/configuration'
import { DataScope } from '@nightflow/schemas/platform/role'
import { everything } from '@nightflow/schemas/shared/everything'
import { InUse } from '@nightflow/schemas/shared/lists'
import { mayDo, platformTenant } from '@nightflow/schemas/shared/may-do'
import { rowScopeOfUser } from '../people/data-scope.ts'
import { isTrialOver } from '../rules/trial-days.ts'
import type { Queryable } from '../storage/platform-tables.ts'
import { noteUse, noteUseEverySeconds } from './sessions.ts'

/** A signed-in person, as every request sees them. */
export type LiveSession = {
  tenant: string
  homeTenant: string
  username: string
  userId: number
  roles: string[]
  permissions: string[]
  mustChangePassword: boolean
  /** The part of the utility that the person sees; undefined for the whole. */
  scope: RowScope | undefined
  /** The session that goes on when this visit of a tenant ends. */
  visitedFrom: string | null
  endsAt: Date
  idleSeconds: number
}

/** The permissions of a person are read with the session: a changed role holds from the next request on. */
const live = `
  select sessions.tenant, sessions.home_tenant as "homeTenant", users.username, users.user_id::int as "userId",
    users.must_change_password and coalesce((select config_value from platform.configuration
      where config_key = 'sys.account.initPasswordModify' and tenant in (homes.code, '${platformTenant}')
      order by tenant = homes.code desc limit 1), '${InitialPasswordChange.enum.required}') <> '${InitialPasswordChange.enum.optional}' as "mustChangePassword", sessions.visited_from as "visitedFrom",
    sessions.ends_at as "endsAt", sessions.idle_seconds as "idleSeconds",
    sessions.ended_because as "endedBecause",
    (select own.ended_because from platform.sessions own where own.id = sessions.visited_from) as "ownEndedBecause", users.status = '${InUse.enum.disabled}' as "isUserDisabled", homes.status = '${InUse.enum.disabled}' as "isTenantDisabled",
    ${isTrialOver('homes')} as "isTrialOver",
    sessions.idle_until <= now() or sessions.ends_at <= now() as "ranOut",
    sessions.renewed_at < now() - make_interval(secs => ${noteUseEverySeconds}) as "isUseToNote",
    array(select roles.role_key from platform.user_roles join platform.roles on roles.role_id = user_roles.role_id
      where user_roles.user_id = users.user_id and roles.status = '${InUse.enum.enabled}' order by roles.role_sort, roles.role_id) as roles,
    exists (select from platform.user_roles join platform.roles on roles.role_id = user_roles.role_id
      where user_roles.user_id = users.user_id and roles.status = '${InUse.enum.enabled}' and roles.built_in and roles.role_key in ('admin', 'operator'))
      as "holdsEverything",
    exists (select from platform.user_roles join platform.roles on roles.role_id = user_roles.role_id
      where user_roles.user_id = users.user_id and roles.status = '${InUse.enum.enabled}' and roles.data_scope = '${DataScope.enum.all}') as "seesAll",
    array(select distinct menus.perms from platform.user_roles join platform.roles on roles.role_id = user_roles.role_id
      join platform.role_menus on role_menus.role_id = roles.role_id join platform.menus on menus.menu_id = role_menus.menu_id
      where user_roles.user_id = users.user_id and roles.status = '${InUse.enum.enabled}' and menus.status = '${InUse.enum.enabled}' and menus.perms <> '') as permissions
  from platform.sessions
  join platform.users on users.user_id = sessions.user_id
  join platform.tenants homes on homes.code = sessions.home_tenant
  where sessions.id = $1`

type LiveRow = Omit<LiveSession, 'scope'> & {
  endedBecause: string | null
  /** Of the session that a visit was begun from. */
  ownEndedBecause: string | null
  isUserDisabled: boolean
  isTenantDisabled: boolean
  isTrialOver: boolean
  ranOut: boolean
  isUseToNote: boolean
  holdsEverything: boolean
  seesAll: boolean
}

export type EndedSession = { endedBecause: string }

/**
 * The session with what its person may do now; `endedBecause` when it was ended; undefined when it is unknown or expired. A caller that uses it
 * keeps it; a timer's request does not.
 */
export const findLiveSession = async (
  database: Queryable,
  id: string,
  { isUse = true }: { isUse?: boolean } = {},
): Promise<LiveSession | EndedSession | undefined> => {
  const row = (await database.query<LiveRow>(live, [id])).rows[0]
  if (!row) return undefined
  const endedBecause = reasonOfEnd(row)
  if (endedBecause !== null) return { endedBecause }
  if (row.ranOut) return undefined
  if (isUse && row.isUseToNote) await noteUse(database, id)
  const isWhole = row.seesAll || row.holdsEverything || isVisit(row)
  return sessionOf(row, isWhole ? undefined : await rowScopeOfUser(database, row.userId))
}

const reasonOfEnd = (row: LiveRow): string | null => {
  if (row.endedBecause !== null) return row.endedBecause
  if (row.ownEndedBecause !== null) return row.ownEndedBecause
  if (row.isUserDisabled) return 'disabled'
  if (row.isTenantDisabled) return 'tenant-disabled'
  if (row.isTrialOver) return 'trial-over'
  // A visit is over with the right to visit; what the visitor may do there does not count.
  return isVisit(row) && !mayDo(ownPermissions(row), 'platform:tenant:visit', { tenant: row.homeTenant, isVisit: false })
    ? 'role-changed'
    : null
}

const isVisit = ({ tenant, homeTenant }: Pick<LiveRow, 'tenant' | 'homeTenant'>): boolean => tenant !== homeTenant

const ownPermissions = ({ holdsEverything, permissions }: Pick<LiveRow, 'holdsEverything' | 'permissions'>): string[] =>
  holdsEverything ? [everything] : permissions

/** A visitor sees a tenant as its administrator does. */
const sessionOf = (
  { tenant, homeTenant, username, userId, mustChangePassword, visitedFrom, endsAt, idleSeconds, ...row }: LiveRow,
  scope: RowScope | undefined,
): LiveSession => {
  const isElsewhere = isVisit({ tenant, homeTenant })
  const roles = isElsewhere ? ['admin'] : row.roles
  const permissions = isElsewhere ? [everything] : ownPermissions(row)
  return { tenant, homeTenant, username, userId, roles, permissions, mustChangePassword, scope, visitedFrom, endsAt, idleSeconds }
}
