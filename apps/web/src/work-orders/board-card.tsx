import { Group, Select, Text } from '@mantine/core'
import type { BoardOrder } from '@nightflow/schemas/work-orders/work-order-calls'
import { useTranslation } from 'react-i18next'
import { useSession } from '#session/session-query.ts'
import { ScreenLink } from '#shell/screen-link.tsx'
import { useResourceWords } from '#ui/resource/resource-words.ts'
import { StatusBadge } from '#ui/status-badge.tsx'
import { useFormat } from '#ui/use-format.ts'
import { type Assignee, dragType, type Hands, keyOf, unassigned } from '#work-orders/board-hands.ts'
import { isOverdue } from '#work-orders/order-age.ts'
import { orderWords } from '#work-orders/order-words.ts'

type CardProps = {
  order: BoardOrder
  hands: Hands
  assign: ((order: BoardOrder, to: Assignee) => void) | undefined
  now: number
  isDraggable?: boolean
}

/** One order: it is dragged to a column, or given to a person or a crew by the choice on it. */
export function BoardCard({ order, hands, assign, now, isDraggable = assign !== undefined }: CardProps) {
  const { t } = useTranslation('work-orders')
  const words = useResourceWords(orderWords)
  const format = useFormat()
  const { timeZone } = useSession()
  const { workOrderNo, orderTitle, status, priority, meterNo, place, plannedFor, dueDate } = order
  const state = words.word('status', status)
  const choices = [{ value: keyOf(unassigned), label: t('board.unassigned') }, ...hands.map(({ key, label }) => ({ value: key, label }))]
  return (
    <article
      className="nf-board-card"
      draggable={isDraggable}
      onDragStart={(event) => event.dataTransfer.setData(dragType, String(workOrderNo))}
    >
      <ScreenLink screen="work-orders/work-orders" search={{ row: String(workOrderNo) }} className="nf-link">
        {orderTitle}
      </ScreenLink>
      <Group gap="xs" mt={4}>
        <StatusBadge meaning={state.meaning ?? 'unknown'} label={state.label} />
        <Text size="xs">{words.word('priority', priority).label}</Text>
        {isOverdue(order, now, timeZone) && <StatusBadge meaning="alarm" label={t('board.overdue')} />}
      </Group>
      <Text size="xs" c="dimmed">
        {[meterNo, place, plannedFor && format.day(plannedFor), dueDate && t('board.due', { day: format.day(dueDate) })]
          .filter(Boolean)
          .join(' · ')}
      </Text>
      {assign && (
        <Select
          size="xs"
          mt={4}
          aria-label={t('board.assignTo', { order: orderTitle })}
          data={choices}
          value={keyOf(order)}
          allowDeselect={false}
          onChange={(value) => assign(order, hands.find(({ key }) => key === value)?.to ?? unassigned)}
        />
      )}
    </article>
  )
}
