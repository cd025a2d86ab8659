import './board.css'
import { SegmentedControl, Text } from '@mantine/core'
import { type BoardOrder, listBoard, workOrderCommands } from '@nightflow/schemas/work-orders/work-order-calls'
import { IconClipboardList } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { announceDone } from '#session/announce-done.ts'
import { Page } from '#ui/page.tsx'
import { ChartSkeleton } from '#ui/skeleton.tsx'
import { EmptyState, ErrorState } from '#ui/states.tsx'
import { useMayDo } from '#ui/use-may-do.ts'
import { BoardCalendar } from '#work-orders/board-calendar.tsx'
import { BoardCard } from '#work-orders/board-card.tsx'
import { BoardColumn } from '#work-orders/board-column.tsx'
import { type Assignee, type Hands, keyOf, unassigned } from '#work-orders/board-hands.ts'
import { BoardMap } from '#work-orders/board-map.tsx'
import { type Age, ageOf, ages } from '#work-orders/order-age.ts'
import { useCrews } from '#work-orders/use-crews.ts'
import { useWorkers } from '#work-orders/use-workers.ts'

const { assignWorkOrder } = workOrderCommands.calls
const views = ['columns', 'map', 'calendar'] as const
type View = (typeof views)[number]
const subtitles = { columns: 'board.subtitle', map: 'board.mapSubtitle', calendar: 'board.calendarSubtitle' } as const

type Assign = (order: BoardOrder, to: Assignee) => void

/** Crews first: an order of a crew is seen by all its people. */
function useHands(): Hands {
  const { t } = useTranslation('work-orders')
  const people = useWorkers()
  const crews = useCrews()
  return useMemo(
    () => [
      ...crews.map(({ crewId, crewName: name }) => ({
        ...{ key: `crew:${crewId}`, name, label: t('board.crewChoice', { name }) },
        to: { assigneeId: null, crewId },
      })),
      ...people.map(({ userId, name }) => ({ key: `person:${userId}`, name, label: name, to: { assigneeId: userId, crewId: null } })),
    ],
    [people, crews, t],
  )
}

/** The open orders as columns of people and crews, on the map, or by day. */
export function BoardScreen() {
  const { t } = useTranslation('work-orders')
  const client = useQueryClient()
  const mayDo = useMayDo()
  const hands = useHands()
  const [view, setView] = useState<View>('columns')
  const board = useQuery({
    queryKey: [listBoard.path],
    queryFn: ({ signal }) => call(listBoard, {}, signal),
    refetchInterval: 60_000,
  })
  const assigning = useMutation({
    mutationFn: ({ workOrderNo, to }: { workOrderNo: number; to: Assignee }) => call(assignWorkOrder, { workOrderNo, ...to }),
    onSettled: () => client.invalidateQueries({ queryKey: [listBoard.path] }),
  })
  const assign: Assign = (order, to) => {
    if (keyOf(order) === keyOf(to)) return
    const { workOrderNo, orderTitle } = order
    const name = hands.find(({ key }) => key === keyOf(to))?.name
    const done = name ? t('board.assigned', { order: orderTitle, name }) : t('board.takenBack', { order: orderTitle })
    assigning.mutate({ workOrderNo, to }, { onSuccess: () => announceDone(done) })
  }
  const rows = board.data?.rows
  const shown = { hands, now: Date.now(), assign: mayDo(assignWorkOrder) ? assign : undefined }
  return (
    <Page
      title={t('board.title')}
      subtitle={t(subtitles[view])}
      tools={
        <SegmentedControl
          size="xs"
          aria-label={t('board.view')}
          data={views.map((value) => ({ value, label: t(`board.${value}`) }))}
          value={view}
          onChange={(value) => setView(value as View)}
        />
      }
    >
      {board.isError && <ErrorState error={board.error} onRetry={() => board.refetch()} />}
      {board.isPending && <ChartSkeleton height={300} />}
      {rows?.length === 0 && <EmptyState icon={IconClipboardList} title={t('board.emptyTitle')} text={t('board.emptyText')} />}
      {rows && rows.length > 0 && view === 'columns' && <Columns rows={rows} {...shown} />}
      {rows && rows.length > 0 && view === 'map' && <BoardMap rows={rows} {...shown} />}
      {rows && rows.length > 0 && view === 'calendar' && <BoardCalendar rows={rows} {...shown} />}
    </Page>
  )
}

type ColumnsProps = { rows: readonly BoardOrder[]; hands: Hands; assign: Assign | undefined; now: number }

function Columns({ rows, hands, assign, now }: ColumnsProps) {
  const { t } = useTranslation('work-orders')
  const backlog = rows.filter((order) => keyOf(order) === keyOf(unassigned))
  const drop = (to: Assignee) => (workOrderNo: number) => {
    const order = rows.find((one) => one.workOrderNo === workOrderNo)
    if (order) assign?.(order, to)
  }
  const others = hands.filter(({ key }) => assign !== undefined || rows.some((order) => keyOf(order) === key))
  const card = (order: BoardOrder) => <BoardCard key={order.workOrderNo} {...{ order, hands, assign, now }} />
  return (
    <div className="nf-orders-board">
      <BoardColumn title={t('board.backlog', { count: backlog.length })} onDrop={assign && drop(unassigned)}>
        {ages.map((age: Age) => {
          const those = backlog.filter(({ createTime }) => ageOf(createTime, now) === age)
          if (those.length === 0) return null
          return (
            <div key={age}>
              <Text size="xs" c="dimmed" mb={4}>
                {t(`board.age.${age}`, { count: those.length })}
              </Text>
              {those.map(card)}
            </div>
          )
        })}
      </BoardColumn>
      {others.map(({ key, name, to }) => {
        const those = rows.filter((order) => keyOf(order) === key)
        const title = t(to.crewId === null ? 'board.person' : 'board.crew', { name, count: those.length })
        return (
          <BoardColumn key={key} title={title} onDrop={assign && drop(to)}>
            {those.map(card)}
          </BoardColumn>
        )
      })}
    </div>
  )
}
