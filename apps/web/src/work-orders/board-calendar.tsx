import { DatePickerInput } from '@mantine/dates'
import { type BoardOrder, listBoard, workOrderCommands } from '@nightflow/schemas/work-orders/work-order-calls'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { announceDone } from '#session/announce-done.ts'
import { useSession } from '#session/session-query.ts'
import { dayOf } from '#ui/local-days.ts'
import { useFormat } from '#ui/use-format.ts'
import { useMayDo } from '#ui/use-may-do.ts'
import { BoardCard } from '#work-orders/board-card.tsx'
import { BoardColumn } from '#work-orders/board-column.tsx'
import type { Hands } from '#work-orders/board-hands.ts'

const { planWorkOrder } = workOrderCommands.calls
const daysShown = 7
const dayMilliseconds = 86_400_000

/** The open orders by planned day; an order is dragged to a day, or planned by the field on its card. */
export function BoardCalendar({ rows, hands, now }: { rows: readonly BoardOrder[]; hands: Hands; now: number }) {
  const { t } = useTranslation('work-orders')
  const { day: written, inputDates } = useFormat()
  const { timeZone } = useSession()
  const client = useQueryClient()
  const mayDo = useMayDo()
  const planning = useMutation({
    mutationFn: ({ order: { workOrderNo, dueDate, priority }, plannedFor }: { order: BoardOrder; plannedFor: string | null }) =>
      call(planWorkOrder, { workOrderNo, plannedFor, dueDate, priority }),
    onSettled: () => client.invalidateQueries({ queryKey: [listBoard.path] }),
  })
  const mayPlan = mayDo(planWorkOrder)
  const plan = (order: BoardOrder | undefined, plannedFor: string | null) => {
    if (!order || order.plannedFor === plannedFor) return
    const done = plannedFor === null ? 'board.takenBack' : 'board.planned'
    const words = { order: order.orderTitle, day: plannedFor === null ? '' : written(plannedFor) }
    planning.mutate({ order, plannedFor }, { onSuccess: () => announceDone(t(done, words)) })
  }
  const dropOn = (day: string | null) =>
    mayPlan
      ? (no: number) =>
          plan(
            rows.find(({ workOrderNo }) => workOrderNo === no),
            day,
          )
      : undefined
  const days = Array.from({ length: daysShown }, (_, ahead) => dayOf(now + ahead * dayMilliseconds, timeZone))
  const last = days.at(-1)!
  const card = (order: BoardOrder) => (
    <div key={order.workOrderNo}>
      <BoardCard order={order} hands={hands} assign={undefined} now={now} isDraggable={mayPlan} />
      {mayPlan && (
        <DatePickerInput
          size="xs"
          mt={4}
          clearable
          aria-label={t('board.planTo', { order: order.orderTitle })}
          placeholder={t('board.noDay')}
          valueFormat={inputDates.day}
          value={order.plannedFor}
          onChange={(day) => plan(order, day)}
        />
      )}
    </div>
  )
  const unplanned = rows.filter(({ plannedFor }) => plannedFor === null)
  const earlier = rows.filter(({ plannedFor }) => plannedFor !== null && plannedFor < days[0]!)
  const later = rows.filter(({ plannedFor }) => plannedFor !== null && plannedFor > last)
  return (
    <div className="nf-orders-board">
      <BoardColumn title={t('board.unplanned', { count: unplanned.length })} onDrop={dropOn(null)}>
        {unplanned.map(card)}
      </BoardColumn>
      {earlier.length > 0 && (
        <BoardColumn title={t('board.earlier', { count: earlier.length })} onDrop={undefined}>
          {earlier.map(card)}
        </BoardColumn>
      )}
      {days.map((day) => {
        const those = rows.filter(({ plannedFor }) => plannedFor === day)
        const title = t('board.dayOrders', { day: written(day, 'long'), count: those.length })
        return (
          <BoardColumn key={day} title={title} onDrop={dropOn(day)}>
            {those.map(card)}
          </BoardColumn>
        )
      })}
      {later.length > 0 && (
        <BoardColumn title={t('board.later', { count: later.length })} onDrop={undefined}>
          {later.map(card)}
        </BoardColumn>
      )}
    </div>
  )
}
