import { resourceCalls } from '@nightflow/schemas/resource-calls'
import { IconMapPins } from '@tabler/icons-react'
import { defineResource } from '#ui/resource/resource-screen.tsx'
import { TreeResourceScreen } from '#ui/resource/tree-resource.tsx'
import type { ScreenProps } from '#ui/screen-entry.ts'
import { useTreeOf } from './use-tree-of.ts'

const regions = defineResource({
  calls: resourceCalls.regions,
  texts: 'platform',
  name: 'region',
  icon: IconMapPins,
  title: (row) => row.regionName,
  columns: ['regionName', 'orderNum', 'status', 'remark', 'createTime'],
  useFields: (row) => [
    { name: 'parentId', tree: useTreeOf(resourceCalls.regions, row?.regionId) },
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
