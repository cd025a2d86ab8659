import { Alert, Button, Code, Group, Loader, Stack, Text } from '@mantine/core'
import { listGateways } from '@nightflow/schemas/platform/endpoints'
import type { GatewayRow } from '@nightflow/schemas/platform/gateway'
import { IconCircleCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { callEveryPage } from '#api/call-every-page.ts'
import { sendTestFrame } from '#platform/send-test-frame.ts'
import { useSession } from '#session/session-query.ts'
import { InstantText } from '#ui/instant.tsx'
import { useFormat } from '#ui/use-format.ts'

const lookMilliseconds = 2_000

/** A command that sends a frame with this key from the place of the gateway. */
const commandOf = (key: string) =>
  [
    `curl -s ${window.location.origin}/ingest/v1/frames \\`,
    `  -H 'Authorization: Bearer ${key}' -H 'Content-Type: application/json' \\`,
    `  -d '{"frameId": "first-1", "sentAt": "${new Date().toISOString()}", "readings": []}'`,
  ].join('\n')

/** The first frame of a new gateway, seen as it arrives: sent from its own place, or as a test from here. */
export function FirstFrame({ name, gatewayKey }: { name: string; gatewayKey: string }) {
  const { t } = useTranslation('platform')
  const [isRefused, setRefused] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const gateways = useQuery({
    queryKey: ['gateways', 'first-frame', name],
    queryFn: ({ signal }) => callEveryPage(listGateways, {}, signal),
    refetchInterval: ({ state }) => (heardOf(state.data?.rows, name) ? false : lookMilliseconds),
  })
  const heard = heardOf(gateways.data?.rows, name)
  const send = async () => {
    setBusy(true)
    setRefused(!(await sendTestFrame(gatewayKey)))
    setBusy(false)
  }
  return (
    <Stack gap="xs">
      <Text size="sm">{t('gateways.sendFrame')}</Text>
      <Code block className="nf-mono" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {commandOf(gatewayKey)}
      </Code>
      {isRefused && (
        <Alert color="yellow" variant="light" role="alert" py="xs">
          {t('gateways.testRefused')}
        </Alert>
      )}
      <Group gap="xs" justify="space-between">
        <Group gap="xs" role="status">
          {heard ? <Heard row={heard} /> : <Waiting />}
        </Group>
        {!heard && (
          <Button size="xs" variant="default" loading={isBusy} onClick={send}>
            {t('gateways.sendTest')}
          </Button>
        )}
      </Group>
    </Stack>
  )
}

const heardOf = (rows: readonly GatewayRow[] | undefined, name: string): GatewayRow | undefined =>
  rows?.find((row) => row.name === name && row.lastSeenAt !== null)

function Waiting() {
  const { t } = useTranslation('platform')
  return (
    <>
      <Loader size={14} aria-hidden />
      <Text size="sm" c="dimmed">
        {t('gateways.waiting')}
      </Text>
    </>
  )
}

function Heard({ row: { lastSeenAt, readings, rejected } }: { row: GatewayRow }) {
  const { t } = useTranslation('platform')
  const { timeZone } = useSession()
  const format = useFormat()
  return (
    <>
      <IconCircleCheck size={16} aria-hidden color="var(--mantine-color-green-7)" />
      <Text size="sm">
        {t('gateways.heard')} <InstantText at={lastSeenAt} timeZone={timeZone} precision="second" />
        {' · '}
        {t('gateways.heardCounts', { readings: format.number(readings), rejected: format.number(rejected) })}
      </Text>
    </>
  )
}
