import { Alert, Button, Code, CopyButton, Group, Stack, Text, TextInput } from '@mantine/core'
import { Phone } from '@nightflow/schemas/platform/account-rules'
import { registerExperience } from '@nightflow/schemas/platform/registration-calls'
import type { ResponseOf } from '@nightflow/schemas/shared/endpoint'
import { type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { currentLanguage } from '#api/language.ts'
import { CaptchaField, useCaptcha } from '#session/captcha.tsx'
import { areaCodeOf } from '#session/dial-codes.ts'
import { OpenPage } from '#session/open-page.tsx'
import { PhoneField } from '#session/phone-field.tsx'
import { ProblemAlert } from '#session/problem-alert.tsx'
import { SendCodeButton } from '#session/send-code-button.tsx'
import { useCodeSending } from '#session/use-code-sending.ts'
import { useTypedForm } from '#session/use-typed-form.ts'
import { usualCountry } from '#session/usual-country.ts'

/** A trial tenant of one's own, with sample data, for a telephone that is not registered yet. */
export function RegisterScreen({ signInLink }: { signInLink: ReactNode }) {
  const { t } = useTranslation('session')
  const [opened, setOpened] = useState<ResponseOf<typeof registerExperience>>()
  return (
    <OpenPage lead={t(opened ? 'register.done' : 'register.lead')}>
      {opened ? <FirstSignIn {...opened} /> : <RegisterForm onOpened={setOpened} />}
      <Group justify="center" mt="md" fz="sm">
        {signInLink}
      </Group>
    </OpenPage>
  )
}

const named = ['companyName', 'name', 'department'] as const

function RegisterForm({ onOpened }: { onOpened: (opened: ResponseOf<typeof registerExperience>) => void }) {
  const { t } = useTranslation('session')
  const [country, setCountry] = useState(() => usualCountry(currentLanguage()))
  const captcha = useCaptcha()
  const sending = useCodeSending()
  const [sendingFailure, setSendingFailure] = useState<unknown>(null)
  const element = useRef<HTMLFormElement>(null)
  const shape = registerExperience.request.shape
  const form = useTypedForm({
    initial: { companyName: '', name: '', department: '', phone: '', captcha: '', code: '' },
    check: (field, fields) => {
      if (field === 'phone') return Phone.safeParse(fields.phone).success ? '' : t('required.phone')
      // Used up by sending the code; required to send the code, not the form.
      if (field === 'captcha') return captcha.isAsked && sending.uuid === undefined && fields.captcha === '' ? t('required.captcha') : ''
      if (field === 'code') return fields.code.trim() === '' || sending.uuid === undefined ? t('required.code') : ''
      return shape[field].safeParse(fields[field]).success ? '' : t(`register.rule.${field}`)
    },
    send: async ({ companyName, name, department, phone, code }) =>
      onOpened(
        await call(registerExperience, {
          companyName,
          name,
          department,
          areaCode: areaCodeOf(country),
          phonenumber: phone,
          uuid: sending.uuid ?? '',
          code: code.trim(),
          language: currentLanguage(),
        }),
      ),
  })
  const sendCode = async () => {
    const isRight = form.isRight('phone', element.current) && (!captcha.isAsked || form.isRight('captcha', element.current))
    if (!isRight) return
    setSendingFailure(null)
    const to = { areaCode: areaCodeOf(country), phonenumber: form.fields.phone }
    await sending
      .send({ purpose: 'register', ...to, ...(captcha.isAsked && { code: form.fields.captcha.trim(), uuid: captcha.uuid }) })
      .catch(setSendingFailure)
    form.set({ captcha: '' })
    captcha.renew()
  }
  return (
    <form ref={element} onSubmit={form.submit} noValidate>
      <Stack gap="sm">
        {named.map((field) => (
          <TextInput
            key={field}
            {...form.bind(field)}
            label={t(`register.${field}`)}
            autoComplete={{ companyName: 'organization', name: 'name', department: 'off' }[field]}
          />
        ))}
        <PhoneField {...form.bind('phone')} country={country} onCountry={setCountry} />
        <CaptchaField {...form.bind('captcha')} />
        <Group gap="xs" align="flex-start" wrap="nowrap">
          <TextInput {...form.bind('code')} label={t('messageCode')} inputMode="numeric" autoComplete="one-time-code" flex={1} />
          <SendCodeButton sending={sending} onSend={sendCode} />
        </Group>
        <ProblemAlert failure={sendingFailure ?? form.failure} />
        <Button type="submit" loading={form.busy} fullWidth mt="xs">
          {t('register.confirm')}
        </Button>
      </Stack>
    </form>
  )
}

/** The one time that the first password is shown. */
function FirstSignIn({ username, initialPassword }: ResponseOf<typeof registerExperience>) {
  const { t } = useTranslation('session')
  return (
    <Stack gap="sm">
      <Alert color="green" variant="light" role="status">
        {t('register.once')}
      </Alert>
      <Text size="sm">
        {t('userName')}: <Code>{username}</Code>
      </Text>
      <Group gap="xs">
        <Text size="sm">
          {t('password')}: <Code>{initialPassword}</Code>
        </Text>
        <CopyButton value={initialPassword}>
          {({ copied, copy }) => (
            <Button size="compact-xs" variant="default" onClick={copy}>
              {t(copied ? 'copied' : 'copy')}
            </Button>
          )}
        </CopyButton>
      </Group>
    </Stack>
  )
}
