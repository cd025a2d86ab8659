import { Text } from '@mantine/core'
import { CredentialName, neededCredentials, type paymentPlatforms } from '@nightflow/schemas/payments/payment-platform'
import { setPlatformCredentials } from '@nightflow/schemas/payments/payment-platform-calls'
import { resourceCalls } from '@nightflow/schemas/resource-calls'
import type { RowOf } from '@nightflow/schemas/shared/resource'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { CommandForm } from '#ui/form/command-form.tsx'
import { FormDialog } from '#ui/form/resource-form.tsx'

type Props = { row: RowOf<typeof paymentPlatforms>; onClose: () => void }

const asked = setPlatformCredentials.request.shape.credentials

/** Credentials are typed unseen, and no screen shows one again. An empty field leaves what is set. */
export function CredentialsDialog({ row: { platformId, platformName, platformType, protocol, credentialNames }, onClose }: Props) {
  const { t } = useTranslation('payments')
  const client = useQueryClient()
  const needed: readonly CredentialName[] = neededCredentials({ platformType, protocol })
  const isNeeded = (name: CredentialName): boolean => needed.includes(name)
  const names = CredentialName.options.toSorted((one, other) => Number(isNeeded(other)) - Number(isNeeded(one)))
  const hintOf = (name: CredentialName): string | undefined => {
    if (credentialNames.includes(name)) return t('paymentPlatform.credentials.isSet')
    return isNeeded(name) ? t('paymentPlatform.credentials.isNeeded') : undefined
  }
  return (
    <FormDialog title={t('paymentPlatform.credentials.title', { name: platformName })} onClose={onClose}>
      <Text size="sm" mb="sm">
        {t('paymentPlatform.credentials.what')}
      </Text>
      <CommandForm
        schema={asked}
        fields={names.map((name) => ({
          ...{
            name,
            label: t(`paymentPlatform.credential.${name}`),
            description: hintOf(name),
            isSecret: true as const,
            isHalf: true as const,
          },
        }))}
        submitLabel={t('paymentPlatform.credentials.confirm')}
        doneText={t('paymentPlatform.credentials.done')}
        onCancel={onClose}
        onSubmit={async (typed) => {
          await call(setPlatformCredentials, { platformId, credentials: typed })
          await client.invalidateQueries({ queryKey: [resourceCalls.paymentPlatforms.list.path] })
          onClose()
        }}
      />
    </FormDialog>
  )
}
