import { Button } from '@mantine/core'
import { resourceCalls } from '@nightflow/schemas/resource-calls'
import { resources } from '@nightflow/schemas/resources'
import { sendOperation, workOrderCommands } from '@nightflow/schemas/work-orders/work-order-calls'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { crewPath } from '#session/offline-pages.ts'
import { resourceOf } from '#ui/resource/resource-of.ts'
import { ResourceScreen } from '#ui/resource/resource-screen.tsx'
import type { ScreenProps } from '#ui/screen-entry.ts'
import { useMayDo } from '#ui/use-may-do.ts'
import type { Order } from '#work-orders/order.ts'
import { useCrews } from '#work-orders/use-crews.ts'
import { usePartitionChoices } from '#work-orders/use-partition-choices.ts'
import { useWorkers } from '#work-orders/use-workers.ts'
import { WorkOrderDetail } from '#work-orders/work-order-detail.tsx'

function useFormChoices() {
  const { t } = useTranslation('work-orders')
  const people = useWorkers()
  const crews = useCrews()
  const partitions = usePartitionChoices()
  const name = { name: 'name', label: t('workOrder.field.itemName') }
  return {
    assigneeId: { choices: people.map(({ userId, name: label }) => ({ value: userId, label })) },
    crewId: { choices: crews.map(({ crewId, crewName }) => ({ value: crewId, label: crewName })) },
    partitionId: { choices: partitions },
    checklist: { columns: [name], nextRow: () => ({ name: '' }) },
  }
}

/** The crew's page leaves the frame of the back office: it works without a network. */
function MyOrdersTool() {
  const { t } = useTranslation('work-orders')
  const mayDo = useMayDo()
  if (!mayDo(sendOperation)) return null
  return (
    <Button component="a" href={crewPath} size="xs" variant="default">
      {t('crew.title')}
    </Button>
  )
}

const { Created: _, ...workOrder } = resourceOf(
  resources.workOrders,
  { ...resourceCalls.workOrders, commands: workOrderCommands.list },
  {
    title: ({ orderTitle }) => orderTitle,
    requestId: 'orderId',
    useChoices: useFormChoices,
    refreshSeconds: 60,
    Tools: MyOrdersTool,
    related: [['work-order-history'], ['leak-case-links']],
  },
)

/** People and metering points are chosen by name. */
function useWorkOrders() {
  const people = useWorkers()
  const crews = useCrews()
  const partitions = usePartitionChoices()
  return useMemo(
    () => ({
      ...workOrder,
      choices: {
        crewId: crews.map(({ crewId, crewName }) => ({ value: String(crewId), label: crewName })),
        assigneeId: people.map(({ userId, name }) => ({ value: String(userId), label: name })),
        partitionId: partitions,
      },
    }),
    [people, crews, partitions],
  )
}

function Detail({ row }: { row: Order }) {
  return <WorkOrderDetail resource={useWorkOrders()} row={row} />
}

/** Every work order. */
export function Screen({ search, onSearch }: ScreenProps) {
  const orders = useWorkOrders()
  const resource = useMemo(() => ({ ...orders, Detail }), [orders])
  return <ResourceScreen resource={resource} search={search} onSearch={onSearch} />
}
