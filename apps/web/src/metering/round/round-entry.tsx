import { Alert, Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { countWaiting, type RoundPerson } from '#metering/round/round-store.ts'
import { useRoundPerson } from '#metering/round/use-round.ts'
import { useIsOnline } from '#session/use-is-online.ts'
import { ChartSkeleton } from '#ui/skeleton.tsx'

/** Shows a page of rounds to the person who is signed in, or says what is missing. */
export function RoundEntry({ children }: { children: (person: RoundPerson, isSessionOver: boolean) => ReactNode }) {
  const { t } = useTranslation('metering')
  const { person, isKnown, session, error } = useRoundPerson()
  if (person) return children(person, session === 'over')
  if (error)
    return (
      <main className="nf-round">
        <Alert color="red">{t('round.noStore')}</Alert>
      </main>
    )
  return <main className="nf-round">{isKnown ? <NotSignedIn /> : <ChartSkeleton height={300} />}</main>
}

/** Another person's readings wait on the phone until that person signs in: their number is all that is shown. */
function NotSignedIn() {
  const { t } = useTranslation('metering')
  const isOnline = useIsOnline()
  const waiting = useQuery({ queryKey: ['round', 'waiting'], queryFn: countWaiting, networkMode: 'always', retry: false })
  return (
    <Alert color="orange" title={t('round.notSignedIn')}>
      {waiting.data !== undefined && waiting.data > 0 && <Text size="sm">{t('round.waiting', { kept: waiting.data })}</Text>}
      <Text size="sm">{t(isOnline ? 'round.signInFirst' : 'round.signInLater')}</Text>
      {isOnline && (
        <Button component="a" mt="sm" href={`/login?redirect=${encodeURIComponent(window.location.pathname)}`}>
          {t('round.signIn')}
        </Button>
      )}
    </Alert>
  )
}
