import { InUse } from '@nightflow/schemas/shared/lists'
import { platformTenant } from '@nightflow/schemas/shared/may-do'
import type { Queryable } from '../storage/platform-tables.ts'

/**
 * May this person do now what they once did in a tenant? Their account and its own tenant are in use, a role of theirs in use still has the
 * permission, and where they visited the tenant, that session is still open. Runs on the service's own rights.
 */
export const mayStill = async (
  database: Queryable,
  { userId, tenant, visit }: { userId: number; tenant: string; visit: string | null },
  permission: string,
): Promise<boolean> => {
  // A visitor has the right to visit, and sees the tenant as its administrator does.
  const needed = visit === null ? permission : 'platform:tenant:visit'
  const { rows } = await database.query(
    `select from platform.users join platform.tenants homes on homes.code = users.tenant
     where users.user_id = $1 and users.status = '${InUse.enum.enabled}' and homes.status = '${InUse.enum.enabled}' and users.tenant = $2
       and exists (
         select from platform.user_roles held join platform.roles using (tenant, role_id)
         where held.user_id = users.user_id and roles.status = '${InUse.enum.enabled}' and (
           (roles.built_in and roles.role_key in ('admin', 'operator')) or exists (
             select from platform.role_menus opened join platform.menus using (menu_id)
             where opened.role_id = roles.role_id and menus.status = '${InUse.enum.enabled}' and menus.perms = $3)))
       and ($4::uuid is null or exists (
         select from platform.sessions
         where id = $4 and sessions.user_id = users.user_id and sessions.tenant = $5 and ended_at is null and ends_at > now()))`,
    [userId, visit === null ? tenant : platformTenant, needed, visit, tenant],
  )
  return rows.length > 0
}
