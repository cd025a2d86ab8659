import './board.css'
import { Group, Select, Text, Title } from '@mantine/core'
import { type BoardOrder, listBoard, workOrderCommands } from '@nightflow/schemas/work-orders/work-order-calls'
import { IconClipboardList } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type DragEvent, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { announceDone } from '#session/announce-done.ts'
import { useSession } from '#session/session-query.ts'
import { ScreenLink } from '#shell/screen-link.tsx'
import { Page } from '#ui/page.tsx'
import { useResourceWords } from '#ui/resource/resource-words.ts'
import { ChartSkeleton } from '#ui/skeleton.tsx'
import { EmptyState, ErrorState } from '#ui/states.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'
import { useFormat } from '#ui/use-format.ts'
import { useMayDo } from '#ui/use-may-do.ts'
import { type Age, ageOf, ages, isOverdue } from '#work-orders/order-age.ts'
import { orderWords } from '#work-orders/order-words.ts'
import { useWorkers } from '#work-orders/use-workers.ts'

const { assignWorkOrder } = workOrderCommands.calls
const noOne = ''
const dragType = 'text/plain'

type Person = { userId: number; name: string }
type Assign = (order: BoardOrder, assigneeId: number | null) => void

/** The backlog by age, and the open orders of each person; a card is dragged to a person, or given by its choice. */
export function BoardScreen() {
  const { t } = useTranslation('work-orders')
  const client = useQueryClient()
  const mayDo = useMayDo()
  const people = useWorkers()
  const board = useQuery({
    queryKey: [listBoard.path],
    queryFn: ({ signal }) => call(listBoard, {}, signal),
    refetchInterval: 60_000,
  })
  const assigning = useMutation({
    mutationFn: ({ workOrderNo, assigneeId }: { workOrderNo: number; assigneeId: number | null }) =>
      call(assignWorkOrder, { workOrderNo, assigneeId }),
    onSettled: () => client.invalidateQueries({ queryKey: [listBoard.path] }),
  })
  const assign: Assign = ({ workOrderNo, orderTitle, assigneeId: before }, assigneeId) => {
    if (before === assigneeId) return
    const name = people.find(({ userId }) => userId === assigneeId)?.name
    assigning.mutate(
      { workOrderNo, assigneeId },
      {
        onSuccess: () =>
          announceDone(name ? t('board.assigned', { order: orderTitle, name }) : t('board.takenBack', { order: orderTitle })),
      },
    )
  }
  const rows = board.data?.rows
  return (
    <Page title={t('board.title')} subtitle={t('board.subtitle')}>
      {board.isError && <ErrorState error={board.error} onRetry={() => board.refetch()} />}
      {board.isPending && <ChartSkeleton height={300} />}
      {rows?.length === 0 && <EmptyState icon={IconClipboardList} title={t('board.emptyTitle')} text={t('board.emptyText')} />}
      {rows && rows.length > 0 && <Columns rows={rows} people={people} assign={mayDo(assignWorkOrder) ? assign : undefined} />}
    </Page>
  )
}

function Columns({ rows, people, assign }: { rows: readonly BoardOrder[]; people: readonly Person[]; assign: Assign | undefined }) {
  const { t } = useTranslation('work-orders')
  const now = Date.now()
  const backlog = rows.filter(({ assigneeId }) => assigneeId === null)
  const drop = (userId: number | null) => (workOrderNo: number) => {
    const order = rows.find((one) => one.workOrderNo === workOrderNo)
    if (order) assign?.(order, userId)
  }
  const others = people.filter(({ userId }) => assign !== undefined || rows.some(({ assigneeId }) => assigneeId === userId))
  const card = (order: BoardOrder) => <Card key={order.workOrderNo} order={order} people={people} assign={assign} now={now} />
  return (
    <div className="nf-board">
      <Column title={t('board.backlog', { count: backlog.length })} onDrop={assign && drop(null)}>
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
      </Column>
      {others.map(({ userId, name }) => {
        const those = rows.filter(({ assigneeId }) => assigneeId === userId)
        return (
          <Column key={userId} title={t('board.person', { name, count: those.length })} onDrop={assign && drop(userId)}>
            {those.map(card)}
          </Column>
        )
      })}
    </div>
  )
}

type ColumnProps = { title: string; onDrop: ((workOrderNo: number) => void) | undefined; children: ReactNode }

function Column({ title, onDrop, children }: ColumnProps) {
  const [isOver, setIsOver] = useState(false)
  const over = (event: DragEvent) => {
    if (!onDrop) return
    event.preventDefault()
    setIsOver(true)
  }
  const dropped = (event: DragEvent) => {
    event.preventDefault()
    setIsOver(false)
    onDrop?.(Number(event.dataTransfer.getData(dragType)))
  }
  return (
    <section
      className="nf-panel nf-board-column"
      aria-label={title}
      data-over={isOver}
      onDragOver={over}
      onDragLeave={() => setIsOver(false)}
      onDrop={dropped}
    >
      <Title order={2} size="h6">
        {title}
      </Title>
      {children}
    </section>
  )
}

type CardProps = { order: BoardOrder; people: readonly Person[]; assign: Assign | undefined; now: number }

function Card({ order, people, assign, now }: CardProps) {
  const { t } = useTranslation('work-orders')
  const words = useResourceWords(orderWords)
  const format = useFormat()
  const { timeZone } = useSession()
  const { workOrderNo, orderTitle, status, priority, meterNo, place, plannedFor, dueDate, assigneeId } = order
  const state = words.word('status', status)
  const choices = [
    { value: noOne, label: t('board.unassigned') },
    ...people.map(({ userId, name }) => ({ value: String(userId), label: name })),
  ]
  return (
    <article
      className="nf-board-card"
      draggable={assign !== undefined}
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
          value={assigneeId === null ? noOne : String(assigneeId)}
          allowDeselect={false}
          onChange={(value) => assign(order, value ? Number(value) : null)}
        />
      )}
    </article>
  )
}
