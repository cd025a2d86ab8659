import { InUse } from '@nightflow/schemas/shared/lists'
import type { Queryable } from '../storage/platform-tables.ts'

/** The people of a tenant who may do something, by name. Runs on the service's own rights. */
export const peopleWhoMay = async (
  database: Queryable,
  tenant: string,
  { permission, limit }: { permission: string; limit: number },
): Promise<{ userId: number; name: string }[]> => {
  const { rows } = await database.query<{ userId: number; name: string }>(
    `select users.user_id::int as "userId", coalesce(users.nick_name, users.username) as name
     from platform.users where users.tenant = $1 and users.status = '${InUse.enum.enabled}' and exists (
       select from platform.user_roles held join platform.roles using (tenant, role_id)
       where held.user_id = users.user_id and roles.status = '${InUse.enum.enabled}' and (
         (roles.built_in and roles.role_key in ('admin', 'operator')) or exists (
           select from platform.role_menus opened join platform.menus using (menu_id)
           where opened.role_id = roles.role_id and menus.status = '${InUse.enum.enabled}' and menus.perms = $2)))
     order by name, users.user_id limit $3`,
    [tenant, permission, limit],
  )
  return rows
}
