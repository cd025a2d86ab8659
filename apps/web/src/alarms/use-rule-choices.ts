import { alarmEvents } from '@nightflow/schemas/alarms/alarm'
import { Weekday } from '@nightflow/schemas/alarms/alarm-rule'
import { listPartitions } from '@nightflow/schemas/leakage/endpoints'
import { resourceCalls } from '@nightflow/schemas/resource-calls'
import { InUse } from '@nightflow/schemas/shared/lists'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { useAlarmLabel } from '#ui/use-alarm-label.ts'
import { useMayDo } from '#ui/use-may-do.ts'

const { meterGroups, users } = resourceCalls
const choicesMax = 200
const pointsMax = 1_000
const channels = ['email', 'sms'] as const
const firstWindow = { firstDay: '', fromHour: 0, lastDay: '', toHour: 24, reason: '' }

/** Choices of the form of a rule, each found by typing a part of its name; none of lists that the person may not see. */
export function useRuleChoices() {
  const { t } = useTranslation('alarms')
  const mayDo = useMayDo()
  const labelOf = useAlarmLabel()
  const groups = useQuery({
    queryKey: [meterGroups.list.path, 'choices'],
    queryFn: ({ signal }) => call(meterGroups.list, { status: InUse.enum.enabled, pageSize: choicesMax }, signal),
    enabled: mayDo(meterGroups.list),
  }).data
  const points = useQuery({
    queryKey: [listPartitions.path, 'choices'],
    queryFn: ({ signal }) => call(listPartitions, { limit: pointsMax }, signal),
    enabled: mayDo(listPartitions),
  }).data
  const people = useQuery({
    queryKey: [users.listAll.path],
    queryFn: ({ signal }) => call(users.listAll, {}, signal),
    enabled: mayDo(users.listAll),
  }).data
  const persons = (people ?? []).map(({ userId, nickName, userName }) => ({ value: userId, label: nickName || userName }))
  const columns = ['firstDay', 'fromHour', 'lastDay', 'toHour', 'reason'].map((name) => ({ name, label: t(`alarmRule.field.${name}`) }))
  return {
    eventType: { choices: alarmEvents.map((value) => ({ value, label: labelOf(value) })) },
    meterNo: { isMeter: true as const },
    meterGroupId: {
      choices: (groups?.rows ?? []).map(({ meterGroupId, meterGroupName }) => ({ value: meterGroupId, label: meterGroupName })),
    },
    partitionId: { choices: (points?.rows ?? []).map(({ id, name }) => ({ value: id, label: name })) },
    weekdays: { choices: Weekday.options.map((value) => ({ value, label: t(`weekday.${value}`) })) },
    channels: { choices: channels.map((value) => ({ value, label: t(`channel.${value}`) })) },
    recipients: { choices: persons },
    escalateTo: { choices: persons },
    suppressions: { columns, nextRow: () => firstWindow },
  }
}
