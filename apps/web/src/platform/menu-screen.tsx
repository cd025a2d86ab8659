import { resourceCalls } from '@nightflow/schemas/resource-calls'
import { IconMenu2 } from '@tabler/icons-react'
import { defineResource } from '#ui/resource/resource-screen.tsx'
import { TreeResourceScreen } from '#ui/resource/tree-resource.tsx'
import type { ScreenProps } from '#ui/screen-entry.ts'
import { useTreeOf } from './use-tree-of.ts'

const menus = defineResource({
  calls: resourceCalls.menus,
  texts: 'platform',
  name: 'menu',
  icon: IconMenu2,
  title: (row) => row.menuName,
  columns: ['menuName', 'menuType', 'path', 'component', 'perms', 'icon', 'audience', 'orderNum', 'visible', 'status', 'menuKey'],
  useFields: (row) => [
    { name: 'parentId', tree: useTreeOf(resourceCalls.menus, row?.menuId) },
    { name: 'menuType', isHalf: true },
    { name: 'orderNum', isHalf: true },
    'titles',
    { name: 'path', isHalf: true },
    { name: 'component', isHalf: true },
    { name: 'perms', isHalf: true },
    { name: 'icon', isHalf: true },
    { name: 'routeName', isHalf: true },
    { name: 'query', isHalf: true },
    { name: 'audience', isHalf: true },
    { name: 'visible', isHalf: true },
    { name: 'isFrame', isHalf: true },
    { name: 'isCache', isHalf: true },
    { name: 'status', isHalf: true },
    'remark',
  ],
  filters: [],
})

/** Menus: what the sidebar shows and what roles are made of. */
export function MenusScreen(props: ScreenProps) {
  return <TreeResourceScreen resource={menus} {...props} />
}
