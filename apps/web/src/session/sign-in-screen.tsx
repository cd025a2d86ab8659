import { Anchor, Button, Checkbox, Group, SegmentedControl, Stack, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { Phone } from '@nightflow/schemas/platform/account-rules'
import { logIn } from '@nightflow/schemas/platform/sign-in-calls'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { currentLanguage } from '#api/language.ts'
import { lazyPart } from '#api/lazy-part.ts'
import { ProblemError } from '#api/problem-error.ts'
import { keepToken } from '#api/token.ts'
import { CaptchaField, useCaptcha } from '#session/captcha.tsx'
import { OpenPage } from '#session/open-page.tsx'
import { PasswordField } from '#session/password-field.tsx'
import { ProblemAlert } from '#session/problem-alert.tsx'
import { sealPassword } from '#session/seal-password.ts'
import { useTypedForm } from '#session/use-typed-form.ts'
import { usualCountry } from '#session/usual-country.ts'

// Numbers of all countries, and what few people need.
const PhoneField = lazyPart(async () => (await import('#session/phone-field.tsx')).PhoneField, [])
const RecoverForm = lazyPart(async () => (await import('#session/recover-form.tsx')).RecoverForm, [])

const rememberedNameKey = 'nightflow.remembered-name'

type Props = { onSignedIn: () => void; registerLink: ReactNode }

/** User name, e-mail or telephone, with a password and, where the service requires it, a captcha. The password is never remembered. */
export function SignInScreen({ onSignedIn, registerLink }: Props) {
  const { t } = useTranslation('session')
  const [isRecovering, setIsRecovering] = useState(false)
  if (isRecovering)
    return (
      <OpenPage lead={t('recover.lead')}>
        <Suspense>
          <RecoverForm onLeave={() => setIsRecovering(false)} />
        </Suspense>
      </OpenPage>
    )
  return (
    <OpenPage lead={t('lead')}>
      <SignInForm onSignedIn={onSignedIn} onForgotten={() => setIsRecovering(true)} />
      <Group justify="center" mt="md" fz="sm">
        {registerLink}
      </Group>
    </OpenPage>
  )
}

type Way = 'account' | 'phone'

function SignInForm({ onSignedIn, onForgotten }: { onSignedIn: () => void; onForgotten: () => void }) {
  const { t } = useTranslation('session')
  const client = useQueryClient()
  const captcha = useCaptcha()
  const [way, setWay] = useState<Way>('account')
  const [country, setCountry] = useState(() => usualCountry(currentLanguage()))
  const [isRemembered, setIsRemembered] = useState(localStorage.getItem(rememberedNameKey) !== null)
  const form = useTypedForm({
    initial: { username: localStorage.getItem(rememberedNameKey) ?? '', phone: '', password: '', code: '' },
    check: (name, fields) => {
      if (name === 'username') return way === 'account' && fields.username.trim() === '' ? t('required.username') : ''
      if (name === 'phone') return way === 'phone' && !Phone.safeParse(fields.phone).success ? t('required.phone') : ''
      if (name === 'code') return captcha.isAsked && fields.code.trim() === '' ? t('required.code') : ''
      return fields.password === '' ? t('required.password') : ''
    },
    send: async ({ username, phone, password, code }) => {
      try {
        const session = await call(logIn, {
          ...(way === 'phone' && { areaCode: (await import('#session/dial-codes.ts')).areaCodeOf(country) }),
          username: way === 'phone' ? phone : username.trim(),
          password: await sealPassword(password),
          rememberMe: isRemembered,
          ...(captcha.isAsked && { code: code.trim(), uuid: captcha.uuid }),
        })
        if (isRemembered && way === 'account') localStorage.setItem(rememberedNameKey, username.trim())
        else localStorage.removeItem(rememberedNameKey)
        keepToken(session.access_token, session.expires_in, isRemembered)
        notifications.clean()
        client.clear()
        onSignedIn()
      } catch (error) {
        form.set({ code: '' })
        if (error instanceof ProblemError && error.code === 'captcha-needed') await captcha.demand()
        else captcha.renew()
        throw error
      }
    },
  })
  return (
    <form onSubmit={form.submit} noValidate>
      <Stack gap="sm">
        <SegmentedControl
          aria-label={t('way.label')}
          fullWidth
          value={way}
          onChange={(next) => setWay(next as Way)}
          data={[
            { value: 'account', label: t('way.account') },
            { value: 'phone', label: t('way.phone') },
          ]}
        />
        {way === 'account' ? (
          <TextInput {...form.bind('username')} label={t('username')} autoComplete="username" autoCapitalize="none" spellCheck={false} />
        ) : (
          <Suspense fallback={<div aria-busy style={{ height: 60 }} />}>
            <PhoneField {...form.bind('phone')} country={country} onCountry={setCountry} />
          </Suspense>
        )}
        <PasswordField {...form.bind('password')} label={t('password')} autoComplete="current-password" />
        <CaptchaField {...form.bind('code')} />
        <Group justify="space-between">
          <Checkbox label={t('remember')} checked={isRemembered} onChange={(event) => setIsRemembered(event.currentTarget.checked)} />
          <Anchor component="button" type="button" size="sm" onClick={onForgotten}>
            {t('forgotten')}
          </Anchor>
        </Group>
        <ProblemAlert failure={form.failure} />
        <Button type="submit" loading={form.busy} fullWidth mt="xs">
          {t('signIn')}
        </Button>
      </Stack>
    </form>
  )
}
