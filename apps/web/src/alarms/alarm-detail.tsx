import { Button, Group } from '@mantine/core'
import { findAlarm, processAlarm } from '@nightflow/schemas/alarms/endpoints'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AlarmChart } from '#alarms/alarm-chart.tsx'
import { type AlarmDetailAnswer, AlarmFacts } from '#alarms/alarm-facts.tsx'
import { AlarmHistory } from '#alarms/alarm-history.tsx'
import { isOpen } from '#alarms/alarm-resource.tsx'
import { AnswerAlarmDialog } from '#alarms/answer-alarm-dialog.tsx'
import type { AlarmAnswer } from '#alarms/answer-alarms.ts'
import { call } from '#api/call.ts'
import { ChartSkeleton } from '#ui/skeleton.tsx'
import { ErrorState } from '#ui/states.tsx'
import { useMayDo } from '#ui/use-may-do.ts'

export const alarmQuery = (id: number) =>
  queryOptions({ queryKey: ['alarm', id], queryFn: ({ signal }) => call(findAlarm, { alarmProcessedId: id }, signal) })

/** One alarm: what is known of it, the figure around its onset, its history, and what can be done. The bell and the list show the same. */
export function AlarmDetail({ id, onLeave }: { id: number; onLeave: () => void }) {
  const alarm = useQuery(alarmQuery(id))
  if (alarm.isError) return <ErrorState error={alarm.error} onRetry={() => alarm.refetch()} compact />
  if (!alarm.data) return <ChartSkeleton height={320} />
  return (
    <>
      <AlarmActions alarm={alarm.data} />
      <AlarmFacts alarm={alarm.data} onLeave={onLeave} />
      <AlarmChart alarm={alarm.data} />
      <AlarmHistory alarm={alarm.data} />
    </>
  )
}

function AlarmActions({ alarm }: { alarm: AlarmDetailAnswer }) {
  const { t } = useTranslation('alarms')
  const mayProcess = useMayDo()(processAlarm)
  const [answer, setAnswer] = useState<AlarmAnswer>()
  if (!mayProcess || !isOpen(alarm)) return null
  const answers: AlarmAnswer[] = alarm.alarmStatus === '0' ? ['start', 'finish', 'ignore'] : ['finish', 'ignore']
  return (
    <Group mb="sm" gap="xs">
      {answers.map((each) => (
        <Button key={each} size="xs" variant={each === 'ignore' ? 'default' : 'light'} onClick={() => setAnswer(each)}>
          {t(`answer.${each}.short`)}
        </Button>
      ))}
      {answer && <AnswerAlarmDialog alarms={[alarm]} answer={answer} onClose={() => setAnswer(undefined)} />}
    </Group>
  )
}
