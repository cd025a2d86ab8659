import { visitTenant } from '@nightflow/schemas/platform/session-calls'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { replaceToken } from '#api/token.ts'
import { CommandForm } from '#ui/form/command-form.tsx'
import { FormDialog } from '#ui/form/resource-form.tsx'

/** An operator says why they look, and sees the tenant as its administrator does until the time is over. */
export function VisitTenantDialog({
  row: { code, tenantName },
  onClose,
}: {
  row: { code: string; tenantName: string }
  onClose: () => void
}) {
  const { t } = useTranslation('platform')
  const label = t('tenant.command.visit', { name: tenantName })
  return (
    <FormDialog title={label} onClose={onClose} size={440}>
      <CommandForm
        schema={visitTenant.request}
        fields={[
          { name: 'reason', label: t('tenant.visitReason'), description: t('tenant.visitText'), lines: 2 },
          { name: 'minutes', label: t('tenant.visitMinutes') },
        ]}
        initial={{ minutes: 30 }}
        fixed={{ code }}
        submitLabel={label}
        onCancel={onClose}
        doneText={null}
        onSubmit={async (command) => {
          const visit = await call(visitTenant, command)
          replaceToken(visit.access_token, visit.expires_in)
          // Another tenant: nothing of this one may stay in memory.
          window.location.assign('/')
        }}
      />
    </FormDialog>
  )
}
