import { setPlatformCredentials } from '@nightflow/schemas/payments/payment-platform-calls'
import { resourceCalls } from '@nightflow/schemas/resource-calls'
import { resources } from '@nightflow/schemas/resources'
import { IconKey } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { CredentialsDialog } from '#payments/credentials-dialog.tsx'
import { resourceOf } from '#ui/resource/resource-of.ts'
import { screenOf } from '#ui/resource/resource-screen.tsx'

const { permission } = setPlatformCredentials as { permission: 'payments:platform:credential' }

/** Names of the credentials that are set; none of them is ever shown. */
function CredentialNames({ names }: { names: readonly string[] }) {
  const { t } = useTranslation('payments')
  return names.length === 0 ? '–' : names.map((name) => t(`paymentPlatform.credential.${name}`)).join(', ')
}

export const Screen = screenOf(
  resourceOf(resources.paymentPlatforms, resourceCalls.paymentPlatforms, {
    cell: { credentialNames: ({ credentialNames }) => <CredentialNames names={credentialNames} /> },
    commands: [{ name: 'credentials', icon: IconKey, permission, Dialog: CredentialsDialog }],
  }),
)
