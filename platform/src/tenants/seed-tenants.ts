import { builtInRoles, holdsEverything } from '@nightflow/schemas/platform/built-in-roles'
import { DataScope } from '@nightflow/schemas/platform/role'
import { platformTenant } from '@nightflow/schemas/shared/may-do'
import { permissionsOfRole, Role } from '@nightflow/schemas/shared/permissions'
import type { Queryable } from '../storage/platform-tables.ts'

const rolesOf = (tenant: string): Role[] =>
  Role.options.filter((role) => (role === 'operator') === (tenant === platformTenant) || role === 'admin')

const wantedRoles = (tenant: string) =>
  rolesOf(tenant).map((key) => ({
    role_key: key,
    role_name: builtInRoles[key].name.en,
    role_type: builtInRoles[key].type,
    role_sort: Object.keys(builtInRoles).indexOf(key) + 1,
    // An agent sees no other agent, and nothing of what the utility earns.
    data_scope: key === 'agent' ? DataScope.enum.own : DataScope.enum.all,
    everything: holdsEverything(key),
    permissions: permissionsOfRole[key],
  }))

const shapeOfWanted =
  'role_key text, role_name text, role_type text, role_sort integer, data_scope text, everything boolean, permissions jsonb'

/**
 * The built-in roles of a tenant with the menus that their permissions open, parents included. A role that its tenant has changed stays as
 * it is; an unedited one follows the service, so that it gets a new screen with the version that brings it, and loses what the version took from it.
 * Run it on the service's own connection, after `syncMenus`.
 */
export const seedTenant = async (database: Queryable, tenant: string): Promise<void> => {
  const wanted = JSON.stringify(wantedRoles(tenant))
  await database.query(
    `insert into platform.roles (tenant, role_name, role_key, role_type, role_sort, data_scope, built_in, create_by)
     select $1, role_name, role_key, role_type, role_sort, data_scope, true, 'system' from jsonb_to_recordset($2::jsonb) as wanted (${shapeOfWanted})
     on conflict (tenant, role_key) do update
     set role_name = excluded.role_name, role_type = excluded.role_type, role_sort = excluded.role_sort, data_scope = excluded.data_scope
     where roles.built_in and roles.update_time is null
       and (roles.role_name <> excluded.role_name or roles.data_scope <> excluded.data_scope)`,
    [tenant, wanted],
  )
  await database.query(
    `with recursive had as (
       select role.role_id, menu.menu_id, menu.parent_id, wanted.everything
       from jsonb_to_recordset($2::jsonb) as wanted (${shapeOfWanted})
       join platform.roles role on role.tenant = $1 and role.role_key = wanted.role_key and role.built_in and role.update_time is null
       join platform.menus menu on (wanted.everything or wanted.permissions ? menu.perms) and menu.audience = any($3::text[])
       union
       select had.role_id, menu.menu_id, menu.parent_id, had.everything from had join platform.menus menu on menu.menu_id = had.parent_id
     ), lost as (
       delete from platform.role_menus given using platform.menus menu
       where given.tenant = $1 and given.role_id in (select role_id from had where not everything) and menu.menu_id = given.menu_id and menu.perms <> ''
         and not exists (select from had where had.role_id = given.role_id and had.menu_id = given.menu_id)
     )
     insert into platform.role_menus (tenant, role_id, menu_id) select $1, role_id, menu_id from had on conflict do nothing`,
    [tenant, wanted, [tenant === platformTenant ? 'platform' : 'tenant', 'everybody']],
  )
}

/** The same for every tenant there is, the platform's own among them. */
export const seedTenants = async (database: Queryable): Promise<void> => {
  const { rows } = await database.query<{ code: string }>('select code from platform.tenants order by code')
  for (const { code } of rows) await seedTenant(database, code)
}
