import { Link, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { LeakNoticesScreen } from '#session/leak-notices-screen.tsx'
import { RegisterScreen } from '#session/register-screen.tsx'

export function Register() {
  const { t } = useTranslation('session')
  return (
    <RegisterScreen
      signInLink={
        <Link to="/login" className="nf-link">
          {t('register.signIn')}
        </Link>
      }
    />
  )
}

export function LeakNotices() {
  const { link = '' } = useSearch({ strict: false }) as { link?: string }
  return <LeakNoticesScreen link={link} />
}
