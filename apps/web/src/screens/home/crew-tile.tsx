import { Text } from '@mantine/core'
import { WorkOrderStatus } from '@nightflow/schemas/work-orders/work-order'
import { type BoardOrder, listBoard } from '@nightflow/schemas/work-orders/work-order-calls'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { crewPath } from '#session/offline-pages.ts'
import { useSession } from '#session/session-query.ts'
import { dayOf } from '#ui/local-days.ts'
import { ChartSkeleton } from '#ui/skeleton.tsx'
import { ErrorState } from '#ui/states.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'
import { useFormat } from '#ui/use-format.ts'
import { dueFirst } from './due-first.ts'

const refreshMilliseconds = 60_000
const mineQuery = {
  queryKey: [listBoard.path, 'mine'],
  queryFn: ({ signal }: { signal: AbortSignal }) => call(listBoard, { mine: 'true' }, signal),
  refetchInterval: refreshMilliseconds,
}

/** The day of a crew: the orders that are assigned to the person, those that are due first. */
export function CrewTile() {
  const { t } = useTranslation('dashboard')
  const { timeZone } = useSession()
  const mine = useQuery(mineQuery)
  if (mine.isError)
    return (
      <div className="nf-panel">
        <ErrorState error={mine.error} onRetry={() => mine.refetch()} compact />
      </div>
    )
  if (!mine.data) return <ChartSkeleton height={220} />
  const day = dayOf(Date.now(), timeZone)
  const orders = dueFirst(mine.data.rows)
  return (
    <section className="nf-panel nf-board-panel" aria-label={t('home.crew')}>
      <Text component="h2" className="nf-panel-title" m={0}>
        {t('home.crew')}
      </Text>
      <ul className="nf-board-list">
        {orders.map((order) => (
          <OrderLine key={order.workOrderNo} order={order} day={day} />
        ))}
      </ul>
      {orders.length === 0 && <StatusBadge meaning="good" label={t('home.noOrders')} />}
    </section>
  )
}

function OrderLine({ order: { orderTitle, place, meterNo, status, plannedFor, dueDate }, day }: { order: BoardOrder; day: string }) {
  const { t } = useTranslation('dashboard')
  const words = useTranslation('work-orders').t
  const format = useFormat()
  const on = dueDate ?? plannedFor
  const isLate = dueDate !== null && dueDate < day && status !== WorkOrderStatus.enum.completed
  return (
    <li className="nf-home-worst">
      <div>
        {/* The page of the phone keeps what is done without a network. */}
        <a href={crewPath} className="nf-link">
          {orderTitle}
        </a>
        <div className="nf-small nf-dimmed">{[words(`crew.state.${status}`), place, meterNo].filter(Boolean).join(' · ')}</div>
      </div>
      {isLate ? (
        <StatusBadge meaning="alarm" label={t('home.orderLate', { day: format.day(dueDate) })} />
      ) : (
        <span className="nf-figures nf-home-amount">{on === null ? '' : on === day ? t('home.orderToday') : format.day(on)}</span>
      )}
    </li>
  )
}
