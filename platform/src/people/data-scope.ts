import type { RowScope } from '@nightflow/event-log/postgres/database'
import { DataScope as RoleScope } from '@nightflow/schemas/platform/role'
import { InUse } from '@nightflow/schemas/shared/lists'
import type { Queryable } from '../storage/platform-tables.ts'

/** Rows that a person sees: all, or those of these departments and their own. `regions` is undefined where nothing narrows them. */
export type DataScope = { isAll: boolean; departments: number[]; ownUserId: number | null; regions: number[] | undefined }

export const unlimitedScope: DataScope = { isAll: true, departments: [], ownUserId: null, regions: undefined }

type Found = { scopes: string[]; departments: string[]; regions: string[]; isWhole: boolean }

/** Departments and regions that the roles of a user name, and those below them. `isWhole`: the departments are all that the tenant has. */
const question = `
  with recursive held as (
    select role.* from platform.user_roles join platform.roles role using (tenant, role_id) where user_id = $1 and role.status = '${InUse.enum.enabled}'
  ), home as (select dept_id from platform.users where user_id = $1 and dept_id is not null),
  below as (
    select dept_id from home
    union select dept.dept_id from below join platform.departments dept on dept.parent_id = below.dept_id
  ), named as (
    select region_id from platform.role_regions join held using (role_id) where held.data_scope = '${RoleScope.enum.selected}'
    union select region.region_id from named join platform.regions region on region.parent_id = named.region_id
  ), seen as (
    select dept_id from platform.role_departments join held using (role_id) where held.data_scope = '${RoleScope.enum.selected}'
    union select dept_id from home where exists (select from held where data_scope = '${RoleScope.enum.ownDepartment}')
    union select dept_id from below where exists (select from held where data_scope = '${RoleScope.enum.departmentAndBelow}')
  )
  select array(select distinct data_scope from held) as scopes, array(select dept_id::text from seen) as departments,
    array(select region_id::text from named) as regions,
    exists (select from seen) and not exists (select from platform.departments
      where tenant = (select tenant from platform.users where user_id = $1) and dept_id not in (select dept_id from seen)) as "isWhole"`

/**
 * The data scope of all roles of a user together: a second role never narrows the first one. Without a role in use people
 * see themselves. A role narrows regions only when it names some.
 */
export const dataScopeOfUser = async (database: Queryable, userId: number): Promise<DataScope> => {
  const { rows } = await database.query<Found>(question, [userId])
  const { scopes, departments, regions } = rows[0]!
  if (scopes.includes(RoleScope.enum.all)) return unlimitedScope
  const narrowsRegions = regions.length > 0 && scopes.every((scope) => scope === RoleScope.enum.selected)
  return {
    isAll: false,
    departments: departments.map(Number),
    ownUserId: userId,
    regions: narrowsRegions ? regions.map(Number) : undefined,
  }
}

/**
 * The part of the utility whose customers, meters, partitions and money a user sees: what the departments and regions own that their roles show.
 * Undefined for the whole of it, which includes what has no owner: a scope of all rows, or one that covers every department.
 */
export const rowScopeOfUser = async (database: Queryable, userId: number): Promise<RowScope | undefined> => {
  const { rows } = await database.query<Found>(question, [userId])
  const { scopes, departments, regions, isWhole } = rows[0]!
  if (scopes.includes(RoleScope.enum.all) || isWhole) return undefined
  return { departments: departments.map(Number), regions: regions.map(Number), userId }
}
