import { z } from 'zod'
import { endpoint } from '../shared/endpoint.ts'
import { formatText } from '../shared/format-texts.ts'
import { createdWithin, editableResource, InUse, madeBy, paging, RowId, RowIds } from '../shared/resource.ts'
import { lines, text } from '../shared/text.ts'
import { TreeNode } from '../shared/tree-resource.ts'
import { StaffRow } from './staff-row.ts'

export const RoleType = z.enum(['general', 'agent'])
/**
 * Whose rows a role’s holder sees: `1` all rows, `2` those of the departments and regions that the role names, `3` of the holder’s own
 * department, `4` of that and all below it, `5` the holder’s own alone.
 */
export const DataScope = z.enum(['1', '2', '3', '4', '5'])
export type DataScope = z.infer<typeof DataScope>

const written = {
  roleName: text(30).min(1),
  roleKey: z.string().regex(/^[a-z][a-z0-9_-]{1,29}$/, formatText('role-key')),
  roleType: RoleType,
  roleSort: z.coerce.number().int().min(0).max(9999),
  dataScope: DataScope,
  status: InUse,
  remark: lines(100).nullable(),
}

export const RoleRow = z.object({
  roleId: z.int(),
  ...written,
  /** Every tenant has it: it is changed, and neither renamed in its key nor removed. */
  builtIn: z.boolean(),
  ...madeBy,
})

const ids = z.array(RowId).max(2000)
/** Left out, what the role has stays. */
const parts = { menuIds: ids.optional(), deptIds: ids.optional(), regionIds: ids.optional() }

const usersOfRole = z.object({
  roleId: RowId,
  userName: text(30).optional(),
  phonenumber: text(20).optional(),
  ...createdWithin,
  ...paging,
})
const pageOfUsers = z.object({ rows: z.array(StaffRow), total: z.int() })
const nothing = z.object({})
const path = '/prod-api/system/role'

export const roles = {
  ...editableResource({
    path,
    permission: 'system:role',
    noun: 'role',
    id: 'roleId',
    dictionaries: { status: 'sys_normal_disable', roleType: 'sys_role_type', dataScope: 'sys_data_scope' },
    row: RoleRow,
    form: z.object({
      ...written,
      roleType: RoleType.default('general'),
      roleSort: written.roleSort.default(0),
      dataScope: DataScope.default('1'),
      status: InUse.default('0'),
      remark: written.remark.default(null),
      ...parts,
    }),
    filter: {
      roleName: text(30).optional(),
      roleKey: text(30).optional(),
      roleType: RoleType.optional(),
      status: InUse.optional(),
    },
  }),
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
    request: z.object({ roleId: RowId, dataScope: DataScope, deptIds: parts.deptIds, regionIds: parts.regionIds }),
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
