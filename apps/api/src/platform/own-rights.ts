import type { DataScope } from '@nightflow/platform/people/data-scope'
import { departmentsOfHolders, type Grants, grantsOfRoles, type Held } from '@nightflow/platform/people/roles'
import type { Staff } from '@nightflow/platform/people/staff'
import { type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import type { RequestContext } from '../http/request-context.ts'
import { holdsEverything, scopeOf } from '../http/scope.ts'

/** Does this go beyond what the caller may do and see? No one gives, takes or changes more than their own. */
const isBeyond = (
  { everything: all, permissions, seesAll, departments, allRegions, regions }: Grants,
  { caller }: RequestContext,
  scope: DataScope,
): boolean =>
  all ||
  permissions.some((permission) => !caller.permissions.has(permission)) ||
  (!scope.isAll && (seesAll || departments.some((department) => !scope.departments.includes(department)))) ||
  (scope.regions !== undefined && (allRegions || regions.some((region) => !scope.regions?.includes(region))))

const refusedWhenBeyond = async (grants: Grants, context: RequestContext): Promise<Rejection | undefined> => {
  if (holdsEverything(context)) return undefined
  return isBeyond(grants, context, await scopeOf(context)) ? rejected('beyond-own-rights') : undefined
}

/** A person by what decides what they may do and see. */
export type Holder = { roleIds: readonly number[]; deptId: number | null }

const heldBy = ({ roleIds, deptId }: Holder): Held => ({ roleIds, deptIds: deptId === null ? [] : [deptId] })

/** Refused where one of these people would have more than the caller with the roles that are named, in the department that is named. */
export const refuseHoldersBeyond = async (holders: readonly Holder[], context: RequestContext): Promise<Rejection | undefined> => {
  if (holdsEverything(context)) return undefined
  // Many people at once mostly hold the same roles in the same department.
  const different = new Map(holders.map(heldBy).map((held) => [JSON.stringify([held.roleIds.toSorted(), held.deptIds]), held]))
  for (const held of different.values()) {
    if (held.roleIds.length === 0) continue
    const refusal = await refusedWhenBeyond(await context.read((database) => grantsOfRoles(database, held)), context)
    if (refusal) return refusal
  }
  return undefined
}

/** Refused where one of these people may do more than the caller: resetting their password would give their rights. */
export const refuseStaffBeyond = (people: readonly Staff[], context: RequestContext): Promise<Rejection | undefined> =>
  refuseHoldersBeyond(people, context)

/** Refused where one of these roles gives its holders, or would give anybody, more than the caller has. */
export const refuseRolesBeyond = async (roleIds: readonly number[], context: RequestContext): Promise<Rejection | undefined> => {
  if (holdsEverything(context)) return undefined
  for (const roleId of roleIds) {
    const grants = await context.read(async (database) =>
      grantsOfRoles(database, { roleIds: [roleId], deptIds: await departmentsOfHolders(database, roleId) }),
    )
    const refusal = await refusedWhenBeyond(grants, context)
    if (refusal) return refusal
  }
  return undefined
}

/** Refused where a role made of this would give more than the caller has. */
export const refuseGrantsBeyond = (grants: Omit<Grants, 'everything'>, context: RequestContext): Promise<Rejection | undefined> =>
  refusedWhenBeyond({ everything: false, ...grants }, context)
