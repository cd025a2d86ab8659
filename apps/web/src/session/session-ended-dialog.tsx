import { Button, Group, Modal, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { sessionEnd } from '#api/announce-problem.ts'
import { forgetTokenSilently } from '#api/token.ts'

/** The server ended the session: its reason, then sign out and load the page anew. Nothing else can be done, so nothing else is offered. */
export function SessionEndedDialog() {
  const { t } = useTranslation('session')
  const message = useSyncExternalStore(sessionEnd.subscribe, sessionEnd.message)
  const leave = () => {
    forgetTokenSilently()
    window.location.reload()
  }
  return (
    <Modal
      opened={message !== undefined}
      onClose={leave}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
      title={t('ended.title')}
      centered
      zIndex={1000}
    >
      <Group gap="sm" wrap="nowrap" align="flex-start">
        <IconAlertTriangle size={22} color="var(--nf-amber-text)" aria-hidden />
        <Text size="sm">{message}</Text>
      </Group>
      <Group justify="flex-end" mt="md">
        <Button onClick={leave} data-autofocus>
          {t('ended.confirm')}
        </Button>
      </Group>
    </Modal>
  )
}
