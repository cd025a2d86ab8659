import { ActionIcon, Alert, Button, Code, CopyButton, Group, Modal, Stack, Text, Tooltip } from '@mantine/core'
import { createGateway } from '@nightflow/schemas/platform/endpoints'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { FirstFrame } from '#platform/first-frame.tsx'
import { CommandForm } from '#ui/form/command-form.tsx'

/** Creates a gateway, shows its key this once, and its first frame as it arrives. */
export function CreateGatewayDialog({
  opened,
  onClose,
  onCreated,
}: {
  opened: boolean
  onClose: () => void
  onCreated: () => Promise<void>
}) {
  const { t } = useTranslation('platform')
  const shared = useTranslation('shared').t
  const [created, setCreated] = useState<{ name: string; key: string } | null>(null)
  const close = () => {
    setCreated(null)
    onClose()
  }
  return (
    // The key is shown this once: a click beside the dialog must not lose it.
    <Modal
      opened={opened}
      size={640}
      onClose={close}
      title={t('gateways.create')}
      closeOnClickOutside={created === null}
      closeOnEscape={created === null}
      closeButtonProps={{ 'aria-label': shared('action.close') }}
    >
      {created === null ? (
        <CommandForm
          schema={createGateway.request}
          fields={[{ name: 'name', label: t('column.name'), description: t('gateways.nameHint'), placeholder: 'north-tower-1' }]}
          submitLabel={t('gateways.create')}
          onCancel={close}
          doneText={t('gateways.created')}
          onSubmit={async (command) => {
            setCreated(await call(createGateway, command))
            await onCreated()
          }}
        />
      ) : (
        <Stack gap="sm">
          <Alert color="yellow" variant="light">
            {t('gateways.keyOnce')}
          </Alert>
          <Group wrap="nowrap" gap="xs">
            <Code block className="nf-mono" style={{ flex: 1, whiteSpace: 'pre-wrap' }}>
              {created.key}
            </Code>
            <CopyButton value={created.key}>
              {({ copied, copy }) => (
                <Tooltip label={t(copied ? 'gateways.copied' : 'gateways.copy')}>
                  <ActionIcon variant="default" size="lg" onClick={copy} aria-label={t('gateways.copy')}>
                    {copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
                  </ActionIcon>
                </Tooltip>
              )}
            </CopyButton>
          </Group>
          <Text size="xs" c="dimmed">
            {t('gateways.keyUse')}
          </Text>
          <FirstFrame name={created.name} gatewayKey={created.key} />
          <Group justify="flex-end">
            <Button onClick={close}>{t('gateways.keyKept')}</Button>
          </Group>
        </Stack>
      )}
    </Modal>
  )
}
