import { Alert, Button, Group, Radio, Stack, Textarea, Title } from '@mantine/core'
import { NotReadReason } from '@nightflow/schemas/metering/walk-by'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

type Props = {
  number: string
  problem: string | undefined
  onReport: (reason: NotReadReason, note: string) => Promise<void>
  onCancel: () => void
}

/** Why a meter could not be read. */
export function NotReadForm({ number, problem, onReport, onCancel }: Props) {
  const { t } = useTranslation('metering')
  const [reason, setReason] = useState<NotReadReason>()
  const [note, setNote] = useState('')
  return (
    <Stack gap="sm">
      <Title order={2} size="h3">
        {t('round.notReadTitle', { number })}
      </Title>
      <Radio.Group aria-label={t('round.notRead')} value={reason ?? null} onChange={(value) => setReason(NotReadReason.parse(value))}>
        <Stack gap="md" my="xs">
          {NotReadReason.options.map((each) => (
            <Radio key={each} value={each} size="md" label={t(`round.reason.${each}`)} />
          ))}
        </Stack>
      </Radio.Group>
      <Textarea label={t('round.note')} value={note} maxLength={200} onChange={(event) => setNote(event.currentTarget.value)} />
      {problem && (
        <Alert color="red" role="alert">
          {t(`round.problem.${problem}`)}
        </Alert>
      )}
      <Group grow>
        <Button variant="default" size="lg" onClick={onCancel}>
          {t('round.back')}
        </Button>
        <Button size="lg" disabled={!reason} onClick={() => reason && onReport(reason, note.trim())}>
          {t('round.report')}
        </Button>
      </Group>
    </Stack>
  )
}
