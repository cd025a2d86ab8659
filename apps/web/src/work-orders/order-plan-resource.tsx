import { resourceCalls } from '@nightflow/schemas/resource-calls'
import { resources } from '@nightflow/schemas/resources'
import { useTranslation } from 'react-i18next'
import { resourceOf } from '#ui/resource/resource-of.ts'
import { screenOf } from '#ui/resource/resource-screen.tsx'
import { useMeterLists } from '#ui/use-meter-lists.ts'
import { useCrews } from '#work-orders/use-crews.ts'
import { usePartitionChoices } from '#work-orders/use-partition-choices.ts'
import { useWorkers } from '#work-orders/use-workers.ts'

function useFormChoices() {
  const { t } = useTranslation('work-orders')
  const people = useWorkers()
  const crews = useCrews()
  const { groups } = useMeterLists()
  const partitions = usePartitionChoices()
  return {
    assigneeId: { choices: people.map(({ userId, name: label }) => ({ value: userId, label })) },
    crewId: { choices: crews.map(({ crewId, crewName: label }) => ({ value: crewId, label })) },
    meterGroupId: { choices: groups },
    partitionId: { choices: partitions },
    checklist: { columns: [{ name: 'name', label: t('workOrder.field.itemName') }], nextRow: () => ({ name: '' }) },
  }
}

/** Recurring plans; a plan is paused by its state. */
export const Screen = screenOf(resourceOf(resources.orderPlans, resourceCalls.orderPlans, { useChoices: useFormChoices }))
