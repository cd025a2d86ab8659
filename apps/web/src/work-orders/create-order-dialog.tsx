import { Text } from '@mantine/core'
import { resourceCalls } from '@nightflow/schemas/resource-calls'
import type { RequestOf } from '@nightflow/schemas/shared/endpoint'
import { WorkOrderPriority, WorkOrderType } from '@nightflow/schemas/work-orders/work-order'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { announceDone } from '#session/announce-done.ts'
import { CommandForm } from '#ui/form/command-form.tsx'
import type { FieldChoice, FieldValue } from '#ui/form/form-fields.ts'
import { FormDialog } from '#ui/form/resource-form.tsx'
import { newOperationId } from '#ui/operation-id.ts'
import { useResourceWords } from '#ui/resource/resource-words.ts'
import { orderWords } from '#work-orders/order-words.ts'
import { useCrews } from '#work-orders/use-crews.ts'
import { useWorkers } from '#work-orders/use-workers.ts'

const { create, list } = resourceCalls.workOrders

type Props = {
  /** The things that the order is about: its meter, its alarms, its case. */
  fixed: Partial<RequestOf<typeof create>>
  initial: Record<string, FieldValue>
  /** The origin of the order, in words. */
  about: ReactNode
  onClose: () => void
}

/** A new work order from what is shown: few fields, because the rest is known. */
export function CreateOrderDialog({ fixed, initial, about, onClose }: Props) {
  const { t } = useTranslation('work-orders')
  const client = useQueryClient()
  const words = useResourceWords(orderWords)
  const people = useWorkers()
  const crews = useCrews()
  const [orderId] = useState(newOperationId)
  const labelled = (name: string, more: Partial<FieldChoice> = {}): FieldChoice => ({ name, label: words.field(name), ...more })
  const labelsOf = (field: string, values: readonly string[]) =>
    Object.fromEntries(values.map((value) => [value, words.word(field, value).label]))
  return (
    <FormDialog title={t('workOrder.create')} onClose={onClose} size={560}>
      <Text size="sm" mb="xs" component="div">
        {about}
      </Text>
      <CommandForm
        schema={create.request}
        initial={{ orderType: WorkOrderType.enum.maintenance, priority: WorkOrderPriority.enum.normal, ...initial }}
        fields={[
          labelled('orderTitle'),
          labelled('orderType', { isHalf: true, optionLabels: labelsOf('orderType', WorkOrderType.options) }),
          labelled('priority', { isHalf: true, optionLabels: labelsOf('priority', WorkOrderPriority.options) }),
          labelled('plannedFor', { isHalf: true }),
          labelled('dueDate', { isHalf: true }),
          labelled('assigneeId', { choices: people.map(({ userId, name }) => ({ value: userId, label: name })) }),
          labelled('crewId', { choices: crews.map(({ crewId, crewName }) => ({ value: crewId, label: crewName })) }),
          labelled('checklist', {
            columns: [{ name: 'name', label: words.field('itemName') }],
            nextRow: () => ({ name: '' }),
          }),
          labelled('remark', { lines: 3 }),
        ]}
        fixed={{ ...fixed, orderId }}
        submitLabel={t('workOrder.create')}
        onCancel={onClose}
        doneText={null}
        onSubmit={async (order) => {
          await call(create, order)
          await client.invalidateQueries({ queryKey: [list.path] })
          await client.invalidateQueries({ queryKey: ['leak-case-links'] })
          announceDone(t('workOrder.created'))
          onClose()
        }}
      />
    </FormDialog>
  )
}
