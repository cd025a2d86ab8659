import { Button, Text } from '@mantine/core'
import type { AlarmRow } from '@nightflow/schemas/alarms/alarm'
import { resourceCalls } from '@nightflow/schemas/resource-calls'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { useOpenScreen } from '#shell/screen-link.tsx'
import { CommandForm } from '#ui/form/command-form.tsx'
import { FormDialog } from '#ui/form/resource-form.tsx'
import { newOperationId } from '#ui/operation-id.ts'
import { useResourceWords } from '#ui/resource/resource-words.ts'
import { useAlarmLabel } from '#ui/use-alarm-label.ts'
import { useMayDo } from '#ui/use-may-do.ts'
import { caseWords } from '#work-orders/order-words.ts'
import { usePartitionChoices } from '#work-orders/use-partition-choices.ts'

const { create, list } = resourceCalls.leakCases

type Alarm = Pick<AlarmRow, 'alarmProcessedId' | 'eventType' | 'pointName' | 'partition'>

/** Alarms about a metering point or one of its meters; those about accounts, gateways and events lead to no leak. */
const leadsToLeak = ({ eventType }: Alarm): boolean => !/^(account|gateway|event)-/.test(eventType)

/** Opens a case of a leak from an alarm: the alarm says when it began, and mostly where. */
export function CaseFromAlarm({ alarm }: { alarm: Alarm }) {
  const { t } = useTranslation('work-orders')
  const mayDo = useMayDo()
  const [isOpen, setOpen] = useState(false)
  if (!mayDo(create) || !leadsToLeak(alarm)) return null
  return (
    <>
      <Button size="xs" variant="light" onClick={() => setOpen(true)}>
        {t('openCase')}
      </Button>
      {isOpen && <OpenCase alarm={alarm} onClose={() => setOpen(false)} />}
    </>
  )
}

function OpenCase({ alarm, onClose }: { alarm: Alarm; onClose: () => void }) {
  const { t } = useTranslation('work-orders')
  const client = useQueryClient()
  const words = useResourceWords(caseWords)
  const alarmLabel = useAlarmLabel()
  const open = useOpenScreen()
  const choices = usePartitionChoices()
  const [caseId] = useState(newOperationId)
  return (
    <FormDialog title={t('openCase')} onClose={onClose} size={480}>
      <Text size="sm" mb="xs">
        {t('fromAlarm', { alarm: alarmLabel(alarm.eventType), name: alarm.pointName })}
      </Text>
      <CommandForm
        schema={create.request}
        initial={alarm.partition === null ? {} : { partitionId: alarm.partition }}
        fields={[
          { name: 'partitionId', label: words.field('partitionId'), choices },
          { name: 'remark', label: words.field('remark'), lines: 3 },
        ]}
        fixed={{ caseId, alarmId: alarm.alarmProcessedId }}
        submitLabel={t('openCase')}
        onCancel={onClose}
        doneText={null}
        onSubmit={async (request) => {
          const { caseNo } = await call(create, request)
          await client.invalidateQueries({ queryKey: [list.path] })
          onClose()
          open('work-orders/leak-cases', { search: { row: String(caseNo) } })
        }}
      />
    </FormDialog>
  )
}
