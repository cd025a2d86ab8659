import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { replaceInitialPassword } from '@nightflow/schemas/platform/session-calls'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { leaveWithNewPassword, signOut } from '#session/leave.ts'
import { usePasswordCheck } from '#session/password-checks.ts'
import { PasswordField } from '#session/password-field.tsx'
import { ProblemAlert } from '#session/problem-alert.tsx'
import { sealPassword } from '#session/seal-password.ts'
import { useSessionInfo } from '#session/session-query.ts'
import { useTypedForm } from '#session/use-typed-form.ts'

const widthPixels = 674

/** While the initial password is in use nothing else is open: no way out but another password, or signing out. */
export function ForcePasswordDialog() {
  const { isDefaultModifyPwd } = useSessionInfo()
  const { t } = useTranslation('session')
  return (
    <Modal
      opened
      onClose={() => undefined}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
      size={widthPixels}
      title={t('force.title')}
      centered
    >
      <Text size="sm" c="dimmed" mb="md">
        {t(isDefaultModifyPwd ? 'force.initial' : 'force.expired')}
      </Text>
      <ForcedChange />
    </Modal>
  )
}

function ForcedChange() {
  const { t } = useTranslation('session')
  const { user } = useSessionInfo()
  const passwordCheck = usePasswordCheck()
  const form = useTypedForm({
    initial: { newPassword: '', confirmPassword: '' },
    check: (name, fields) => passwordCheck(name, { ...fields, oldPassword: '' }),
    send: async ({ newPassword }) => {
      await call(replaceInitialPassword, { userId: user.userId, password: await sealPassword(newPassword) })
      await leaveWithNewPassword(t('passwordChanged'))
    },
  })
  return (
    <form onSubmit={form.submit} noValidate>
      <Stack gap="sm">
        <PasswordField
          {...form.bind('newPassword')}
          label={t('newPassword')}
          description={t('passwordRule.form')}
          autoComplete="new-password"
          data-autofocus
        />
        <PasswordField {...form.bind('confirmPassword')} label={t('confirmPassword')} autoComplete="new-password" />
        <ProblemAlert failure={form.failure} />
        <Group justify="space-between" mt="xs">
          <Button variant="default" onClick={signOut}>
            {t('signOut')}
          </Button>
          <Button type="submit" loading={form.busy}>
            {t('force.confirm')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
