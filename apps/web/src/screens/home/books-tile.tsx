import { Text } from '@mantine/core'
import { agedTotals, listVat } from '@nightflow/schemas/billing/ledger-reports'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { useMay, useSession } from '#session/session-query.ts'
import { ScreenLink } from '#shell/screen-link.tsx'
import { Figure, FigureSkeleton, Figures } from '#ui/figure.tsx'
import { dayOf } from '#ui/local-days.ts'
import { ErrorState } from '#ui/states.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'
import { useFormat } from '#ui/use-format.ts'
import { useMoney } from '#ui/use-money.ts'
import { closedMonthsQuery } from './counted-lists.ts'
import { monthToClose } from './month-to-close.ts'
import { countQuery } from './task-counts.ts'

const ages = ['currentMinor', 'days30Minor', 'days60Minor', 'days90Minor', 'olderMinor', 'totalMinor'] as const
const agedQuery = { queryKey: [agedTotals.path, 'today'], queryFn: ({ signal }: { signal: AbortSignal }) => call(agedTotals, {}, signal) }

const vatQuery = (month: string, day: string) => ({
  queryKey: [listVat.path, month, day],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    call(listVat, { beginTime: `${month}-01`, endTime: day, pageNum: 1, pageSize: 100 }, signal),
})

/** The books of a utility: what customers owe and since when, and what the month still needs. */
export function BooksTile() {
  const { t } = useTranslation('dashboard')
  const money = useMoney()
  const { day, number } = useFormat()
  const aged = useQuery(agedQuery)
  if (aged.isError)
    return (
      <div className="nf-panel">
        <ErrorState error={aged.error} onRetry={() => aged.refetch()} compact />
      </div>
    )
  const { data } = aged
  return (
    <div className="nf-stack">
      <Figures count={6} isBusy={data === undefined}>
        {ages.map((age) =>
          data ? (
            <Figure
              key={age}
              label={t(`home.owed.${age}`)}
              value={money(data[age])}
              comparison={age === 'totalMinor' && t('home.owed.of', { accounts: number(data.accounts), day: day(data.day) })}
            />
          ) : (
            <FigureSkeleton key={age} />
          ),
        )}
      </Figures>
      <MonthWork />
    </div>
  )
}

/** Entries of the bank without an account, VAT of the month so far, and the month that is to be closed next. */
function MonthWork() {
  const { t } = useTranslation('dashboard')
  const format = useFormat()
  const money = useMoney()
  const day = dayOf(Date.now(), useSession().timeZone)
  const month = day.slice(0, 7)
  const maySeeEntries = useMay('billing:bankEntry:list')
  const entries = useQuery({ ...countQuery('bankEntries'), enabled: maySeeEntries })
  const vat = useQuery(vatQuery(month, day))
  const closed = useQuery(closedMonthsQuery)
  const vatMinor = vat.data?.rows.find(({ entry, vatRate }) => entry === 'total' && vatRate === null)?.vatMinor
  const toClose = closed.data && monthToClose(closed.data.rows[0]?.month, month)
  return (
    <section className="nf-panel nf-board-panel" aria-label={t('home.books')}>
      <Text component="h2" className="nf-panel-title" m={0}>
        {t('home.books')}
      </Text>
      <ul className="nf-board-list">
        {maySeeEntries && (
          <BookLine screen="billing/bank-entries" label={t('home.task.bankEntries')}>
            {entries.data && format.number(entries.data.total)}
          </BookLine>
        )}
        <BookLine screen="billing/vat" label={t('home.vatOfMonth', { month })}>
          {vat.data && money(vatMinor ?? 0)}
        </BookLine>
        <BookLine screen="billing/book-closes" label={t('home.monthToClose')}>
          {closed.data && (toClose ? toClose : <StatusBadge meaning="good" label={t('home.allClosed')} />)}
        </BookLine>
      </ul>
    </section>
  )
}

function BookLine({ screen, label, children }: { screen: string; label: string; children: ReactNode }) {
  return (
    <li>
      <ScreenLink screen={screen} className="nf-link">
        {label}
      </ScreenLink>
      <b className="nf-figures">{children ?? '…'}</b>
    </li>
  )
}
