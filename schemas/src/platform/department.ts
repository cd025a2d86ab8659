import { InUse } from '../shared/lists.ts'
import { personalInput } from '../shared/personal.ts'
import { defineResource } from '../shared/resource.ts'
import { text } from '../shared/text.ts'
import { parentField, placeInTree } from '../shared/tree-place.ts'
import { Email } from './account-rules.ts'

export const DepartmentName = text(20).min(1)

/** The departments of a utility, below each other. */
export const departments = defineResource({
  name: 'department',
  texts: 'platform',
  noun: 'department',
  path: '/prod-api/system/dept',
  permission: 'system:dept',
  id: 'deptId',
  table: 'platform.departments',
  scope: 'own',
  fields: {
    deptName: { schema: DepartmentName, filter: 'contains', isUnique: true },
    parentId: parentField,
    orderNum: { schema: placeInTree.orderNum, isHalf: true },
    leader: { schema: personalInput(text(20).nullable().default(null), 'name'), isHalf: true },
    phone: { schema: personalInput(text(20).nullable().default(null), 'telephone'), isHalf: true },
    email: { schema: personalInput(Email.nullable().default(null), 'email'), isHalf: true },
    status: { schema: InUse.default(InUse.enum.enabled), filter: 'equals', dictionary: 'sys_normal_disable' },
  },
  menu: {
    directory: 'system',
    place: 30,
    path: 'dept',
    component: 'system/dept/index',
    icon: 'hierarchy',
    titles: { en: 'Departments', 'zh-CN': '部门管理', fr: 'Services', id: 'Departemen' },
  },
  screen: {
    columns: ['deptName', 'leader', 'phone', 'email', 'orderNum', 'status', 'createTime'],
    form: ['parentId', 'deptName', 'leader', 'phone', 'email', 'orderNum', 'status'],
    filters: [],
  },
})
