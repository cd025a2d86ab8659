import { ActionIcon, Alert, Button, Code, CopyButton, Group, Modal, Stack, Text, Tooltip } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'

type Props = { userName: string; password: string; onClose: () => void }

/** A password that the service generated and shows once: a click beside the dialog must not lose it. */
export function FirstPasswordDialog({ userName, password, onClose }: Props) {
  const { t } = useTranslation('shared')
  return (
    <Modal opened onClose={onClose} title={t('once.title')} closeOnClickOutside={false} closeOnEscape={false} withCloseButton={false}>
      <Stack gap="sm">
        <Alert color="yellow" variant="light">
          {t('once.text')}
        </Alert>
        {[
          { label: t('once.userName'), value: userName },
          { label: t('once.password'), value: password },
        ].map(({ label, value }) => (
          <div key={label}>
            <Text size="xs" c="dimmed">
              {label}
            </Text>
            <Group wrap="nowrap" gap="xs">
              <Code block className="nf-mono" style={{ flex: 1 }}>
                {value}
              </Code>
              <CopyButton value={value}>
                {({ copied, copy }) => (
                  <Tooltip label={t(copied ? 'once.copied' : 'once.copy')}>
                    <ActionIcon variant="default" size="lg" onClick={copy} aria-label={`${t('once.copy')}: ${label}`}>
                      {copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
                    </ActionIcon>
                  </Tooltip>
                )}
              </CopyButton>
            </Group>
          </div>
        ))}
        <Group justify="flex-end">
          <Button onClick={onClose}>{t('once.kept')}</Button>
        </Group>
      </Stack>
    </Modal>
  )
}
