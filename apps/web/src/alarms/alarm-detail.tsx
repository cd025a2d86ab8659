import type { AlarmRow } from '@nightflow/schemas/alarms/alarm'
import { findAlarm } from '@nightflow/schemas/alarms/endpoints'
import { queryOptions, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { AlarmCauses } from '#alarms/alarm-causes.tsx'
import { AlarmChart } from '#alarms/alarm-chart.tsx'
import { AlarmFacts } from '#alarms/alarm-facts.tsx'
import { AlarmHistory } from '#alarms/alarm-history.tsx'
import { alarmResource } from '#alarms/alarm-resource.tsx'
import { call } from '#api/call.ts'
import { CommandButtons } from '#ui/form/command-buttons.tsx'
import { ChartSkeleton } from '#ui/skeleton.tsx'
import { ErrorState } from '#ui/states.tsx'

export const alarmQuery = (id: number) =>
  queryOptions({ queryKey: ['alarm', id], queryFn: ({ signal }) => call(findAlarm, { alarmProcessedId: id }, signal) })

type Props = { id: number; onLeave: () => void; tool?: ((alarm: AlarmRow) => ReactNode) | undefined }

/** One alarm: what is known of it, the figure around its onset, its history, and what can be done. The bell and the list show the same. */
export function AlarmDetail({ id, onLeave, tool }: Props) {
  const alarm = useQuery(alarmQuery(id))
  if (alarm.isError) return <ErrorState error={alarm.error} onRetry={() => alarm.refetch()} compact />
  if (!alarm.data) return <ChartSkeleton height={320} />
  return (
    <>
      <CommandButtons resource={alarmResource} row={alarm.data} />
      {tool?.(alarm.data)}
      <AlarmFacts alarm={alarm.data} onLeave={onLeave} />
      <AlarmCauses alarm={alarm.data} />
      <AlarmChart alarm={alarm.data} />
      <AlarmHistory alarm={alarm.data} />
    </>
  )
}
