import { Button } from '@mantine/core'
import { IconCompassOff, IconExternalLink, IconLock, IconPlugConnectedX } from '@tabler/icons-react'
import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { EmptyState, ErrorState } from '#ui/states.tsx'

function HomeButton() {
  const { t } = useTranslation('shared')
  return (
    <Button size="xs" variant="default" mt="xs" renderRoot={(props) => <Link to="/index" {...props} />}>
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

type Unknown = { component: string; title?: string; link?: string }

/** The menu names a screen that this build does not have, or a foreign page, which the browser shows only in a tab of its own. */
export function UnknownScreen({ component, title, link }: Unknown) {
  const { t } = useTranslation('shared')
  if (link === undefined) {
    const text = t('fallback.unknownText', { component })
    return <EmptyState isScreen icon={IconPlugConnectedX} title={t('fallback.unknownTitle')} text={text} action={<HomeButton />} />
  }
  const open = (
    <Button size="xs" mt="xs" component="a" href={link} target="_blank" rel="noreferrer">
      {t('fallback.foreignOpen')}
    </Button>
  )
  return <EmptyState isScreen icon={IconExternalLink} title={title ?? link} text={t('fallback.foreignText', { link })} action={open} />
}

/** The error of a screen; trying again loads the screen anew. */
export function RouteError({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const retry = () => {
    reset()
    router.invalidate()
  }
  return <ErrorState isScreen error={error} onRetry={retry} />
}
