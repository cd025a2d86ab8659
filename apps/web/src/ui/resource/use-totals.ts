import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import type { Resource } from '#ui/resource/resource.ts'
import { sumText } from '#ui/resource/sum-text.ts'
import { filterOf, type ListSearch } from '#ui/table/list-search.ts'
import { useFormat } from '#ui/use-format.ts'
import { useCurrency, useMoney } from '#ui/use-money.ts'

/** Sums of a list over all rows that the filter leaves, whatever page is shown; undefined where the list has none, or they are not known yet. */
export function useTotals<Row extends object>({ calls: { list, totals, filter } }: Resource<Row>, search: ListSearch) {
  const { t } = useTranslation('shared')
  const { number } = useFormat()
  const money = useMoney()
  const currency = useCurrency()
  const request = filterOf(search, filter)
  const { data } = useQuery({
    // Below the list, so that what refreshes the list refreshes its sums.
    queryKey: [list.path, 'totals', request],
    queryFn: ({ signal }) => call(totals!, request, signal),
    placeholderData: keepPreviousData,
    enabled: totals !== undefined,
  })
  if (!data) return undefined
  const rows = number(data.rows)
  const sums = Object.entries(data.sums ?? {}).map(([field, sum]) => [field, sumText(field, sum, { number, money })] as const)
  return { label: t(data.sums ? 'table.totals' : 'table.totalsMany', { rows, currency }), sums: Object.fromEntries(sums) }
}
