import type { DataScope } from '@nightflow/projections/platform/data-scope'
import { type Grants, grantsOfRoles } from '@nightflow/projections/platform/roles'
import type { Staff } from '@nightflow/projections/platform/staff'
import { type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import type { Asked } from '../shared/asked.ts'
import { holdsEverything, scopeOf } from '../shared/scope.ts'

/** Does this go beyond what the caller may do and see? Nobody gives, takes or touches what is more than their own. */
const isBeyond = ({ everything: all, permissions, seesAll, departments, regions }: Grants, { caller }: Asked, scope: DataScope): boolean =>
  all ||
  permissions.some((permission) => !caller.permissions.has(permission)) ||
  (!scope.isAll && (seesAll || departments.some((department) => !scope.departments.includes(department)))) ||
  (scope.regions !== undefined && regions.some((region) => !scope.regions?.includes(region)))

const refusedWhenBeyond = async (grants: Grants, asked: Asked): Promise<Rejection | undefined> => {
  if (holdsEverything(asked)) return undefined
  return isBeyond(grants, asked, await scopeOf(asked)) ? rejected('beyond-own-rights') : undefined
}

/** Refused where these roles give more than the caller has. */
export const refuseRolesBeyond = async (roleIds: readonly number[], asked: Asked): Promise<Rejection | undefined> => {
  if (holdsEverything(asked) || roleIds.length === 0) return undefined
  return refusedWhenBeyond(await asked.read((database) => grantsOfRoles(database, roleIds)), asked)
}

/** Refused where one of these people may do more than the caller: whoever resets their password would be them. */
export const refuseStaffBeyond = (people: readonly Staff[], asked: Asked): Promise<Rejection | undefined> =>
  refuseRolesBeyond([...new Set(people.flatMap(({ roleIds }) => roleIds))], asked)

/** Refused where a role made of this would give more than the caller has. */
export const refuseGrantsBeyond = (grants: Omit<Grants, 'everything'>, asked: Asked): Promise<Rejection | undefined> =>
  refusedWhenBeyond({ everything: false, ...grants }, asked)
