import { Button, Stack, Text, TextInput } from '@mantine/core'
import { openPayPage, type PayAccount } from '@nightflow/schemas/payments/pay-page'
import { useTranslation } from 'react-i18next'
import { callQuietly } from '#api/call-quietly.ts'
import { keepAccount, type TypedAccount } from '#payments/pay/pay-address.ts'
import { PayFrame } from '#payments/pay/pay-frame.tsx'
import { ProblemAlert } from '#session/problem-alert.tsx'
import { useTypedForm } from '#session/use-typed-form.ts'

type Props = { initial: TypedAccount; onOpened: (account: PayAccount, typed: TypedAccount) => void; failure: unknown }

const { tenant: Tenant, accountNo: Account, code: Code } = openPayPage.request.shape
const fieldSchemas = { tenant: Tenant, accountNo: Account, code: Code }

/** Opens the page of an account. The utility is asked for where the address does not name it. */
export function AccountForm({ initial, onOpened, failure }: Props) {
  const { t } = useTranslation('pay')
  const form = useTypedForm({
    initial: { tenant: initial.tenant, accountNo: initial.accountNo, code: initial.code },
    check: (name, fields) => (fieldSchemas[name].safeParse(fields[name].trim()).success ? '' : t(`form.wrong.${name}`)),
    send: async ({ tenant, accountNo, code }) => {
      const typed = { tenant: tenant.trim(), accountNo: accountNo.trim(), code: code.trim() }
      const account = await callQuietly(openPayPage, typed)
      keepAccount(typed)
      onOpened(account, typed)
    },
  })
  return (
    <PayFrame title={t('form.title')} subtitle={t('form.subtitle')}>
      <form onSubmit={form.submit} noValidate>
        <Stack gap="md">
          {initial.tenant === '' && (
            <TextInput {...form.bind('tenant')} label={t('form.tenant')} description={t('form.tenantHint')} autoCapitalize="none" />
          )}
          <TextInput {...form.bind('accountNo')} label={t('form.accountNo')} autoComplete="off" spellCheck={false} />
          <TextInput
            {...form.bind('code')}
            label={t('form.code')}
            description={t('form.codeHint')}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
          />
          <ProblemAlert failure={form.failure ?? failure} />
          <Button type="submit" size="md" loading={form.busy}>
            {t('form.open')}
          </Button>
          <Text size="sm" c="dimmed">
            {t('form.where')}
          </Text>
        </Stack>
      </form>
    </PayFrame>
  )
}
