import { Button, CopyButton, Stack, Text, TextInput } from '@mantine/core'
import { makeViewLink } from '@nightflow/schemas/dashboard/endpoints'
import type { ResponseOf } from '@nightflow/schemas/shared/endpoint'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { useSession } from '#session/session-query.ts'
import { CommandForm } from '#ui/form/command-form.tsx'
import { FormDialog } from '#ui/form/resource-form.tsx'
import { useFormat } from '#ui/use-format.ts'

const usualHours = 24

/** A link that shows this wall, and nothing else. */
export function ViewLinkDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('dashboard')
  const [made, setMade] = useState<ResponseOf<typeof makeViewLink>>()
  return (
    <FormDialog title={t('link.make')} onClose={onClose} size={480}>
      {made ? (
        <Made {...made} />
      ) : (
        <CommandForm
          schema={makeViewLink.request}
          fields={[{ name: 'hours', label: t('link.hours'), description: t('link.text'), unit: t('link.unit') }]}
          initial={{ hours: usualHours }}
          submitLabel={t('link.make')}
          onCancel={onClose}
          doneText={null}
          onSubmit={async (command) => setMade(await call(makeViewLink, command))}
        />
      )}
    </FormDialog>
  )
}

function Made({ link, expiresAt }: ResponseOf<typeof makeViewLink>) {
  const { t } = useTranslation('dashboard')
  const shared = useTranslation('shared').t
  const format = useFormat()
  const { timeZone } = useSession()
  const address = `${window.location.origin}/cascadeScreen?link=${encodeURIComponent(link)}`
  return (
    <Stack gap="sm">
      <TextInput label={t('link.address')} readOnly value={address} onFocus={(event) => event.currentTarget.select()} />
      <Text size="sm">{t('link.until', { until: format.instant(expiresAt, timeZone) })}</Text>
      <CopyButton value={address}>
        {({ copied, copy }) => <Button onClick={copy}>{shared(copied ? 'once.copied' : 'once.copy')}</Button>}
      </CopyButton>
    </Stack>
  )
}
