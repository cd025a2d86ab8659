import { Button } from '@mantine/core'
import { IconCompassOff, IconLock } from '@tabler/icons-react'
import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { EmptyState, ErrorState } from '#ui/states.tsx'

function HomeButton() {
  const { t } = useTranslation('shared')
  return (
    <Button size="xs" variant="default" mt="xs" renderRoot={(props) => <Link to="/leakage" {...props} />}>
      {t('fallback.home')}
    </Button>
  )
}

export function NotFoundScreen() {
  const { t } = useTranslation('shared')
  return (
    <EmptyState
      isScreen
      icon={IconCompassOff}
      title={t('fallback.notFoundTitle')}
      text={t('fallback.notFoundText')}
      action={<HomeButton />}
    />
  )
}

/** A link to something the person may not see: said plainly, with a way back. */
export function NoAccessScreen() {
  const { t } = useTranslation('shared')
  return (
    <EmptyState isScreen icon={IconLock} title={t('fallback.noAccessTitle')} text={t('fallback.noAccessText')} action={<HomeButton />} />
  )
}

/** What a screen broke on; trying again loads it anew. */
export function RouteError({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const retry = () => {
    reset()
    router.invalidate()
  }
  return <ErrorState error={error} onRetry={retry} />
}
