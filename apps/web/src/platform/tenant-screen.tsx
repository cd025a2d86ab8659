import { resourceCalls } from '@nightflow/schemas/resource-calls'
import { IconAdjustments, IconBuilding, IconDoorEnter } from '@tabler/icons-react'
import { FirstPasswordDialog } from '#ui/form/first-password-dialog.tsx'
import { defineResource, ResourceScreen } from '#ui/resource/resource-screen.tsx'
import type { ScreenProps } from '#ui/screen-entry.ts'
import { TenantSettingsDialog } from './tenant-settings-dialog.tsx'
import { VisitTenantDialog } from './visit-tenant-dialog.tsx'

const timeZones = () => Intl.supportedValuesOf('timeZone').map((zone) => ({ value: zone, label: zone }))

const tenants = defineResource({
  calls: resourceCalls.tenants,
  texts: 'platform',
  name: 'tenant',
  icon: IconBuilding,
  title: (row) => row.tenantName,
  columns: ['tenantName', 'code', 'kind', 'status', 'trialDaysLeft', 'contactName', 'createTime'],
  moreColumns: ['contactPhone', 'timeZone', 'address', 'remark', 'createBy', 'updateBy', 'updateTime'],
  unsortable: ['trialDaysLeft'],
  useFields: (row) => [
    'tenantName',
    ...(row ? [] : [{ name: 'code', isHalf: true as const, placeholder: 'canal-water' }]),
    { name: 'timeZone', choices: timeZones(), isHalf: true },
    ...(row
      ? []
      : [
          { name: 'userName', isHalf: true as const },
          { name: 'nickName', isHalf: true as const },
        ]),
    { name: 'kind', isHalf: true },
    { name: 'status', isHalf: true },
    { name: 'contactName', isHalf: true },
    { name: 'contactPhone', isHalf: true },
    'address',
    'remark',
  ],
  filters: ['tenantName', 'code', 'kind', 'status', 'createdWithin'],
  commands: [
    { name: 'settings', icon: IconAdjustments, permission: 'platform:tenant:edit', Dialog: TenantSettingsDialog },
    {
      name: 'visit',
      icon: IconDoorEnter,
      permission: 'platform:tenant:visit',
      isOffered: (row) => row.status === '0' && row.code !== 'platform',
      Dialog: VisitTenantDialog,
    },
  ],
  Created: ({ answer, onClose }) => {
    const { userName, initialPassword } = answer as { userName: string; initialPassword: string }
    return <FirstPasswordDialog userName={userName} password={initialPassword} onClose={onClose} />
  },
})

export function TenantsScreen(props: ScreenProps) {
  return <ResourceScreen resource={tenants} {...props} />
}
