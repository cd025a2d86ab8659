import { Button, Drawer, Group } from '@mantine/core'
import { findAlarm, processAlarm } from '@nightflow/schemas/alarms/endpoints'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isOpen } from '#alarms/alarm-resource.tsx'
import { AnswerAlarmDialog } from '#alarms/answer-alarm-dialog.tsx'
import type { AlarmAnswer } from '#alarms/answer-alarms.ts'
import { call } from '#api/call.ts'
import { AlarmFacts } from '#shell/alarm-facts.tsx'
import { useAlarmLabel } from '#shell/use-alarm-label.ts'
import { useMayDo } from '#ui/use-may-do.ts'

/** One alarm beside the list, with what may be answered to it. */
export function AlarmDrawer({ id, onClose }: { id: number | undefined; onClose: () => void }) {
  const { t } = useTranslation('alarms')
  const shared = useTranslation('shared').t
  const labelOf = useAlarmLabel()
  const mayProcess = useMayDo()(processAlarm)
  const [answer, setAnswer] = useState<AlarmAnswer>()
  const alarm = useQuery({
    queryKey: ['alarm', id],
    queryFn: ({ signal }) => call(findAlarm, { alarmProcessedId: id ?? 0 }, signal),
    enabled: id !== undefined,
  }).data
  const answers: AlarmAnswer[] = alarm?.alarmStatus === '0' ? ['start', 'finish', 'ignore'] : ['finish', 'ignore']
  return (
    <Drawer
      opened={id !== undefined}
      onClose={onClose}
      position="right"
      size="lg"
      title={alarm ? labelOf(alarm.eventType) : t('alarm.title')}
      closeButtonProps={{ 'aria-label': shared('action.close') }}
    >
      {id !== undefined && <AlarmFacts id={id} onLeave={onClose} />}
      {mayProcess && alarm && isOpen(alarm) && (
        <Group mt="lg" gap="xs">
          {answers.map((each) => (
            <Button key={each} size="xs" variant={each === 'ignore' ? 'default' : 'light'} onClick={() => setAnswer(each)}>
              {t(`answer.${each}.short`)}
            </Button>
          ))}
        </Group>
      )}
      {alarm && answer && <AnswerAlarmDialog alarms={[alarm]} answer={answer} onClose={() => setAnswer(undefined)} />}
    </Drawer>
  )
}
