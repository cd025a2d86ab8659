import { resourceCalls } from '@nightflow/schemas/resource-calls'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { ConfirmDialog } from '#ui/form/confirm-dialog.tsx'
import { FirstPasswordDialog } from '#ui/form/first-password-dialog.tsx'

/** Says what will happen, then shows the new first password once. */
export function ResetPasswordDialog({
  row: { userId, userName },
  onClose,
}: {
  row: { userId: number; userName: string }
  onClose: () => void
}) {
  const { t } = useTranslation('platform')
  const [password, setPassword] = useState<string | null>(null)
  // The question closes by itself once it is answered; that must not take the password away before it is read.
  const isReset = useRef(false)
  if (password !== null) return <FirstPasswordDialog userName={userName} password={password} onClose={onClose} />
  const label = t('staff.command.resetPassword', { name: userName })
  return (
    <ConfirmDialog
      opened
      danger
      title={label}
      text={t('staff.resetPasswordText', { name: userName })}
      confirmLabel={label}
      doneText={null}
      onConfirm={async () => {
        const { initialPassword } = await call(resourceCalls.users.resetPassword, { userId })
        isReset.current = true
        setPassword(initialPassword)
      }}
      onClose={() => {
        if (!isReset.current) onClose()
      }}
    />
  )
}
