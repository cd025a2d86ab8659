import { z } from 'zod'
import { callsOf } from '../shared/calls-of-resource.ts'
import { endpoint } from '../shared/endpoint.ts'
import { createdWithin, InUse, paging, RowId, RowIds } from '../shared/lists.ts'
import { text } from '../shared/text.ts'
import { TreeNode } from '../shared/tree-place.ts'
import { DataScope, RoleRow, roleParts, roles } from './role.ts'
import { StaffRow } from './staff-row.ts'

const usersOfRole = z.object({
  roleId: RowId,
  userName: text(30).optional(),
  phonenumber: text(20).optional(),
  ...createdWithin,
  ...paging,
})
const pageOfUsers = z.object({ rows: z.array(StaffRow), total: z.int() })
const nothing = z.object({})
const { path } = roles

export const roleCalls = {
  ...callsOf(roles),
  changeStatus: endpoint({
    method: 'PUT',
    path: `${path}/changeStatus`,
    permission: 'system:role:edit',
    summary: 'Put a role in or out of use; who holds it feels it at once',
    request: z.object({ roleId: RowId, status: InUse }),
    response: nothing,
  }),
  changeDataScope: endpoint({
    method: 'PUT',
    path: `${path}/dataScope`,
    permission: 'system:role:edit',
    summary: 'Whose rows a role sees',
    request: z.object({ roleId: RowId, dataScope: DataScope, deptIds: roleParts.deptIds, regionIds: roleParts.regionIds }),
    response: nothing,
  }),
  listOptions: endpoint({
    method: 'GET',
    path: `${path}/optionselect`,
    permission: 'system:role:list',
    summary: 'Roles in use, to choose from',
    request: nothing,
    response: z.array(RoleRow),
  }),
  deptTree: endpoint({
    method: 'GET',
    path: `${path}/deptTree/:roleId`,
    permission: 'system:role:query',
    summary: 'Departments and regions, and those that a role names',
    envelope: 'top',
    request: z.object({ roleId: RowId }),
    response: z.object({
      depts: z.array(TreeNode),
      checkedKeys: z.array(z.int()),
      regions: z.array(TreeNode),
      checkedRegions: z.array(z.int()),
    }),
  }),
  listHolders: endpoint({
    method: 'GET',
    path: `${path}/authUser/allocatedList`,
    permission: 'system:role:list',
    summary: 'Users who hold a role',
    envelope: 'rows',
    request: usersOfRole,
    response: pageOfUsers,
  }),
  listOthers: endpoint({
    method: 'GET',
    path: `${path}/authUser/unallocatedList`,
    permission: 'system:role:list',
    summary: 'Users who do not hold a role',
    envelope: 'rows',
    request: usersOfRole,
    response: pageOfUsers,
  }),
  takeFromUser: endpoint({
    method: 'PUT',
    path: `${path}/authUser/cancel`,
    permission: 'system:role:edit',
    summary: 'Take a role from a user',
    request: z.object({ roleId: RowId, userId: RowId }),
    response: nothing,
  }),
  takeFromUsers: endpoint({
    method: 'PUT',
    path: `${path}/authUser/cancelAll`,
    permission: 'system:role:edit',
    summary: 'Take a role from users',
    request: z.object({ roleId: RowId, userIds: RowIds }),
    response: nothing,
  }),
  giveToUsers: endpoint({
    method: 'PUT',
    path: `${path}/authUser/selectAll`,
    permission: 'system:role:edit',
    summary: 'Give a role to users; all that it allows must be the giver’s own',
    request: z.object({ roleId: RowId, userIds: RowIds }),
    response: nothing,
  }),
}
