import { Button, Group, Select, Stack, Textarea, TextInput } from '@mantine/core'
import { Sex } from '@nightflow/schemas/platform/account-rules'
import { phoneForm } from '@nightflow/schemas/platform/phone-number'
import { updateProfile } from '@nightflow/schemas/platform/profile-calls'
import type { SessionInfo } from '@nightflow/schemas/platform/session-calls'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { currentLanguage } from '#api/language.ts'
import { announceDone } from '#session/announce-done.ts'
import { areaCodeOf, countryOf } from '#session/dial-codes.ts'
import { PasswordField } from '#session/password-field.tsx'
import { PhoneField } from '#session/phone-field.tsx'
import { ProblemAlert } from '#session/problem-alert.tsx'
import { sealPassword } from '#session/seal-password.ts'
import { useTypedForm } from '#session/use-typed-form.ts'
import { usualCountry } from '#session/usual-country.ts'

export function ProfileForm({ user, onSaved }: { user: SessionInfo['user']; onSaved: () => Promise<unknown> }) {
  const { t } = useTranslation('profile')
  const [sex, setSex] = useState<Sex>(user.sex)
  const [country, setCountry] = useState(() => countryOf(user.areaCode) ?? usualCountry(currentLanguage()))
  const shape = updateProfile.request.shape
  /** Codes and notices go to these addresses: who changes them shows that they know the password. */
  const isAddressOther = ({ email, phone }: { email: string; phone: string }) =>
    email.trim() !== user.email || phone !== user.phonenumber || (phone !== '' && areaCodeOf(country) !== user.areaCode)
  const form = useTypedForm({
    initial: { nickName: user.nickName, email: user.email, phone: user.phonenumber, introduction: user.introduction, presentPassword: '' },
    check: (name, fields) => {
      const value = fields[name].trim()
      if (name === 'presentPassword') return textUnless(value !== '' || !isAddressOther(fields), t('rule.presentPassword'))
      // An emptied address is taken away.
      if (name === 'email') return value === '' ? '' : textUnless(shape.email.safeParse(value).success, t('rule.email'))
      if (name === 'phone') return value === '' || phoneForm(areaCodeOf(country), value) ? '' : t('rule.phone')
      return textUnless(shape[name].safeParse(value).success, t(`rule.${name}`))
    },
    send: async ({ presentPassword, ...fields }) => {
      const { nickName, email, phone, introduction } = fields
      await call(updateProfile, {
        ...(isAddressOther(fields) && { oldPassword: await sealPassword(presentPassword) }),
        nickName,
        introduction,
        sex,
        email: email.trim(),
        phonenumber: phone,
        ...(phone !== '' && { areaCode: areaCodeOf(country) }),
      })
      form.set({ presentPassword: '' })
      await onSaved()
      announceDone(t('saved'))
    },
  })
  return (
    <form onSubmit={form.submit} noValidate>
      <Stack gap="sm">
        <TextInput {...form.bind('nickName')} label={t('field.nickName')} withAsterisk autoComplete="name" />
        <PhoneField {...form.bind('phone')} country={country} onCountry={setCountry} />
        <TextInput {...form.bind('email')} label={t('field.email')} type="email" autoComplete="email" />
        <Select
          label={t('field.sex')}
          data={Sex.options.map((value) => ({ value, label: t(`sex.${value}`) }))}
          value={sex}
          onChange={(next) => next && setSex(next as Sex)}
          allowDeselect={false}
        />
        <Textarea
          label={t('field.introduction')}
          name="introduction"
          maxLength={100}
          value={form.fields.introduction}
          onChange={(event) => form.set({ introduction: event.currentTarget.value })}
        />
        {isAddressOther(form.fields) && (
          <PasswordField
            {...form.bind('presentPassword')}
            label={t('field.presentPassword')}
            description={t('presentPasswordHint')}
            autoComplete="current-password"
          />
        )}
        <ProblemAlert failure={form.failure} />
        <Group justify="flex-end">
          <Button type="submit" loading={form.busy}>
            {t('save')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

const textUnless = (isRight: boolean, text: string): string => (isRight ? '' : text)
