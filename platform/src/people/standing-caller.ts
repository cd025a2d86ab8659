import { DataScope } from '@nightflow/schemas/platform/role'
import { everything } from '@nightflow/schemas/shared/everything'
import type { JobCaller } from '@nightflow/schemas/shared/job'
import type { Language } from '@nightflow/schemas/shared/language'
import { InUse } from '@nightflow/schemas/shared/lists'
import type { Queryable } from '../storage/platform-tables.ts'
import { rowScopeOfUser } from './data-scope.ts'

type Found = { userId: number; roles: string[]; permissions: string[]; holdsEverything: boolean; seesAll: boolean }

const isHeld = `user_roles.user_id = users.user_id and roles.status = '${InUse.enum.enabled}'`

/**
 * A user as the caller of work without a session, with the rights that the user has now. Undefined for a user who is not in use, or is gone.
 */
export const standingCaller = async (
  database: Queryable,
  { tenant, userName, language }: { tenant: string; userName: string; language: Language },
): Promise<JobCaller | undefined> => {
  const { rows } = await database.query<Found>(
    `select users.user_id::int as "userId",
       array(select roles.role_key from platform.user_roles join platform.roles on roles.role_id = user_roles.role_id where ${isHeld}) as roles,
       exists (select from platform.user_roles join platform.roles on roles.role_id = user_roles.role_id
         where ${isHeld} and roles.built_in and roles.role_key in ('admin', 'operator')) as "holdsEverything",
       exists (select from platform.user_roles join platform.roles on roles.role_id = user_roles.role_id
         where ${isHeld} and roles.data_scope = '${DataScope.enum.all}') as "seesAll",
       array(select distinct menus.perms from platform.user_roles join platform.roles on roles.role_id = user_roles.role_id
         join platform.role_menus on role_menus.role_id = roles.role_id join platform.menus on menus.menu_id = role_menus.menu_id
         where ${isHeld} and menus.status = '${InUse.enum.enabled}' and menus.perms <> '') as permissions
     from platform.users join platform.tenants homes on homes.code = users.tenant
     where users.tenant = $1 and lower(users.username) = lower($2) and users.status = '${InUse.enum.enabled}' and homes.status = '${InUse.enum.enabled}'`,
    [tenant, userName],
  )
  const [found] = rows
  if (!found) return undefined
  const { userId, roles, holdsEverything, seesAll } = found
  const scope = seesAll || holdsEverything ? undefined : await rowScopeOfUser(database, userId)
  return {
    ...{ username: userName, userId, sessionId: null, homeTenant: tenant, language, address: '', roles },
    permissions: holdsEverything ? [everything] : found.permissions,
    scope: scope ? { departments: [...scope.departments], regions: [...scope.regions], userId: scope.userId } : null,
  }
}
