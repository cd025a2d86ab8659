import { registers } from '@nightflow/schemas/platform/registers'
import { IconMapPins } from '@tabler/icons-react'
import type { ScreenProps } from '#shell/screen-entry.ts'
import { defineResource } from '#ui/define-resource.tsx'
import { TreeResourceScreen } from '#ui/tree-resource.tsx'
import { useTreeOf } from './use-tree-of.ts'

const regions = defineResource({
  register: registers.regions,
  texts: 'administration',
  name: 'region',
  icon: IconMapPins,
  title: (row) => row.regionName,
  columns: ['regionName', 'orderNum', 'status', 'remark', 'createTime'],
  useFields: (row) => [
    { name: 'parentId', tree: useTreeOf(registers.regions, row?.regionId) },
    'regionName',
    { name: 'orderNum', isHalf: true },
    { name: 'status', isHalf: true },
    'remark',
  ],
  filters: [],
})

export function RegionsScreen(props: ScreenProps) {
  return <TreeResourceScreen resource={regions} {...props} />
}
