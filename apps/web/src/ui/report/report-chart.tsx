import type { AnyReport, ReportPoint } from '@nightflow/schemas/shared/report'
import { quantityOf } from '@nightflow/schemas/shared/units-of-fields'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { z } from 'zod'
import { call } from '#api/call.ts'
import { useSession } from '#session/session-query.ts'
import { Chart } from '#ui/chart/chart.tsx'
import type { ChartSeries } from '#ui/chart/chart-types.ts'
import { addDays, instantOf } from '#ui/local-days.ts'
import { useResourceWords } from '#ui/resource/resource-words.ts'
import { useScreenSearch } from '#ui/screen-search.ts'
import { ChartSkeleton } from '#ui/skeleton.tsx'
import { filterOf, type ListSearch } from '#ui/table/list-search.ts'
import { useCurrency } from '#ui/use-money.ts'

const chartHeight = 200
const monthDays = 28
const Points = z.object({ points: z.array(z.object({ at: z.string(), values: z.array(z.number().nullable()) })) })
const colours = ['primary', 'second', 'customers', 'mark'] as const

/** How a value of the chart is shown: its unit, and how much of the field's own unit one of it is. */
const scaleOf = (field: string, currency: string): { unit: string; per: number; decimals: number } => {
  if (field.endsWith('Minor')) return { unit: currency, per: 100, decimals: 2 }
  if (field.endsWith('Rate') || field.endsWith('Share')) return { unit: '%', per: 0.01, decimals: 1 }
  return quantityOf(field) ?? { unit: '', per: 1, decimals: 0 }
}

const dayOf = (at: string): string => (at.length === 'YYYY-MM'.length ? `${at}-01` : at)

/** The chart of a report, over the days or months of its filter. A value that is not known is a gap. */
export function ReportChart({ report }: { report: Pick<AnyReport, 'name' | 'texts' | 'calls' | 'filter' | 'chart'> }) {
  const { timeZone } = useSession()
  const currency = useCurrency()
  const words = useResourceWords({ ...report, calls: {} })
  const filter = filterOf(useScreenSearch<ListSearch>(), report.filter)
  const found = useQuery({
    queryKey: [report.calls.chart.path, filter],
    queryFn: async ({ signal }) => Points.parse(await call(report.calls.chart, filter, signal)).points,
    placeholderData: keepPreviousData,
  })
  const { values, isLine } = report.chart
  const { unit, per, decimals } = scaleOf(values[0], currency)
  const labels = values.map((name) => words.field(name)).join('\n')
  const chart = useMemo(
    () => drawn(found.data ?? [], { labels: labels.split('\n'), per, decimals, isLine: isLine === true, timeZone }),
    [found.data, labels, per, decimals, isLine, timeZone],
  )
  // The list below says why it failed.
  if (found.isError) return null
  if (!found.data) return <ChartSkeleton height={chartHeight + 60} />
  if (found.data.length < 2) return null
  return (
    <Chart
      title={words.own('chart')}
      unit={unit}
      fileName={report.name}
      timeZone={timeZone}
      group={report.name}
      height={chartHeight}
      daily
      {...chart}
    />
  )
}

type Drawing = { labels: readonly string[]; per: number; decimals: number; isLine: boolean; timeZone: string }

const drawn = (points: readonly ReportPoint[], { labels, per, decimals, isLine, timeZone }: Drawing) => {
  const at = (day: string, hour: number) => instantOf(day, hour, timeZone) / 1000
  const [first, last] = [dayOf(points[0]?.at ?? '1970-01-01'), dayOf(points.at(-1)?.at ?? '1970-01-01')]
  const isByMonth = points[0]?.at.length === 'YYYY-MM'.length
  const kindOf = (place: number): ChartSeries['kind'] => (isLine || place > 0 ? 'line' : 'bars')
  return {
    times: points.map((point) => at(dayOf(point.at), 12)),
    series: labels.map((label, place) => ({
      ...{ label, decimals, kind: kindOf(place), colour: colours[place] ?? 'mark' },
      values: points.map((point) => {
        const value = point.values[place] ?? null
        return value === null ? null : value / per
      }),
    })),
    span: [at(first, 0), at(addDays(last, isByMonth ? monthDays : 1), 0)] as const,
    unknown: isByMonth
      ? []
      : points.flatMap((point) =>
          point.values.every((value) => value === null) ? [{ from: at(point.at, 0), to: at(addDays(point.at, 1), 0) }] : [],
        ),
  }
}
