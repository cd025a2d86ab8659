import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { bridgeToolParameter } from '@nightflow/schemas/cards/bridge'
import { findParameterValue } from '@nightflow/schemas/platform/configuration-calls'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'

/** Asks whether to download the bridge tool where no bridge listens on this machine; otherwise it has to be opened. */
export function BridgeDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('cards')
  const shared = useTranslation('shared').t
  const { data } = useQuery({
    queryKey: ['bridge-tool'],
    queryFn: ({ signal }) => call(findParameterValue, { configKey: bridgeToolParameter }, signal),
  })
  const address = data && /^https?:\/\//.test(data.data) ? data.data : undefined
  const decline = () => {
    notifications.show({ message: t('bridge.open'), color: 'yellow.8' })
    onClose()
  }
  return (
    <Modal opened onClose={decline} title={t('bridge.unreachable')} centered closeButtonProps={{ 'aria-label': shared('action.close') }}>
      <Stack gap="sm">
        <Text size="sm">{t(address ? 'bridge.download' : 'bridge.noDownload')}</Text>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={decline}>
            {shared('action.cancel')}
          </Button>
          {address && (
            <Button component="a" href={address} target="_blank" rel="noreferrer" onClick={onClose}>
              {t('bridge.downloadButton')}
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  )
}
