import { holdsEverything } from '@nightflow/schemas/platform/built-in-roles'
import { DataScope, roles } from '@nightflow/schemas/platform/role'
import { InUse } from '@nightflow/schemas/shared/lists'
import { platformTenant } from '@nightflow/schemas/shared/may-do'
import { isRejection, type Rejection, type RejectionCode, rejected } from '@nightflow/schemas/shared/rejections'
import type { FormOf, RowOf } from '@nightflow/schemas/shared/resource'
import type { Queryable } from '../storage/platform-tables.ts'
import { type StoreOf, storeOf } from '../storage/resource-table.ts'

const table = storeOf(roles)

/** Parts of a role besides its row; each part that is left out stays as it is. */
export type RoleParts = { menuIds?: number[] | undefined; deptIds?: number[] | undefined; regionIds?: number[] | undefined }

type Part = { table: string; column: string; from: string; missing: RejectionCode }

const parts: Record<keyof RoleParts, Part> = {
  menuIds: {
    table: 'platform.role_menus',
    column: 'menu_id',
    from: `platform.menus where audience in ('everybody', case current_setting('nightflow.tenant') when '${platformTenant}' then 'platform' else 'tenant' end) and`,
    missing: 'menu-missing',
  },
  deptIds: { table: 'platform.role_departments', column: 'dept_id', from: 'platform.departments where', missing: 'department-missing' },
  regionIds: { table: 'platform.role_regions', column: 'region_id', from: 'platform.regions where', missing: 'region-missing' },
}

const writePart = async (database: Queryable, roleId: number, part: Part, ids: readonly number[]): Promise<Rejection | undefined> => {
  const wanted = [...new Set(ids)]
  await database.query(`delete from ${part.table} where role_id = $1 and ${part.column} <> all($2::bigint[])`, [roleId, wanted])
  await database.query(
    `insert into ${part.table} (tenant, role_id, ${part.column})
     select current_setting('nightflow.tenant'), $1, ${part.column} from ${part.from} ${part.column} = any($2::bigint[]) on conflict do nothing`,
    [roleId, wanted],
  )
  const { rows } = await database.query<{ held: number }>(`select count(*)::int as held from ${part.table} where role_id = $1`, [roleId])
  return rows[0]!.held === wanted.length ? undefined : rejected(part.missing)
}

const writeParts = async (database: Queryable, roleId: number, values: RoleParts): Promise<Rejection | undefined> => {
  for (const [name, part] of Object.entries(parts)) {
    const ids = values[name as keyof RoleParts]
    const refusal = ids && (await writePart(database, roleId, part, ids))
    if (refusal) return refusal
  }
  return undefined
}

const partOf = async (database: Queryable, part: Part, roleId: number): Promise<number[]> => {
  const { rows } = await database.query<{ id: string }>(
    `select ${part.column} as id from ${part.table} where role_id = $1 order by ${part.column}`,
    [roleId],
  )
  return rows.map(({ id }) => Number(id))
}

export const partsOfRole = async (database: Queryable, roleId: number): Promise<Required<{ [Name in keyof RoleParts]: number[] }>> => ({
  menuIds: await partOf(database, parts.menuIds, roleId),
  deptIds: await partOf(database, parts.deptIds, roleId),
  regionIds: await partOf(database, parts.regionIds, roleId),
})

/**
 * Why a built-in role may not become this: its key and kind stay; one that holds everything stays in use and sees everything, and
 * its menus are all there are, or the tenant could not be repaired.
 */
type Role = RowOf<typeof roles>

const builtInRefused = (seen: Role, values: Partial<FormOf<typeof roles>>): Rejection | undefined => {
  const isRefused = (field: 'roleKey' | 'roleType' | 'status' | 'dataScope') => values[field] !== undefined && values[field] !== seen[field]
  if (isRefused('roleKey') || isRefused('roleType')) return rejected('built-in-stays')
  if (!holdsEverything(String(seen.roleKey))) return undefined
  return isRefused('status') || isRefused('dataScope') ? rejected('built-in-stays') : undefined
}

/** Runs in one transaction: a refusal must roll back what was written so far. */
export const roleStore: StoreOf<typeof roles> = {
  ...table,
  create: async (database, values, by) => {
    const id = await table.create(database, values, by)
    if (isRejection(id)) return id
    return (await writeParts(database, id, values)) ?? id
  },
  change: async (database, id, values, by) => {
    const seen = await table.find(database, id)
    const refusal = seen?.builtIn ? builtInRefused(seen, values) : undefined
    if (refusal) return refusal
    const isChanged = await table.change(database, id, values, by)
    if (isChanged !== true || (seen?.builtIn && holdsEverything(String(seen.roleKey)))) return isChanged
    return (await writeParts(database, id, values)) ?? true
  },
  remove: async (database, ids) => {
    const { rows } = await database.query<{ built_in: boolean; is_held: boolean }>(
      `select built_in, exists (select from platform.user_roles held where held.role_id = roles.role_id) as is_held
       from platform.roles where role_id = any($1::bigint[])`,
      [ids],
    )
    if (rows.some(({ built_in }) => built_in)) return rejected('built-in-stays')
    return rows.some(({ is_held }) => is_held) ? rejected('role-has-people') : table.remove(database, ids)
  },
}

const optionsMax = 500

/** Roles in use, in their order. */
export const listRolesInUse = async (database: Queryable): Promise<Role[]> =>
  (await table.list(database, { status: InUse.enum.enabled, pageSize: optionsMax })).rows

/** Grants of roles to their holder. `allRegions`: nothing narrows the holder to some of the regions. */
export type Grants = {
  everything: boolean
  permissions: string[]
  seesAll: boolean
  departments: number[]
  allRegions: boolean
  regions: number[]
}

/** Roles held together by people of these departments, on whom a scope of the own department depends. */
export type Held = { roleIds: readonly number[]; deptIds: readonly number[] }

/**
 * Grants of these roles together, in use or not: a person who assigns the roles must hold all of them. The departments are those that
 * `dataScopeOfUser` answers for a holder in any of `deptIds`.
 */
export const grantsOfRoles = async (database: Queryable, { roleIds, deptIds }: Held): Promise<Grants> => {
  const { rows } = await database.query<{
    everything: boolean
    sees_all: boolean
    is_narrowed: boolean
    permissions: string[]
    departments: string[]
    regions: string[]
  }>(
    `with recursive these as (select * from platform.roles where role_id = any($1::bigint[])),
       home as (select unnest($2::bigint[]) as dept_id),
       below as (select dept_id from home union
         select dept.dept_id from below join platform.departments dept on dept.parent_id = below.dept_id)
     select exists (select from these where built_in and role_key in ('admin', 'operator')) as everything,
       exists (select from these where data_scope = '${DataScope.enum.all}') as sees_all,
       not exists (select from these where data_scope <> '${DataScope.enum.selected}') and exists (select from platform.role_regions join these using (role_id))
         as is_narrowed,
       array(select distinct perms from platform.role_menus join these using (role_id) join platform.menus using (menu_id) where perms <> '')
         as permissions,
       array(select dept_id::text from platform.role_departments join these using (role_id) where data_scope = '${DataScope.enum.selected}'
         union select dept_id::text from home where exists (select from these where data_scope = '${DataScope.enum.ownDepartment}')
         union select dept_id::text from below where exists (select from these where data_scope = '${DataScope.enum.departmentAndBelow}')) as departments,
       array(select distinct region_id::text from platform.role_regions join these using (role_id) where data_scope = '${DataScope.enum.selected}') as regions`,
    [roleIds, deptIds],
  )
  const { everything, permissions, sees_all, is_narrowed, departments, regions } = rows[0]!
  return {
    everything,
    permissions,
    seesAll: sees_all,
    departments: departments.map(Number),
    allRegions: !is_narrowed,
    regions: regions.map(Number),
  }
}

/** The departments of those who hold a role. */
export const departmentsOfHolders = async (database: Queryable, roleId: number): Promise<number[]> => {
  const { rows } = await database.query<{ dept_id: string }>(
    `select distinct dept_id from platform.users join platform.user_roles using (tenant, user_id) where role_id = $1 and dept_id is not null`,
    [roleId],
  )
  return rows.map(({ dept_id: id }) => Number(id))
}

/** The departments that holders of a role with this scope see, where the role names `named`. */
export const departmentsOfScope = async (
  database: Queryable,
  { dataScope, named, homes }: { dataScope: string; named: readonly number[]; homes: readonly number[] },
): Promise<readonly number[]> => {
  if (dataScope === DataScope.enum.selected) return named
  if (dataScope === DataScope.enum.ownDepartment) return homes
  if (dataScope !== DataScope.enum.departmentAndBelow) return []
  const { rows } = await database.query<{ dept_id: string }>(
    `with recursive below as (select unnest($1::bigint[]) as dept_id union
       select dept.dept_id from below join platform.departments dept on dept.parent_id = below.dept_id)
     select dept_id from below`,
    [homes],
  )
  return rows.map(({ dept_id: id }) => Number(id))
}

/** The permissions that these menus open. */
export const grantsOfMenus = async (database: Queryable, menuIds: readonly number[]): Promise<string[]> => {
  const { rows } = await database.query<{ perms: string }>(
    `select distinct perms from platform.menus where menu_id = any($1::bigint[]) and perms <> ''`,
    [menuIds],
  )
  return rows.map(({ perms }) => perms)
}
