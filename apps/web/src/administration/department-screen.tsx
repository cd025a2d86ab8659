import { resourceCalls } from '@nightflow/schemas/resource-calls'
import { IconHierarchy2 } from '@tabler/icons-react'
import { defineResource } from '#ui/resource-screen.tsx'
import type { ScreenProps } from '#ui/screen-entry.ts'
import { TreeResourceScreen } from '#ui/tree-resource.tsx'
import { useTreeOf } from './use-tree-of.ts'

const departments = defineResource({
  calls: resourceCalls.departments,
  texts: 'administration',
  name: 'department',
  icon: IconHierarchy2,
  title: (row) => row.deptName,
  columns: ['deptName', 'leader', 'phone', 'email', 'orderNum', 'status', 'createTime'],
  useFields: (row) => [
    { name: 'parentId', tree: useTreeOf(resourceCalls.departments, row?.deptId) },
    'deptName',
    { name: 'leader', isHalf: true },
    { name: 'phone', isHalf: true },
    { name: 'email', isHalf: true },
    { name: 'orderNum', isHalf: true },
    'status',
  ],
  filters: [],
})

export function DepartmentsScreen(props: ScreenProps) {
  return <TreeResourceScreen resource={departments} {...props} />
}
