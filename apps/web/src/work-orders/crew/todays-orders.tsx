import { Text, Title } from '@mantine/core'
import { WorkOrderStatus } from '@nightflow/schemas/work-orders/work-order'
import type { BoardOrder } from '@nightflow/schemas/work-orders/work-order-calls'
import { useTranslation } from 'react-i18next'
import { type Placed, routeOf } from '#work-orders/crew/route-order.ts'
import { todayAt } from '#work-orders/crew/todays.ts'

type Props = { orders: readonly BoardOrder[]; onOpen: (workOrderNo: number) => void }

/** Radius of a stop. */
const stopPixels = 11
const view = { width: 320, height: 160, rim: 18 } as const

/** Today's orders in the order of a route, with a sketch of it that needs no tiles and no network. */
export function TodaysOrders({ orders, onOpen }: Props) {
  const { t } = useTranslation('work-orders')
  const due = todayAt(orders, Date.now()).filter(({ status }) => status !== WorkOrderStatus.enum.completed)
  const route = routeOf(due)
  if (route.length < 2) return null
  const points = pixelsOf(route)
  return (
    <section className="nf-panel nf-crew-route" aria-label={t('crew.route')}>
      <Title order={2} size="h6">
        {t('crew.route')}
      </Title>
      <Text size="xs" c="dimmed">
        {t('crew.routeHint')} {due.length > route.length && t('crew.unplaced', { count: due.length - route.length })}
      </Text>
      <svg viewBox={`0 0 ${view.width} ${view.height}`} role="img" aria-label={t('crew.routeMap')}>
        <polyline points={points.map(({ x, y }) => `${x},${y}`).join(' ')} />
        {points.map(({ x, y }, place) => (
          <g key={route[place]!.workOrderNo} transform={`translate(${x} ${y})`}>
            <circle r={stopPixels} />
            <text dy="0.35em">{place + 1}</text>
          </g>
        ))}
      </svg>
      <ol className="nf-crew-stops">
        {route.map((order, place) => (
          <li key={order.workOrderNo}>
            <button type="button" className="nf-link" onClick={() => onOpen(order.workOrderNo)}>
              {t('crew.stop', { place: place + 1, order: order.orderTitle })}
            </button>
          </li>
        ))}
      </ol>
    </section>
  )
}

/** The route within the frame, its proportions kept. */
const pixelsOf = (route: readonly Placed[]): { x: number; y: number }[] => {
  const narrow = Math.cos((route[0]!.latitude * Math.PI) / 180)
  const places = route.map(({ longitude, latitude }) => ({ x: longitude * narrow, y: -latitude }))
  const [left, top] = [Math.min(...places.map(({ x }) => x)), Math.min(...places.map(({ y }) => y))]
  const [wide, high] = [Math.max(...places.map(({ x }) => x)) - left, Math.max(...places.map(({ y }) => y)) - top]
  const inner = { width: view.width - 2 * view.rim, height: view.height - 2 * view.rim }
  const scale = Math.min(inner.width / (wide || 1e-9), inner.height / (high || 1e-9))
  const [marginX, marginY] = [(view.width - wide * scale) / 2, (view.height - high * scale) / 2]
  return places.map(({ x, y }) => ({ x: Math.round(marginX + (x - left) * scale), y: Math.round(marginY + (y - top) * scale) }))
}
