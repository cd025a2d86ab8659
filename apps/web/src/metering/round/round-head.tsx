import { Alert, Badge, Button, Group, Progress, Text, Title } from '@mantine/core'
import { IconArrowLeft, IconCloudUpload, IconWifi, IconWifiOff } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { forgetTokenSilently } from '#api/token.ts'
import type { KeptReading, RoundPerson } from '#metering/round/round-store.ts'
import { roundsPath } from '#session/offline-pages.ts'
import { useIsOnline } from '#session/use-is-online.ts'
import { useOfflineWorker } from '#session/use-offline-worker.ts'

type Props = {
  title: string
  back: { href: string; label: string }
  person: RoundPerson | undefined
  /** The reader's readings that are counted here. */
  readings: readonly KeptReading[]
  visited?: { done: number; total: number }
  isSessionOver: boolean
  isSending: boolean
  onSend: () => void
  children?: ReactNode
}

/** Where the reader is, what is on the phone and what is sent; always in sight. */
export function RoundHead({ title, back, person, readings, visited, isSessionOver, isSending, onSend }: Props) {
  const { t } = useTranslation('metering')
  const isOnline = useIsOnline()
  const isReopened = useOfflineWorker(roundsPath) !== false
  const kept = readings.filter(({ state }) => state !== 'sent').length
  const sent = readings.length - kept
  const isWaiting = readings.some(({ state }) => state === 'kept')
  return (
    <header className="nf-round-head">
      <Group justify="space-between" wrap="nowrap" gap="xs">
        <Group gap="xs" wrap="nowrap" miw={0}>
          <Button component="a" href={back.href} variant="subtle" px={6} aria-label={back.label}>
            <IconArrowLeft size={22} aria-hidden />
          </Button>
          <Title order={1} size="h4" className="nf-ellipsis nf-nowrap" miw={0} style={{ overflow: 'hidden' }}>
            {title}
          </Title>
        </Group>
        <Badge
          variant="light"
          color={isOnline ? 'green' : 'orange'}
          tt="none"
          className="nf-round-network"
          leftSection={isOnline ? <IconWifi size={14} aria-hidden /> : <IconWifiOff size={14} aria-hidden />}
        >
          {t(isOnline ? 'round.online' : 'round.offline')}
        </Badge>
      </Group>
      {visited && (
        <Group gap="xs" mt={6} wrap="nowrap">
          <Progress value={(visited.done / Math.max(1, visited.total)) * 100} flex={1} aria-label={t('round.progress')} />
          <Text size="xs" className="nf-nowrap nf-figures">
            {t('round.visited', visited)}
          </Text>
        </Group>
      )}
      <Group justify="space-between" mt={6} wrap="nowrap" gap="xs">
        <Text size="sm" role="status">
          {t('round.count', { kept, sent })}
        </Text>
        {isWaiting && isOnline && !isSessionOver && (
          <Button size="xs" loading={isSending} leftSection={<IconCloudUpload size={16} aria-hidden />} onClick={onSend}>
            {t('round.send')}
          </Button>
        )}
      </Group>
      {!isReopened && (
        <Alert color="orange" mt="xs" p="xs">
          {t('round.staysOpen')}
        </Alert>
      )}
      {isSessionOver && person && <SignInAgain />}
    </header>
  )
}

/** Values typed meanwhile are kept. */
function SignInAgain() {
  const { t } = useTranslation('metering')
  const signIn = () => {
    forgetTokenSilently()
    window.location.assign(`/login?redirect=${encodeURIComponent(window.location.pathname)}`)
  }
  return (
    <Alert color="orange" mt="xs" p="xs">
      <Text size="sm">{t('round.sessionOver')}</Text>
      <Button size="xs" mt={6} variant="default" onClick={signIn}>
        {t('round.signIn')}
      </Button>
    </Alert>
  )
}
