import { resourceCalls } from '@nightflow/schemas/resource-calls'
import { resources } from '@nightflow/schemas/resources'
import { IconEyeCog, IconListCheck, IconUsersGroup } from '@tabler/icons-react'
import { resourceOf } from '#ui/resource/resource-of.ts'
import { screenOf } from '#ui/resource/resource-screen.tsx'
import { RoleDataScopeDialog } from './role-data-scope-dialog.tsx'
import { RoleHoldersDialog } from './role-holders-dialog.tsx'
import { RolePermissionsDialog } from './role-permissions-dialog.tsx'

export const Screen = screenOf(
  resourceOf(resources.roles, resourceCalls.roles, {
    isRemovable: (row) => !row.builtIn,
    commands: [
      { name: 'permissions', icon: IconListCheck, permission: 'system:role:edit', Dialog: RolePermissionsDialog },
      { name: 'dataScope', icon: IconEyeCog, permission: 'system:role:edit', Dialog: RoleDataScopeDialog },
      { name: 'holders', icon: IconUsersGroup, permission: 'system:role:edit', Dialog: RoleHoldersDialog },
    ],
  }),
)
