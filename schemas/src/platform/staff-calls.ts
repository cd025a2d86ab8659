import { z } from 'zod'
import { callsOf } from '../shared/calls-of-resource.ts'
import { endpoint } from '../shared/endpoint.ts'
import { createdWithin, InUse, paging, RowId, RowIds } from '../shared/lists.ts'
import { lines } from '../shared/text.ts'
import { TreeNode } from '../shared/tree-place.ts'
import { SealedPassword, UserName } from './account-rules.ts'
import { phoneOfCountry } from './phone-of-country.ts'
import { RoleRow } from './role.ts'
import { StaffRow } from './staff-row.ts'
import { users } from './staff-user.ts'

const roleIds = z.array(RowId).max(50)
const { path } = users
const nothing = z.object({})
const forForm = { roles: z.array(RoleRow), posts: z.array(z.object({})) }
const madeUp = {
  /** Shown this once; the first sign-in requires another. */
  initialPassword: z.string(),
}

export const userCalls = {
  ...callsOf(users),
  form: phoneOfCountry(users.form),
  find: endpoint({
    method: 'GET',
    path: `${path}/:userId`,
    permission: 'system:user:query',
    summary: 'One user, with the roles there are to choose from',
    envelope: 'top',
    request: z.object({ userId: RowId }),
    response: z.object({ data: StaffRow, roleIds: z.array(z.int()), postIds: z.array(z.int()), ...forForm }),
  }),
  create: endpoint({
    method: 'POST',
    path,
    permission: 'system:user:add',
    summary: 'Make a user; the answer carries the initial password',
    request: phoneOfCountry(
      users.form.extend({
        /** The initial password, as the back office's clients type it, in place of a random one. */
        password: z.union([SealedPassword, z.literal('')]).optional(),
      }),
    ),
    response: z.object({ userId: z.int(), ...madeUp }),
  }),
  change: endpoint({
    method: 'PUT',
    path,
    permission: 'system:user:edit',
    summary: 'Change a user; roles that are left out stay',
    request: phoneOfCountry(users.form.extend({ userId: RowId, userName: UserName.optional(), roleIds: roleIds.optional() })),
    response: nothing,
  }),
  search: endpoint({
    method: 'POST',
    path: `${path}/list`,
    permission: 'system:user:list',
    summary: 'A page of the list of users, asked for in a body',
    envelope: 'rows',
    request: z.object({ ...users.filter, ...createdWithin, ...paging }),
    response: z.object({ rows: z.array(StaffRow), total: z.int() }),
  }),
  findForm: endpoint({
    method: 'GET',
    path,
    permission: 'system:user:query',
    summary: 'What a new user may be given',
    envelope: 'top',
    request: nothing,
    response: z.object(forForm),
  }),
  listAll: endpoint({
    method: 'GET',
    path: `${path}/listAll`,
    permission: 'system:user:list',
    summary: 'Users in use by name, a thousand at most, to choose from',
    request: nothing,
    response: z.array(StaffRow.pick({ userId: true, userName: true, nickName: true, deptId: true })),
  }),
  deptTree: endpoint({
    method: 'GET',
    path: `${path}/deptTree`,
    permission: 'system:user:list',
    summary: 'Departments to narrow the list by',
    request: nothing,
    response: z.array(TreeNode),
  }),
  resetPassword: endpoint({
    method: 'PUT',
    path: `${path}/resetPwd/:userId`,
    permission: 'system:user:resetPwd',
    summary: 'Give a user an initial password, which the first sign-in replaces; every session of theirs ends',
    request: z.object({ userId: RowId }),
    response: z.object(madeUp),
  }),
  givePassword: endpoint({
    method: 'PUT',
    path: `${path}/resetPwd`,
    permission: 'system:user:resetPwd',
    summary: 'Give a user this password, sealed, which the first sign-in replaces; every session of theirs ends',
    request: z.object({ userId: RowId, password: SealedPassword }),
    response: nothing,
  }),
  erase: endpoint({
    method: 'PUT',
    path: `${path}/erase/:userId`,
    permission: 'system:user:erase',
    summary: 'Erase the personal data of a user; the account stays without a name. This cannot be undone',
    request: z.object({ userId: RowId, reason: lines(200).min(1) }),
    response: nothing,
  }),
  changeStatus: endpoint({
    method: 'PUT',
    path: `${path}/changeStatus`,
    permission: 'system:user:edit',
    summary: 'Put a user in or out of use; out of use, every session of theirs ends',
    request: z.object({ userId: RowId, status: InUse }),
    response: nothing,
  }),
  findRoles: endpoint({
    method: 'GET',
    path: `${path}/authRole/:userId`,
    permission: 'system:user:query',
    summary: 'A user and the roles there are; those held are marked',
    envelope: 'top',
    request: z.object({ userId: RowId }),
    response: z.object({ user: StaffRow, roles: z.array(RoleRow.extend({ flag: z.boolean() })) }),
  }),
  giveRoles: endpoint({
    method: 'PUT',
    path: `${path}/authRole`,
    permission: 'system:user:edit',
    summary: 'The roles of a user, in place of those held',
    request: z.object({ userId: RowId, roleIds: z.union([roleIds, RowIds, z.literal('').transform((): number[] => [])]) }),
    response: nothing,
  }),
}
