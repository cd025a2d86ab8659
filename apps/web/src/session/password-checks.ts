import { NewPassword } from '@nightflow/schemas/platform/account-rules'
import { useTranslation } from 'react-i18next'

export type PasswordFields = { oldPassword: string; newPassword: string; confirmPassword: string }

/** The validation error of a new password, in words; empty when there is none. The same rules as the server's. */
export function usePasswordCheck(): (name: keyof PasswordFields, fields: PasswordFields) => string {
  const { t } = useTranslation('session')
  return (name, { oldPassword, newPassword, confirmPassword }) => {
    const value = { oldPassword, newPassword, confirmPassword }[name]
    if (value === '') return t(`passwordRule.${name}`)
    if (name === 'newPassword' && !NewPassword.safeParse(newPassword).success) return t('passwordRule.form')
    if (name === 'newPassword' && newPassword === oldPassword) return t('passwordRule.same')
    return name === 'confirmPassword' && confirmPassword !== newPassword ? t('passwordRule.differ') : ''
  }
}
