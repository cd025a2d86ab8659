import { Text } from '@mantine/core'
import type { AlarmRow } from '@nightflow/schemas/alarms/alarm'
import { ignoreAlarm } from '@nightflow/schemas/alarms/endpoints'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type AlarmAnswer, answerAlarms } from '#alarms/answer-alarms.ts'
import { noticesQuery } from '#alarms/bell-queries.ts'
import { CommandForm } from '#ui/command-form.tsx'
import { FormDialog } from '#ui/resource-form.tsx'
import { useAlarmLabel } from '#ui/use-alarm-label.ts'

type Props = { alarms: readonly AlarmRow[]; answer: AlarmAnswer; onClose: () => void; onDone?: () => void }

/** Named up to here; of more the number says enough. */
const namedMax = 8

/** Says which alarms get which answer, and takes a note for who looks later. */
export function AnswerAlarmDialog({ alarms, answer, onClose, onDone }: Props) {
  const { t } = useTranslation('alarms')
  const shared = useTranslation('shared').t
  const labelOf = useAlarmLabel()
  const client = useQueryClient()
  const [first] = alarms
  const one = alarms.length === 1 && first
  const label = one
    ? t(`answer.${answer}.one`, { name: one.meterNo || one.pointName })
    : t(`answer.${answer}.many`, { count: alarms.length })
  return (
    <FormDialog title={label} onClose={onClose} size={480}>
      <Text size="sm" mb="xs">
        {t(`answer.${answer}.text`)}
      </Text>
      <ul className="nf-findings nf-answered">
        {alarms.slice(0, namedMax).map((alarm) => (
          <li key={alarm.alarmProcessedId}>
            {labelOf(alarm.eventType)} · {alarm.meterNo || alarm.pointName}
          </li>
        ))}
        {alarms.length > namedMax && <li>{t('answer.more', { count: alarms.length - namedMax })}</li>}
      </ul>
      <CommandForm
        schema={ignoreAlarm.request.pick({ note: true })}
        fields={[{ name: 'note', label: t('answer.note'), lines: 2 }]}
        submitLabel={label}
        onCancel={onClose}
        doneText={shared('done.saved')}
        onSubmit={async ({ note }) => {
          await answerAlarms(alarms, answer, note)
          await client.invalidateQueries({ queryKey: ['alarm'] })
          await client.invalidateQueries({ queryKey: noticesQuery.queryKey })
          onDone?.()
          onClose()
        }}
      />
    </FormDialog>
  )
}
