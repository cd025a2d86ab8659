import { listDailyUse } from '@nightflow/schemas/dashboard/use-reports'
import { pageSizeMax } from '@nightflow/schemas/shared/lists'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { useSession } from '#session/session-query.ts'
import { Chart } from '#ui/chart/chart.tsx'
import { addDays, instantOf } from '#ui/local-days.ts'
import { useScreenSearch } from '#ui/screen-search.ts'
import { ChartSkeleton } from '#ui/skeleton.tsx'
import { filterOf, type ListSearch } from '#ui/table/list-search.ts'

const chartHeight = 200
const chartFilter = { meterGroup: listDailyUse.request.shape.meterGroup }

/** The days that the report's filter names, read page by page: a year is two of them. */
const readDays = async (filter: object, signal: AbortSignal) => {
  const pageOf = (pageNum: number) =>
    call(listDailyUse, { ...filter, pageNum, pageSize: pageSizeMax, orderByColumn: 'day', isAsc: 'asc' as const }, signal)
  const first = await pageOf(1)
  return first.total > first.rows.length ? [...first.rows, ...(await pageOf(2)).rows] : first.rows
}

/** Water use on each day of a report. A day without a figure is a gap. */
export function UseChart() {
  const { t } = useTranslation('dashboard')
  const { timeZone } = useSession()
  const filter = filterOf(useScreenSearch<ListSearch>(), chartFilter)
  const days = useQuery({
    queryKey: [listDailyUse.path, 'chart', filter],
    queryFn: ({ signal }) => readDays(filter, signal),
    placeholderData: keepPreviousData,
  })
  const chart = useMemo(() => {
    const rows = days.data ?? []
    const at = (day: string, hour: number) => instantOf(day, hour, timeZone) / 1000
    const first = rows[0]?.day ?? '1970-01-01'
    return {
      times: rows.map(({ day }) => at(day, 12)),
      series: [
        {
          label: t('usage.series'),
          values: rows.map(({ usedLitres }) => (usedLitres === null ? null : usedLitres / 1000)),
          kind: 'bars' as const,
          colour: 'primary' as const,
          decimals: 1,
        },
      ],
      span: [at(first, 0), at(addDays(rows.at(-1)?.day ?? first, 1), 0)] as const,
      unknown: rows.flatMap(({ day, usedLitres }) => (usedLitres === null ? [{ from: at(day, 0), to: at(addDays(day, 1), 0) }] : [])),
    }
  }, [days.data, timeZone, t])
  // The list below says why it failed.
  if (days.isError) return null
  if (!days.data) return <ChartSkeleton height={chartHeight + 60} />
  return (
    <Chart
      title={t('usage.title')}
      unit="m³"
      fileName="daily-use"
      timeZone={timeZone}
      group="daily-use"
      height={chartHeight}
      note={t('usage.note')}
      daily
      {...chart}
    />
  )
}
