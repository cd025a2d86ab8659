import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
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
