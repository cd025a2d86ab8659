import { Anchor, Button, Group, SegmentedControl, Stack, TextInput } from '@mantine/core'
import { Email, Phone } from '@nightflow/schemas/platform/account-rules'
import { recoverPassword } from '@nightflow/schemas/platform/sign-in-calls'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { currentLanguage } from '#api/language.ts'
import { announceDone } from '#session/announce-done.ts'
import { CaptchaField, useCaptcha } from '#session/captcha.tsx'
import { areaCodeOf } from '#session/dial-codes.ts'
import { usePasswordCheck } from '#session/password-checks.ts'
import { PasswordField } from '#session/password-field.tsx'
import { PhoneField } from '#session/phone-field.tsx'
import { ProblemAlert } from '#session/problem-alert.tsx'
import { sealPassword } from '#session/seal-password.ts'
import { SendCodeButton } from '#session/send-code-button.tsx'
import { useCodeSending } from '#session/use-code-sending.ts'
import { useTypedForm } from '#session/use-typed-form.ts'
import { usualCountry } from '#session/usual-country.ts'

type Way = 'email' | 'phone' | 'username'
const ways = ['email', 'phone', 'username'] as const

/** A new password by a code that goes to the account's own telephone or e-mail; whether there is such an account is never said. */
export function RecoverForm({ onLeave }: { onLeave: () => void }) {
  const { t } = useTranslation('session')
  const [way, setWay] = useState<Way>('email')
  const [country, setCountry] = useState(() => usualCountry(currentLanguage()))
  const captcha = useCaptcha()
  const sending = useCodeSending()
  const [sendingFailure, setSendingFailure] = useState<unknown>(null)
  const element = useRef<HTMLFormElement>(null)
  const passwordCheck = usePasswordCheck()
  const form = useTypedForm({
    initial: { email: '', phone: '', username: '', captcha: '', code: '', newPassword: '', confirmPassword: '' },
    check: (name, fields) => {
      if (name === 'email') return way === 'email' && !Email.safeParse(fields.email).success ? t('required.email') : ''
      if (name === 'phone') return way === 'phone' && !Phone.safeParse(fields.phone).success ? t('required.phone') : ''
      if (name === 'username') return way === 'username' && fields.username.trim() === '' ? t('required.username') : ''
      // Used up by sending the code; required to send the code, not to set the password.
      if (name === 'captcha') return captcha.isAsked && sending.uuid === undefined && fields.captcha === '' ? t('required.captcha') : ''
      if (name === 'code') return fields.code.trim() === '' || sending.uuid === undefined ? t('required.code') : ''
      return passwordCheck(name, { ...fields, oldPassword: '' })
    },
    send: async ({ code, newPassword }) => {
      await call(recoverPassword, { uuid: sending.uuid ?? '', code: code.trim(), password: await sealPassword(newPassword) })
      announceDone(t('recover.done'))
      onLeave()
    },
  })
  const sendCode = async () => {
    const isRight = form.isRight(way, element.current) && (!captcha.isAsked || form.isRight('captcha', element.current))
    if (!isRight) return
    setSendingFailure(null)
    const { email, phone, username, captcha: answer } = form.fields
    const account = {
      email: { email },
      phone: { phonenumber: phone, areaCode: areaCodeOf(country) },
      username: { username: username.trim() },
    }
    await sending
      .send({ purpose: 'recover', ...account[way], ...(captcha.isAsked && { code: answer.trim(), uuid: captcha.uuid }) })
      .catch(setSendingFailure)
    form.set({ captcha: '' })
    captcha.renew()
  }
  return (
    <form ref={element} onSubmit={form.submit} noValidate>
      <Stack gap="sm">
        <SegmentedControl
          aria-label={t('recover.way')}
          fullWidth
          value={way}
          onChange={(next) => setWay(next as Way)}
          data={ways.map((value) => ({ value, label: t(`recover.by.${value}`) }))}
        />
        {way === 'email' && <TextInput {...form.bind('email')} label={t('email')} type="email" autoComplete="email" />}
        {way === 'phone' && <PhoneField {...form.bind('phone')} country={country} onCountry={setCountry} />}
        {way === 'username' && (
          <TextInput {...form.bind('username')} label={t('userName')} autoComplete="username" autoCapitalize="none" spellCheck={false} />
        )}
        <CaptchaField {...form.bind('captcha')} />
        <Group gap="xs" align="flex-start" wrap="nowrap">
          <TextInput {...form.bind('code')} label={t('messageCode')} inputMode="numeric" autoComplete="one-time-code" flex={1} />
          <SendCodeButton sending={sending} onSend={sendCode} />
        </Group>
        <PasswordField
          {...form.bind('newPassword')}
          label={t('newPassword')}
          description={t('passwordRule.form')}
          autoComplete="new-password"
        />
        <PasswordField {...form.bind('confirmPassword')} label={t('confirmPassword')} autoComplete="new-password" />
        <ProblemAlert failure={sendingFailure ?? form.failure} />
        <Button type="submit" loading={form.busy} fullWidth mt="xs">
          {t('recover.confirm')}
        </Button>
        <Anchor component="button" type="button" size="sm" fw={500} mx="auto" onClick={onLeave}>
          {t('backToSignIn')}
        </Anchor>
      </Stack>
    </form>
  )
}
