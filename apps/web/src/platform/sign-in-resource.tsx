import { unlockAccount } from '@nightflow/schemas/platform/login-log-calls'
import { resourceCalls } from '@nightflow/schemas/resource-calls'
import { resources } from '@nightflow/schemas/resources'
import { IconLockOpen } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { ConfirmDialog } from '#ui/form/confirm-dialog.tsx'
import { resourceOf } from '#ui/resource/resource-of.ts'
import { screenOf } from '#ui/resource/resource-screen.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'

const meanings = {
  accepted: 'good',
  refused: 'alarm',
  barred: 'warning',
  pending: 'waiting',
  'signed-out': 'off',
  unlocked: 'off',
} as const

export const Screen = screenOf(
  resourceOf(resources.signIns, resourceCalls.signIns, {
    cell: { outcome: (row) => <Outcome outcome={row.outcome} /> },
    commands: [
      {
        name: 'unlock',
        icon: IconLockOpen,
        permission: 'system:logininfor:unlock',
        isOffered: (row) => row.outcome === 'refused' && row.tenant !== '',
        Dialog: UnlockDialog,
      },
    ],
  }),
)

function Outcome({ outcome }: { outcome: keyof typeof meanings }) {
  const { t } = useTranslation('platform')
  return <StatusBadge meaning={meanings[outcome]} label={t(`signIn.value.outcome.${outcome}`)} />
}

function UnlockDialog({ row: { userName }, onClose }: { row: { userName: string }; onClose: () => void }) {
  const { t } = useTranslation('platform')
  const shared = useTranslation('shared').t
  const label = t('signIn.command.unlock', { name: userName })
  return (
    <ConfirmDialog
      opened
      title={label}
      text={t('signIn.unlockText', { name: userName })}
      confirmLabel={label}
      doneText={shared('done.saved')}
      onConfirm={() => call(unlockAccount, { userName })}
      onClose={onClose}
    />
  )
}
