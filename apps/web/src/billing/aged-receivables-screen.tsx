import { DatePickerInput } from '@mantine/dates'
import { AgedRow, agedFilter, agedTotals, exportAgedReceivables, listAgedReceivables } from '@nightflow/schemas/billing/ledger-reports'
import { IconCalendar, IconUserDollar } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { Figure, FigureSkeleton, Figures } from '#ui/figure.tsx'
import { listOf } from '#ui/resource/resource-of.ts'
import { screenOf } from '#ui/resource/resource-screen.tsx'
import { useScreenSearch } from '#ui/screen-search.ts'
import { filterOf, type ListSearch, type SearchChange } from '#ui/table/list-search.ts'
import { useFormat } from '#ui/use-format.ts'
import { useMoney } from '#ui/use-money.ts'

const ages = ['currentMinor', 'days30Minor', 'days60Minor', 'days90Minor', 'olderMinor', 'totalMinor'] as const

/** All accounts that the filter leaves together. */
function Totals() {
  const { t } = useTranslation('billing')
  const money = useMoney()
  const { day, number } = useFormat()
  const filter = filterOf(useScreenSearch<ListSearch>(), agedFilter)
  const totals = useQuery({
    queryKey: [agedTotals.path, filter],
    queryFn: ({ signal }) => call(agedTotals, filter, signal),
    placeholderData: keepPreviousData,
  })
  // The list below says why it failed.
  if (totals.isError) return null
  const { data } = totals
  return (
    <Figures count={6} isBusy={data === undefined}>
      {ages.map((age) =>
        data ? (
          <Figure
            key={age}
            label={t(`agedReceivables.field.${age}`)}
            value={money(data[age])}
            comparison={age === 'totalMinor' && t('agedReceivables.of', { accounts: number(data.accounts), day: day(data.day) })}
          />
        ) : (
          <FigureSkeleton key={age} />
        ),
      )}
    </Figures>
  )
}

function DayFilter({ search, onSearch }: { search: ListSearch; onSearch: (change: SearchChange) => void }) {
  const { t } = useTranslation('billing')
  const { inputDates } = useFormat()
  const label = t('agedReceivables.field.day')
  return (
    <DatePickerInput
      size="xs"
      clearable
      valueFormat={inputDates.day}
      aria-label={label}
      placeholder={label}
      leftSection={<IconCalendar size={14} aria-hidden />}
      value={search.day === undefined ? null : String(search.day)}
      onChange={(day) => onSearch({ day: day ?? undefined })}
    />
  )
}

/** Debts of each holder of an account at a day, by how long it is overdue. */
export const AgedReceivablesScreen = screenOf(
  listOf<AgedRow>({
    calls: { id: 'contractId', row: AgedRow, filter: agedFilter, list: listAgedReceivables, exportRows: exportAgedReceivables },
    texts: 'billing',
    name: 'agedReceivables',
    icon: IconUserDollar,
    onPhone: ['accountNo', 'totalMinor', 'customerName'],
    moreColumns: ['contractNo'],
    columns: ['accountNo', 'customerName', ...ages, 'bills', 'oldestDueOn'],
    filters: ['accountNo'],
    Filters: DayFilter,
    Head: Totals,
  }),
)
