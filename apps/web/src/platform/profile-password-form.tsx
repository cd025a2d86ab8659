import { Button, Group, Stack } from '@mantine/core'
import { changeOwnPassword } from '@nightflow/schemas/platform/session-calls'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { leaveWithNewPassword } from '#session/leave.ts'
import { usePasswordCheck } from '#session/password-checks.ts'
import { PasswordField } from '#session/password-field.tsx'
import { ProblemAlert } from '#session/problem-alert.tsx'
import { sealPassword } from '#session/seal-password.ts'
import { useTypedForm } from '#session/use-typed-form.ts'

/** Another password: every session of mine ends with it, this one too. */
export function ProfilePasswordForm({ userId }: { userId: number }) {
  const { t } = useTranslation('session')
  const check = usePasswordCheck()
  const form = useTypedForm({
    initial: { oldPassword: '', newPassword: '', confirmPassword: '' },
    check,
    send: async ({ oldPassword, newPassword }) => {
      await call(changeOwnPassword, { userId, oldPassword: await sealPassword(oldPassword), newPassword: await sealPassword(newPassword) })
      await leaveWithNewPassword(t('passwordChanged'))
    },
  })
  return (
    <form onSubmit={form.submit} noValidate>
      <Stack gap="sm">
        <PasswordField {...form.bind('oldPassword')} label={t('oldPassword')} autoComplete="current-password" />
        <PasswordField
          {...form.bind('newPassword')}
          label={t('newPassword')}
          description={t('passwordRule.form')}
          autoComplete="new-password"
        />
        <PasswordField {...form.bind('confirmPassword')} label={t('confirmPassword')} autoComplete="new-password" />
        <ProblemAlert failure={form.failure} />
        <Group justify="flex-end">
          <Button type="submit" loading={form.busy}>
            {t('changePassword')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
