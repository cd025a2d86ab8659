import { Text } from '@mantine/core'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { useSession } from '#session/session-query.ts'
import { ScreenLink } from '#shell/screen-link.tsx'
import { dayOf } from '#ui/local-days.ts'
import { StatusBadge } from '#ui/status-badge.tsx'
import { useFormat } from '#ui/use-format.ts'
import { useMayDo } from '#ui/use-may-do.ts'
import { listCases, listOpenOrders, stagesOfWork } from './counted-lists.ts'

const rowsMax = 200

const casesQuery = (stage: string) => ({
  queryKey: [listCases.path, 'without-order', stage],
  queryFn: async ({ signal }: { signal: AbortSignal }) => (await call(listCases, { stage, pageNum: 1, pageSize: rowsMax }, signal)).rows,
})
const ordersQuery = {
  queryKey: [listOpenOrders.path, 'due'],
  queryFn: async ({ signal }: { signal: AbortSignal }) => (await call(listOpenOrders, {}, signal)).rows,
}

/** Leaks for which nothing is planned, and orders whose day has passed, each with its list. */
export function LeaksDue() {
  const { t } = useTranslation('dashboard')
  const mayDo = useMayDo()
  const [maySeeCases, maySeeOrders] = [mayDo(listCases), mayDo(listOpenOrders)]
  const today = dayOf(Date.now(), useSession().timeZone)
  const cases = useQueries({ queries: stagesOfWork.map((stage) => ({ ...casesQuery(stage), enabled: maySeeCases })) })
  const orders = useQuery({ ...ordersQuery, enabled: maySeeOrders })
  if (!maySeeCases && !maySeeOrders) return null
  const waiting = cases.every(({ data }) => data)
    ? cases.flatMap(({ data = [] }) => data).filter(({ ordersOpen }) => ordersOpen === 0).length
    : undefined
  const overdue = orders.data?.filter(({ dueDate }) => dueDate !== null && dueDate < today).length
  return (
    <section className="nf-panel nf-board-panel" aria-label={t('home.leaksDue')}>
      <Text component="h2" className="nf-panel-title" m={0}>
        {t('home.leaksDue')}
      </Text>
      <ul className="nf-board-list nf-home-tasks">
        {maySeeCases && (
          <DueLine
            screen="work-orders/leak-cases"
            name="casesWithoutOrder"
            count={waiting}
            isFailed={cases.some(({ isError }) => isError)}
          />
        )}
        {maySeeOrders && <DueLine screen="work-orders/board" name="ordersOverdue" count={overdue} isFailed={orders.isError} />}
      </ul>
    </section>
  )
}

type Line = { screen: string; name: 'casesWithoutOrder' | 'ordersOverdue'; count: number | undefined; isFailed: boolean }

function DueLine({ screen, name, count, isFailed }: Line) {
  const { t } = useTranslation('dashboard')
  const format = useFormat()
  return (
    <li>
      <ScreenLink screen={screen} className="nf-link">
        {t(`home.due.${name}`)}
      </ScreenLink>
      {isFailed ? (
        <StatusBadge meaning="unknown" label={t('home.unknownCount')} />
      ) : (
        <b className="nf-figures">{count === undefined ? '…' : format.number(count)}</b>
      )}
    </li>
  )
}
