import { resourceCalls } from '@nightflow/schemas/resource-calls'
import { platformTenant } from '@nightflow/schemas/shared/may-do'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { call } from '#api/call.ts'
import { FormDialog } from '#ui/form/resource-form.tsx'
import { SettingsForm } from './settings-form.tsx'

const { tenants } = resourceCalls

/** An operator sets for a tenant what its administrator may set too. */
export function TenantSettingsDialog({ row, onClose }: { row: z.infer<typeof tenants.row>; onClose: () => void }) {
  const { t } = useTranslation('platform')
  const { tenantId, tenantName, timeZone, kind, status, contactName, contactPhone, address, remark, settings } = row
  return (
    <FormDialog title={t('tenant.command.settings', { name: tenantName })} onClose={onClose} size={640}>
      <SettingsForm
        settings={settings}
        isPlatform={row.code === platformTenant}
        onCancel={onClose}
        onSubmit={async (change) => {
          const form = { tenantId, tenantName, timeZone, kind, status, contactName, contactPhone, address, remark }
          await call(tenants.change, { ...form, settings: change })
          onClose()
        }}
      />
    </FormDialog>
  )
}
