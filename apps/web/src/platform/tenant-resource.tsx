import { resourceCalls } from '@nightflow/schemas/resource-calls'
import { resources } from '@nightflow/schemas/resources'
import { InUse } from '@nightflow/schemas/shared/lists'
import { IconAdjustments, IconDoorEnter } from '@tabler/icons-react'
import { FirstPasswordDialog } from '#ui/form/first-password-dialog.tsx'
import { resourceOf } from '#ui/resource/resource-of.ts'
import { screenOf } from '#ui/resource/resource-screen.tsx'
import { TenantSettingsDialog } from './tenant-settings-dialog.tsx'
import { VisitTenantDialog } from './visit-tenant-dialog.tsx'

const timeZones = () => Intl.supportedValuesOf('timeZone').map((zone) => ({ value: zone, label: zone }))

export const Screen = screenOf(
  resourceOf(resources.tenants, resourceCalls.tenants, {
    useChoices: () => ({ timeZone: { choices: timeZones() } }),
    newFields: [
      { name: 'code', isHalf: true, placeholder: 'canal-water' },
      { name: 'userName', isHalf: true },
      { name: 'nickName', isHalf: true },
    ],
    commands: [
      { name: 'settings', icon: IconAdjustments, permission: 'platform:tenant:edit', Dialog: TenantSettingsDialog },
      {
        name: 'visit',
        icon: IconDoorEnter,
        permission: 'platform:tenant:visit',
        isOffered: (row) => row.status === InUse.enum.enabled && row.code !== 'platform',
        Dialog: VisitTenantDialog,
      },
    ],
    Created: ({ answer: { userName, initialPassword }, onClose }) => (
      <FirstPasswordDialog userName={userName} password={initialPassword} onClose={onClose} />
    ),
  }),
)
