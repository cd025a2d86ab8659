import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { LeakNoticesScreen } from '#session/leak-notices-screen.tsx'
import { RegisterScreen } from '#session/register-screen.tsx'
import { SignInScreen } from '#session/sign-in-screen.tsx'

export function SignIn() {
  const { t } = useTranslation('session')
  const { redirect } = useSearch({ strict: false }) as { redirect?: string }
  const navigate = useNavigate()
  // Only a path of this product: a link must not lead a person who has just signed in to somewhere else.
  const target = redirect && /^\/(?![/\\])/.test(redirect) ? redirect : '/'
  const registerLink = (
    <Link to="/register" className="nf-link">
      {t('register.link')}
    </Link>
  )
  return <SignInScreen onSignedIn={() => navigate({ href: target, replace: true })} registerLink={registerLink} />
}

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
