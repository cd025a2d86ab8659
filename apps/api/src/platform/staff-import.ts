import { initialPasswordOf } from '@nightflow/projections/platform/configuration'
import { hashPassword } from '@nightflow/projections/platform/password'
import { giveFirstRoles } from '@nightflow/projections/platform/user-roles'
import { insertStaffWithHash, settleUserTypes } from '@nightflow/projections/platform/users'
import { registers } from '@nightflow/schemas/platform/registers'
import type { RequestOf } from '@nightflow/schemas/shared/endpoint'
import { isRejection, type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import type { TreeNode } from '@nightflow/schemas/shared/tree-register'
import type { Asked } from '../shared/asked.ts'
import { importRoutes } from '../shared/import-routes.ts'
import { departmentTree } from './organisation-trees.ts'
import { refuseRolesBeyond } from './own-rights.ts'
import { refuseDepartment, rolesToChoose } from './staff.ts'

const { users } = registers
type NewUser = RequestOf<typeof users.create>

const same = (text: string): string => text.trim().toLowerCase()

const nodesIn = (nodes: readonly TreeNode[]): TreeNode[] => nodes.flatMap((node) => [node, ...nodesIn(node.children ?? [])])

/** The one thing of that name or number; undefined when there is none or more than one. */
const onlyOne = <Thing>(things: readonly Thing[], isMeant: (thing: Thing) => boolean): Thing | undefined => {
  const meant = things.filter(isMeant)
  return meant.length === 1 ? meant[0] : undefined
}

/** The same question is asked once, however many rows ask it. */
const remembered = <Answer>(ask: (key: string) => Promise<Answer>): ((key: string) => Promise<Answer>) => {
  const known = new Map<string, Promise<Answer>>()
  return (key) => known.get(key) ?? known.set(key, ask(key)).get(key)!
}

const prepare = async (asked: Asked) => {
  const departments = nodesIn(await departmentTree(asked))
  const roles = await rolesToChoose(asked)
  // All of them start with the same password, so that one costly hash is enough.
  const hash = await hashPassword(await initialPasswordOf(asked.pool, asked.caller.tenant))
  const refusedDepartment = remembered((deptId) => refuseDepartment(deptId === '' ? null : Number(deptId), asked))
  const refusedRoles = remembered((roleIds) => refuseRolesBeyond(JSON.parse(roleIds), asked))
  const made: number[] = []

  const roleOf = (text: string): number | undefined =>
    onlyOne(roles, ({ roleId, roleKey, roleName }) => [String(roleId), roleKey, roleName].some((known) => same(known) === same(text)))
      ?.roleId

  return {
    reading: {
      deptId: (text: string) =>
        onlyOne(departments, ({ id, label }) => [String(id), label].some((known) => same(known) === same(text)))?.id ??
        rejected('department-missing'),
      roleIds: (text: string): number[] | Rejection => {
        const ids = text.split(/[,;，；、]/, 50).map(roleOf)
        return ids.some((id) => id === undefined) ? rejected('role-missing') : (ids as number[])
      },
    },
    refuse: async (values: Record<string, unknown>) => {
      const { deptId, roleIds } = values as NewUser
      return (await refusedDepartment(String(deptId ?? ''))) ?? (await refusedRoles(JSON.stringify(roleIds)))
    },
    write: async (database: Parameters<Parameters<Asked['write']>[0]>[0], { values }: { values: Record<string, unknown> }) => {
      const { roleIds, ...data } = values as NewUser
      const userId = await insertStaffWithHash(database, data, hash, asked.caller.username)
      if (isRejection(userId)) return userId
      made.push(userId)
      return roleIds.length > 0 ? giveFirstRoles(database, userId, roleIds) : undefined
    },
    settle: (database: Parameters<Parameters<Asked['write']>[0]>[0]) => settleUserTypes(database, made),
  }
}

/** Staff by the spreadsheet: departments and roles by name or number, everybody with the tenant's initial password. */
export const staffImportRoutes = importRoutes(users, {
  noun: 'users',
  form: users.form,
  prepare,
  columns: {
    'user-name-taken': 'userName',
    'email-taken': 'email',
    'phone-taken': 'phonenumber',
    'department-missing': 'deptId',
    'role-missing': 'roleIds',
    'beyond-own-rights': 'roleIds',
  },
})
