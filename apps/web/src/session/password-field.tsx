import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { useTranslation } from 'react-i18next'

/** Names its eye, so that who does not see it knows what it does. */
export function PasswordField(props: PasswordInputProps) {
  const { t } = useTranslation('session')
  return <PasswordInput visibilityToggleButtonProps={{ 'aria-label': t('showPassword') }} {...props} />
}
