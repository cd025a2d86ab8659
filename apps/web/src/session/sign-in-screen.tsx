import { Alert, Button, Group, Paper, PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core'
import { signIn } from '@nightflow/schemas/platform/endpoints'
import { IconDropletHalf2Filled } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { LanguageMenu } from '#session/language-menu.tsx'
import { sessionQuery } from '#session/session-query.ts'
import { keepToken } from '#session/token.ts'
import { useProblemText } from '#ui/problem-text.ts'

const lastTenantKey = 'nightflow.last-tenant'

/** Who, of which utility. The tenant is remembered, because people have one; the password never is. */
export function SignInScreen({ onSignedIn }: { onSignedIn: () => void }) {
  const { t } = useTranslation('session')
  const shared = useTranslation('shared').t
  const problemText = useProblemText()
  const client = useQueryClient()
  const [fields, setFields] = useState({ tenant: localStorage.getItem(lastTenantKey) ?? '', username: '', password: '' })
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [failure, setFailure] = useState<unknown>(null)
  const [busy, setBusy] = useState(false)

  const errorOf = (name: keyof typeof fields): string =>
    fields[name] === ''
      ? shared('validation.required')
      : signIn.request.shape[name].safeParse(fields[name]).success
        ? ''
        : t('invalidTenant')
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy) return
    const found = { tenant: errorOf('tenant'), username: errorOf('username'), password: errorOf('password') }
    setErrors(found)
    const first = Object.entries(found).find(([, error]) => error)?.[0]
    if (first) return event.currentTarget.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus()
    setBusy(true)
    setFailure(null)
    try {
      const signedIn = await call(signIn, fields)
      keepToken(signedIn.token, signedIn.expiresIn)
      localStorage.setItem(lastTenantKey, fields.tenant)
      client.clear()
      client.setQueryData(sessionQuery.queryKey, signedIn.session)
      onSignedIn()
    } catch (error) {
      setFailure(error)
      setBusy(false)
    }
  }
  const bind = (name: keyof typeof fields) => ({
    name,
    label: t(name),
    value: fields[name],
    error: errors[name] || undefined,
    onBlur: () => fields[name] !== '' && setErrors((previous) => ({ ...previous, [name]: errorOf(name) })),
    onChange: (event: { currentTarget: HTMLInputElement }) => {
      const { value } = event.currentTarget
      setFields((previous) => ({ ...previous, [name]: value }))
    },
  })
  return (
    <main className="nf-sign-in">
      <Paper withBorder p="xl" radius="md" w="100%" maw={380}>
        <Group justify="space-between" mb="lg" wrap="nowrap">
          <Group gap={8} wrap="nowrap">
            <IconDropletHalf2Filled size={26} color="var(--mantine-primary-color-filled)" aria-hidden />
            <Title order={1} size="h2">
              Nightflow
            </Title>
          </Group>
          <LanguageMenu />
        </Group>
        <Text size="sm" c="dimmed" mb="md">
          {t('lead')}
        </Text>
        <form onSubmit={submit} noValidate>
          <Stack gap="sm">
            <TextInput
              {...bind('tenant')}
              description={t('tenantHint')}
              autoComplete="organization"
              autoCapitalize="none"
              spellCheck={false}
              data-autofocus
            />
            <TextInput {...bind('username')} autoComplete="username" autoCapitalize="none" spellCheck={false} />
            <PasswordInput
              {...bind('password')}
              autoComplete="current-password"
              visibilityToggleButtonProps={{ 'aria-label': t('showPassword') }}
            />
            {failure !== null && (
              <Alert color="red" variant="light" role="alert" py="xs">
                {problemText(failure)}
              </Alert>
            )}
            <Button type="submit" loading={busy} fullWidth mt="xs">
              {t('signIn')}
            </Button>
          </Stack>
        </form>
      </Paper>
    </main>
  )
}
