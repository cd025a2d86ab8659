import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useProblemText } from '#api/problem-text.ts'
import { announceDone } from '#session/announce-done.ts'
import { useRepeatedPress } from '#ui/form/repeated-press.ts'

type Props = {
  opened: boolean
  title: string
  /** The effect, with the name of the thing. */
  text: ReactNode
  /** The verb and the thing, never "OK". */
  confirmLabel: string
  danger?: boolean
  onConfirm: () => Promise<unknown>
  /** Text of the notification once it is done; null where the screen shows it by itself. */
  doneText: string | null
  onClose: () => void
}

/** Says what will happen before it happens. The button works once: a second press finds it busy. */
export function ConfirmDialog({ opened, title, text, confirmLabel, danger, onConfirm, doneText, onClose }: Props) {
  const { t } = useTranslation('shared')
  const problemText = useProblemText()
  const [busy, setBusy] = useState(false)
  const { isRepeated, forget } = useRepeatedPress()
  const [failure, setFailure] = useState<unknown>(null)
  const close = () => {
    setFailure(null)
    onClose()
  }
  const confirm = async () => {
    if (busy || isRepeated(confirmLabel)) return
    setBusy(true)
    setFailure(null)
    try {
      await onConfirm()
      if (doneText !== null) announceDone(doneText)
      close()
    } catch (error) {
      forget()
      setFailure(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Modal opened={opened} onClose={busy ? () => {} : close} title={title} centered closeButtonProps={{ 'aria-label': t('action.close') }}>
      <Stack gap="sm">
        <Text size="sm" component="div">
          {text}
        </Text>
        {failure !== null && (
          <Alert color="red" variant="light" role="alert" py="xs">
            {problemText(failure)}
          </Alert>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={close} disabled={busy}>
            {t('action.cancel')}
          </Button>
          <Button color={danger ? 'red.8' : 'brand'} loading={busy} onClick={confirm}>
            {confirmLabel}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
