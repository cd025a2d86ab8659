import { Text } from '@mantine/core'
import { WorkOrderPriority } from '@nightflow/schemas/work-orders/work-order'
import type { BoardOrder } from '@nightflow/schemas/work-orders/work-order-calls'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '#session/session-query.ts'
import { boundsOf } from '#ui/map/map-geometry.ts'
import { UtilityMap } from '#ui/map/utility-map.tsx'
import { BoardCard } from '#work-orders/board-card.tsx'
import type { Assignee, Hands } from '#work-orders/board-hands.ts'

type Props = {
  rows: readonly BoardOrder[]
  hands: Hands
  assign: ((order: BoardOrder, to: Assignee) => void) | undefined
  now: number
}

const urgent: readonly string[] = [WorkOrderPriority.enum.high, WorkOrderPriority.enum.urgent]
const colours = { urgent: '#c92a2a', other: '#1971c2' } as const

/** The open orders on the map; one that is pressed shows its card, where it is assigned. */
export function BoardMap({ rows, hands, assign, now }: Props) {
  const { t } = useTranslation('work-orders')
  const { mapCentre } = useSession()
  const [chosen, setChosen] = useState<string>()
  const points = rows.flatMap(({ workOrderNo, orderTitle, priority, longitude, latitude }) =>
    longitude === null || latitude === null
      ? []
      : {
          ...{ id: String(workOrderNo), position: [longitude, latitude] as const, label: orderTitle },
          colour: urgent.includes(priority) ? colours.urgent : colours.other,
        },
  )
  const order = rows.find(({ workOrderNo }) => String(workOrderNo) === chosen)
  const [fitTo] = useState(() => boundsOf(points.map(({ position }) => position)))
  if (points.length === 0) return <Text size="sm">{t('board.noPlaces')}</Text>
  return (
    <div className="nf-orders-map">
      <div className="nf-map-field nf-orders-map-field">
        <UtilityMap
          label={t('board.map')}
          areas={noAreas}
          points={points}
          selected={chosen}
          centre={mapCentre}
          fitTo={fitTo}
          onArea={nothing}
          onPoint={setChosen}
          describeCluster={String}
          unsupported={<Text p="sm">{t('board.noPlaces')}</Text>}
        />
      </div>
      <div>
        <Text size="sm" c="dimmed" mb={6}>
          {t('board.placed', { count: points.length, total: rows.length })}
        </Text>
        {order && <BoardCard {...{ order, hands, assign, now }} />}
      </div>
    </div>
  )
}

const noAreas: readonly never[] = []
const nothing = () => undefined
