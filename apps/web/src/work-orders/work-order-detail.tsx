import { Checkbox, Stack, Text, Title } from '@mantine/core'
import { resourceCalls } from '@nightflow/schemas/resource-calls'
import { isOpenOrder, listWorkOrderHistory, workOrderCommands } from '@nightflow/schemas/work-orders/work-order-calls'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { useSession } from '#session/session-query.ts'
import { RowHistory } from '#shell/row-history.tsx'
import { ScreenLink } from '#shell/screen-link.tsx'
import { CommandButtons } from '#ui/form/command-buttons.tsx'
import { InstantText } from '#ui/instant.tsx'
import type { Resource } from '#ui/resource/resource.ts'
import { useResourceWords } from '#ui/resource/resource-words.ts'
import { useFormat } from '#ui/use-format.ts'
import { useMayDo } from '#ui/use-may-do.ts'
import { useMoney } from '#ui/use-money.ts'
import type { Order } from '#work-orders/order.ts'
import { OrderFiles } from '#work-orders/order-files.tsx'
import { OrderLinks } from '#work-orders/order-links.tsx'
import { OrderSheetMenu } from '#work-orders/order-sheet-menu.tsx'
import { orderWords } from '#work-orders/order-words.ts'
import { ShutOffPanel } from '#work-orders/shut-off-panel.tsx'
import { useCrews } from '#work-orders/use-crews.ts'

/** One order: what it is about, its checklist, what was done, and its history. */
export function WorkOrderDetail({ resource, row }: { resource: Resource<Order>; row: Order }) {
  const { t } = useTranslation('work-orders')
  const { workOrderNo } = row
  const { find, list } = resourceCalls.workOrders
  const whole = useQuery({
    queryKey: [list.path, 'whole', workOrderNo],
    queryFn: ({ signal }) => call(find, { workOrderNo }, signal),
  })
  const order = whole.data ?? row
  return (
    <Stack gap="sm">
      <CommandButtons resource={resource} row={order} mb={0} />
      <OrderSheetMenu workOrderNo={workOrderNo} />
      <Facts order={order} />
      {order.items && order.items.length > 0 && <Checklist order={order} items={order.items} />}
      <OrderLinks order={order} />
      <ShutOffPanel order={order} />
      <OrderFiles workOrderNo={workOrderNo} />
      <div>
        <Title order={3} size="h5">
          {t('historyTitle')}
        </Title>
        <RowHistory
          resource={orderWords}
          endpoint={listWorkOrderHistory}
          queryKey={['work-order-history', workOrderNo]}
          of={{ workOrderNo }}
        />
      </div>
    </Stack>
  )
}

function Facts({ order }: { order: Order }) {
  const words = useResourceWords(orderWords)
  const crews = useCrews()
  const format = useFormat()
  const money = useMoney()
  const { timeZone } = useSession()
  const time = (at: string | null) => at && <InstantText at={at} timeZone={timeZone} />
  const facts: [string, ReactNode][] = [
    ['status', words.word('status', order.status).label],
    ['holdReason', order.holdReason && words.word('holdReason', order.holdReason).label],
    ['heldSince', time(order.heldSince)],
    ['heldMinutes', order.heldMinutes > 0 && format.number(order.heldMinutes, 0)],
    [
      'meterNo',
      order.meterNo && (
        <ScreenLink screen="devices/meter" params={{ number: order.meterNo }} className="nf-link">
          {order.meterNo}
        </ScreenLink>
      ),
    ],
    [
      'partitionId',
      order.partitionId && (
        <ScreenLink screen="leakage/index" search={{ partition: order.partitionId }} className="nf-link">
          {order.partitionId}
        </ScreenLink>
      ),
    ],
    ['place', order.place],
    ['assignee', order.assignee],
    ['crewId', order.crewId !== null && (crews.find(({ crewId }) => crewId === order.crewId)?.crewName ?? String(order.crewId))],
    ['plannedFor', order.plannedFor && format.day(order.plannedFor)],
    ['dueDate', order.dueDate && format.day(order.dueDate)],
    ['remark', order.remark],
    ['startedAt', time(order.startedAt)],
    ['completedAt', time(order.completedAt)],
    ['result', order.result],
    ['parts', order.parts],
    ['workedMinutes', order.workedMinutes !== null && format.number(order.workedMinutes, 0)],
    ['costMinor', order.costMinor !== null && money(order.costMinor)],
    ['conflicts', order.conflicts > 0 && format.number(order.conflicts, 0)],
  ]
  return (
    <dl className="nf-facts">
      {facts
        .filter(([, value]) => value)
        .map(([name, value]) => (
          <div key={name}>
            <dt>{words.field(name)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  )
}

function Checklist({ order, items }: { order: Order; items: NonNullable<Order['items']> }) {
  const { t } = useTranslation('work-orders')
  const client = useQueryClient()
  const mayDo = useMayDo()
  const { list } = resourceCalls.workOrders
  const { checkWorkOrder } = workOrderCommands.calls
  const { workOrderNo } = order
  const ticking = useMutation({
    mutationFn: (tick: { item: number; isDone: boolean }) => call(checkWorkOrder, { workOrderNo, ...tick }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: [list.path] })
      await client.invalidateQueries({ queryKey: ['work-order-history', workOrderNo] })
    },
  })
  return (
    <fieldset className="nf-plain-fieldset">
      <Text component="legend" size="sm" fw={600}>
        {t('checklist', { done: order.itemsDone, total: order.itemsTotal })}
      </Text>
      {items.map(({ name, isDone }, place) => (
        <Checkbox
          // biome-ignore lint/suspicious/noArrayIndexKey: the items of a checklist keep their places.
          key={place}
          mt={6}
          label={name}
          checked={isDone}
          disabled={!mayDo(checkWorkOrder) || !isOpenOrder(order) || ticking.isPending}
          onChange={(event) => ticking.mutate({ item: place + 1, isDone: event.currentTarget.checked })}
        />
      ))}
    </fieldset>
  )
}
