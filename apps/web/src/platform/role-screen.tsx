import { resourceCalls } from '@nightflow/schemas/resource-calls'
import { IconEyeCog, IconListCheck, IconShield, IconUsersGroup } from '@tabler/icons-react'
import { defineResource, ResourceScreen } from '#ui/resource/resource-screen.tsx'
import type { ScreenProps } from '#ui/screen-entry.ts'
import { RoleDataScopeDialog } from './role-data-scope-dialog.tsx'
import { RoleHoldersDialog } from './role-holders-dialog.tsx'
import { RolePermissionsDialog } from './role-permissions-dialog.tsx'

const roles = defineResource({
  calls: resourceCalls.roles,
  texts: 'platform',
  name: 'role',
  icon: IconShield,
  title: (row) => row.roleName,
  columns: ['roleName', 'roleKey', 'roleType', 'dataScope', 'roleSort', 'status', 'createTime'],
  moreColumns: ['builtIn', 'remark', 'createBy', 'updateBy', 'updateTime'],
  useFields: () => [
    'roleName',
    { name: 'roleKey', isHalf: true, placeholder: 'meter-reader' },
    { name: 'roleType', isHalf: true },
    { name: 'roleSort', isHalf: true },
    { name: 'status', isHalf: true },
    'remark',
  ],
  filters: ['roleName', 'roleKey', 'roleType', 'status'],
  isRemovable: (row) => !row.builtIn,
  commands: [
    { name: 'permissions', icon: IconListCheck, permission: 'system:role:edit', Dialog: RolePermissionsDialog },
    { name: 'dataScope', icon: IconEyeCog, permission: 'system:role:edit', Dialog: RoleDataScopeDialog },
    { name: 'holders', icon: IconUsersGroup, permission: 'system:role:edit', Dialog: RoleHoldersDialog },
  ],
})

export function RolesScreen(props: ScreenProps) {
  return <ResourceScreen resource={roles} {...props} />
}
