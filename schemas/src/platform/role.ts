import { z } from 'zod'
import { formatText } from '../shared/format-texts.ts'
import { InUse, RowId } from '../shared/lists.ts'
import { defineResource } from '../shared/resource.ts'
import { lines, text } from '../shared/text.ts'
import { typedNumber } from '../shared/typed-number.ts'

export const RoleType = z.enum(['general', 'agent'])
/**
 * Whose rows a role’s holder sees: all rows, those of the departments and regions that the role names, of the holder’s own department, of that and
 * all below it, or the holder’s own alone.
 */
export const DataScope = z.enum({ all: '1', selected: '2', ownDepartment: '3', departmentAndBelow: '4', own: '5' })
export type DataScope = z.infer<typeof DataScope>

const ids = z.array(RowId).max(2000)
/** Left out, what the role has stays. */
export const roleParts = { menuIds: ids.optional(), deptIds: ids.optional(), regionIds: ids.optional() }

/** Permissions and data scope of users. */
export const roles = defineResource({
  name: 'role',
  texts: 'platform',
  noun: 'role',
  path: '/prod-api/system/role',
  permission: 'system:role',
  id: 'roleId',
  table: 'platform.roles',
  scope: 'own',
  order: { field: 'roleSort', direction: 'asc' },
  fields: {
    roleName: { schema: text(30).min(1), filter: 'contains', isUnique: true },
    roleKey: {
      schema: z.string().regex(/^[a-z][a-z0-9_-]{1,29}$/, formatText('role-key')),
      filter: 'contains',
      filterMax: 30,
      isHalf: true,
      placeholder: 'meter-reader',
    },
    roleType: { schema: RoleType.default('general'), filter: 'equals', dictionary: 'sys_role_type', isHalf: true },
    roleSort: { schema: typedNumber().int().min(0).max(9999).default(0), isHalf: true },
    dataScope: { schema: DataScope.default(DataScope.enum.all), dictionary: 'sys_data_scope' },
    status: { schema: InUse.default(InUse.enum.enabled), filter: 'equals', dictionary: 'sys_normal_disable', isHalf: true },
    remark: { schema: lines(100).nullable().default(null) },
    menuIds: { schema: roleParts.menuIds, isWriteOnly: true },
    deptIds: { schema: roleParts.deptIds, isWriteOnly: true },
    regionIds: { schema: roleParts.regionIds, isWriteOnly: true },
    /** Every tenant has it: it is changed, and neither renamed in its key nor removed. */
    builtIn: { schema: z.boolean(), isReadOnly: true },
  },
  menu: {
    directory: 'system',
    place: 20,
    path: 'role',
    component: 'system/role/index',
    icon: 'shield',
    titles: { en: 'Roles', 'zh-CN': '角色管理', fr: 'Rôles', id: 'Peran' },
  },
  screen: {
    columns: ['roleName', 'roleKey', 'roleType', 'dataScope', 'roleSort', 'status', 'createTime'],
    moreColumns: ['builtIn', 'remark', 'createBy', 'updateBy', 'updateTime'],
    form: ['roleName', 'roleKey', 'roleType', 'roleSort', 'status', 'remark'],
    filters: ['roleName', 'roleKey', 'roleType', 'status'],
  },
})

export const RoleRow = roles.row
