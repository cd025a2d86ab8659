import { type DataScope, dataScopeOfUser, unlimitedScope } from '@nightflow/projections/platform/data-scope'
import { type Grants, grantsOfRoles } from '@nightflow/projections/platform/roles'
import type { Staff } from '@nightflow/projections/platform/staff'
import { everything } from '@nightflow/schemas/shared/permissions'
import { type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import type { Asked } from '../shared/asked.ts'

export const holdsEverything = ({ caller }: Asked): boolean => caller.permissions.has(everything)

/** Whose rows the caller sees. A token of the command line stands for no person and is narrowed by nothing but its role. */
export const scopeOf = async (asked: Asked): Promise<DataScope> => {
  const { userId } = asked.caller
  return holdsEverything(asked) || userId === null ? unlimitedScope : asked.read((database) => dataScopeOfUser(database, userId))
}

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
