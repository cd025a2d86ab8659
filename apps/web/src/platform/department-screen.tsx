import { resourceCalls } from '@nightflow/schemas/resource-calls'
import { resources } from '@nightflow/schemas/resources'
import { resourceOf } from '#ui/resource/resource-of.ts'
import { TreeResourceScreen } from '#ui/resource/tree-resource.tsx'
import type { ScreenProps } from '#ui/screen-entry.ts'
import { useTreeOf } from './use-tree-of.ts'

const departments = resourceOf(resources.departments, resourceCalls.departments, {
  useFields: (row) => [
    { name: 'parentId', tree: useTreeOf(resourceCalls.departments, row?.deptId) },
    'deptName',
    { name: 'leader', isHalf: true },
    { name: 'phone', isHalf: true },
    { name: 'email', isHalf: true },
    { name: 'orderNum', isHalf: true },
    'status',
  ],
})

export function DepartmentsScreen(props: ScreenProps) {
  return <TreeResourceScreen resource={departments} {...props} />
}
