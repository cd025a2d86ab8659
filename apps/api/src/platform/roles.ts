import {
  departmentsOfHolders,
  departmentsOfScope,
  type Grants,
  grantsOfMenus,
  listRolesInUse,
  partsOfRole,
  roleStore,
} from '@nightflow/platform/people/roles'
import { findStaff, listStaff, type StaffFilter } from '@nightflow/platform/people/staff'
import { giveRole, keepingAnAdministrator, takeRole } from '@nightflow/platform/people/user-roles'
import { settleUserTypes } from '@nightflow/platform/people/users'
import { isBuiltInKey, nameOfRole } from '@nightflow/schemas/platform/built-in-roles'
import { DataScope, type RoleRow } from '@nightflow/schemas/platform/role'
import { resourceCalls } from '@nightflow/schemas/resource-calls'
import type { RequestOf } from '@nightflow/schemas/shared/endpoint'
import { isRejection, type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import type { FormOf } from '@nightflow/schemas/shared/resource'
import type { PoolClient } from 'pg'
import type { z } from 'zod'
import type { RequestContext } from '../http/request-context.ts'
import type { Outcome } from '../http/run-command.ts'
import { scopeOf } from '../http/scope.ts'
import { ask, command, type Route } from '../http/serve.ts'
import { resourceRoutes } from '../resource/resource-routes.ts'
import { departmentTree, regionTree } from './organisation-trees.ts'
import { refuseGrantsBeyond, refuseHoldersBeyond, refuseRolesBeyond, refuseStaffBeyond } from './own-rights.ts'
import { staffRowOf } from './staff-row.ts'

const { roles } = resourceCalls
type Role = z.infer<typeof RoleRow>
type Typed = FormOf<typeof roles>
type Nothing = Record<string, never>

const tell = (row: Role, { language }: RequestContext): Role => ({ ...row, roleName: nameOfRole(row, language) })

/** Names of built-in roles that the client sends in the reader's language are stored under their English name. */
const asKept = (values: Typed, { language }: RequestContext, seen: Role | undefined): Typed =>
  seen && values.roleName === nameOfRole(seen, language) ? { ...values, roleName: seen.roleName } : values

/** Grants of the role to its holders after the change: fields that are left out stay as they are, also departments that its scope did not count so far. */
const grantsAfter = async (database: PoolClient, values: Partial<Typed>, roleId?: number): Promise<Omit<Grants, 'everything'>> => {
  const seen = roleId === undefined ? undefined : await roleStore.find(database, roleId)
  const kept = roleId === undefined ? undefined : await partsOfRole(database, roleId)
  const dataScope = values.dataScope ?? seen?.dataScope ?? DataScope.enum.all
  const named = values.deptIds ?? kept?.deptIds ?? []
  const regions = values.regionIds ?? kept?.regionIds ?? []
  const homes = roleId === undefined ? [] : await departmentsOfHolders(database, roleId)
  return {
    permissions: await grantsOfMenus(database, values.menuIds ?? kept?.menuIds ?? []),
    seesAll: dataScope === DataScope.enum.all,
    departments: [...(values.deptIds ?? []), ...(await departmentsOfScope(database, { dataScope, named, homes }))],
    allRegions: dataScope !== DataScope.enum.selected || regions.length === 0,
    regions,
  }
}

/** No one creates or changes a role that gives more than they have. */
const refuseBeyond = async (values: Partial<Typed>, context: RequestContext, roleId?: number): Promise<Rejection | undefined> => {
  const refusal = roleId === undefined ? undefined : await refuseRolesBeyond([roleId], context)
  return refusal ?? refuseGrantsBeyond(await context.read((database) => grantsAfter(database, values, roleId)), context)
}

const before = async (values: Typed, context: RequestContext, id: number | undefined): Promise<Rejection | undefined> => {
  const key = values.roleKey
  const seen = id === undefined ? undefined : await context.read((database) => roleStore.find(database, id))
  if (isBuiltInKey(key) && seen?.roleKey !== key) return rejected('key-reserved', { name: key })
  return refuseBeyond(values, context, id)
}

/** A role's row changed in part. */
const changeRole = async (roleId: number, values: Partial<Typed>, context: RequestContext): Promise<Outcome<Nothing> | Rejection> => {
  const refusal = await refuseBeyond(values, context, roleId)
  if (refusal) return refusal
  const seen = await context.read((database) => roleStore.find(database, roleId))
  if (!seen) return rejected('not-found')
  const isChanged = await context.write((database) => roleStore.change(database, roleId, values, context.caller.username))
  if (isRejection(isChanged)) return isChanged
  return isChanged ? { response: {}, before: seen, after: values } : rejected('not-found')
}

type People = { roleId: number; userIds: number[] }

/** Gives a role to people whom the caller sees, or takes it from them; both need all that the role and the people hold. */
const moveRole = async (
  { roleId, userIds }: People,
  context: RequestContext,
  move: (database: PoolClient) => Promise<Rejection | undefined>,
): Promise<Outcome<Nothing> | Rejection> => {
  const scope = await scopeOf(context)
  const people = await context.read((database) => findStaff(database, scope, userIds))
  const role = await context.read((database) => roleStore.find(database, roleId))
  if (!role || people.length < new Set(userIds).size) return rejected('not-found')
  if (people.some(({ userId }) => userId === context.caller.userId)) return rejected('own-account-stays')
  const holders = people.map(({ roleIds, deptId }) => ({ roleIds: [...new Set([...roleIds, roleId])], deptId }))
  const refusal = (await refuseStaffBeyond(people, context)) ?? (await refuseHoldersBeyond(holders, context))
  if (refusal) return refusal
  const refused = await context.write(async (database) => (await move(database)) ?? settleUserTypes(database, userIds))
  return isRejection(refused) ? refused : { response: {}, before: { holders: people.map(({ userName }) => userName) }, after: { roleId } }
}

const give = (people: People, context: RequestContext) =>
  moveRole(people, context, async (database) => {
    const inUse = (await listRolesInUse(database)).some((role) => role.roleId === people.roleId)
    if (!inUse) return rejected('role-missing')
    return giveRole(database, people.roleId, people.userIds).then(() => undefined)
  })

const take = (people: People, context: RequestContext) =>
  moveRole(people, context, async (database) => {
    const taken = await keepingAnAdministrator(database, () => takeRole(database, people.roleId, people.userIds))
    return isRejection(taken) ? taken : undefined
  })

const listPeople =
  (narrowed: (roleId: number) => StaffFilter) =>
  async ({ roleId, ...request }: RequestOf<typeof roles.listHolders>, context: RequestContext) => {
    const scope = await scopeOf(context)
    const { rows, total } = await context.read((database) => listStaff(database, scope, { ...request, ...narrowed(roleId) }))
    return { rows: rows.map((row) => staffRowOf(row, context.language)), total }
  }

export const roleRoutes: readonly Route[] = [
  ask(roles.listOptions, async (_, context) => (await context.read(listRolesInUse)).map((row) => tell(row, context))),
  ask(
    roles.listHolders,
    listPeople((roleId) => ({ roleId })),
  ),
  ask(
    roles.listOthers,
    listPeople((lacks) => ({ lacks })),
  ),
  command(roles.giveToUsers, give),
  command(roles.takeFromUsers, take),
  command(roles.takeFromUser, ({ roleId, userId }, context) => take({ roleId, userIds: [userId] }, context)),
  command(roles.changeStatus, ({ roleId, ...values }, context) => changeRole(roleId, values, context)),
  command(roles.changeDataScope, ({ roleId, ...values }, context) => changeRole(roleId, values, context)),
  ask(roles.deptTree, async ({ roleId }, context) => {
    const parts = await context.read(async (database) =>
      (await roleStore.find(database, roleId)) ? partsOfRole(database, roleId) : undefined,
    )
    if (!parts) return undefined
    const [depts, regions] = [await departmentTree(context), await regionTree(context)]
    return { depts, checkedKeys: parts.deptIds, regions, checkedRegions: parts.regionIds }
  }),
  ...resourceRoutes(roles, roleStore, {
    tell,
    before,
    written: asKept,
    beforeRemoving: refuseRolesBeyond,
  }),
]
