import { treeCallsOf, updateSort } from '../shared/tree-resource.ts'
import { departments } from './department.ts'

export const departmentCalls = {
  ...treeCallsOf(departments),
  updateSort: updateSort(departments.path, 'system:dept:edit', 'deptIds'),
}
