import { listMeterVolumes } from '@nightflow/schemas/metering/endpoints'
import type { MeterVolumeRow } from '@nightflow/schemas/metering/readings'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { Chart } from '#ui/chart/chart.tsx'
import { addDays, dayOf, instantOf } from '#ui/local-days.ts'
import { ChartSkeleton } from '#ui/skeleton.tsx'
import { ErrorState } from '#ui/states.tsx'

type Resolution = 'day' | 'month'
const daysShown = 30
const monthsShown = 12
const chartHeight = 200
/** Days by which half a bar of a month reaches over its first day. */
const halfMonthBar = 16

/** First and last day that are shown, ending today. */
const rangeOf = (resolution: Resolution, today: string): { from: string; to: string } => {
  if (resolution === 'day') return { from: addDays(today, 1 - daysShown), to: today }
  const first = new Date(`${today.slice(0, 7)}-01T00:00:00Z`)
  first.setUTCMonth(first.getUTCMonth() + 1 - monthsShown)
  return { from: first.toISOString().slice(0, 10), to: today }
}

/** The same day of the year before; 29 February is 1 March there. */
const yearBefore = (day: string): string =>
  new Date(Date.UTC(Number(day.slice(0, 4)) - 1, Number(day.slice(5, 7)) - 1, Number(day.slice(8)))).toISOString().slice(0, 10)

type Props = { number: string; timeZone: string }

/** What a meter used per day and per month, against the same time of the year before. */
export function UseComparison({ number, timeZone }: Props) {
  return (
    <>
      <UseChart number={number} timeZone={timeZone} resolution="day" />
      <UseChart number={number} timeZone={timeZone} resolution="month" />
    </>
  )
}

function UseChart({ number, timeZone, resolution }: Props & { resolution: Resolution }) {
  const { t } = useTranslation('metering')
  const { from, to } = rangeOf(resolution, dayOf(Date.now(), timeZone))
  const now = useVolumes({ number, from, to, resolution })
  const before = useVolumes({ number, from: yearBefore(from), to: yearBefore(to), resolution })
  const chart = useMemo(
    () => chartOf({ from, to, resolution, timeZone }, now.data?.rows ?? [], before.data?.rows ?? []),
    [from, to, resolution, timeZone, now.data, before.data],
  )
  if (now.isError) return <ErrorState error={now.error} onRetry={() => now.refetch()} compact />
  if (now.isPending) return <ChartSkeleton height={chartHeight + 60} />
  const title = t(`use.${resolution}`)
  return (
    <Chart
      title={title}
      unit="m³"
      fileName={`${number}-use-${resolution}`}
      timeZone={timeZone}
      group={`use-${resolution}`}
      height={chartHeight}
      daily
      times={chart.times}
      span={chart.span}
      series={[
        { label: t('use.now'), values: chart.now, kind: 'bars', colour: 'primary', decimals: 3 },
        { label: t('use.yearBefore'), values: chart.before, kind: 'line', colour: 'second', decimals: 3 },
      ]}
    />
  )
}

const useVolumes = (request: { number: string; from: string; to: string; resolution: Resolution }) =>
  useQuery({
    queryKey: ['volumes', request.number, request.from, request.to, request.resolution],
    queryFn: ({ signal }) => call(listMeterVolumes, request, signal),
  })

type Range = { from: string; to: string; resolution: Resolution; timeZone: string }

/** Days are drawn at noon, months at their first day. Rows of both years are in the same order. */
const chartOf = ({ from, to, resolution, timeZone }: Range, now: readonly MeterVolumeRow[], before: readonly MeterVolumeRow[]) => {
  const at = (day: string, hour: number) => instantOf(day, hour, timeZone) / 1000
  const margin = resolution === 'month' ? halfMonthBar : 0
  const key = (row: MeterVolumeRow): string => dayOf(Date.parse(row.from), timeZone).slice(5, resolution === 'month' ? 7 : 10)
  const earlier = new Map(before.map((row) => [key(row), row.volumeLitres]))
  const cubicMetres = (litres: number | null | undefined) => (litres === null || litres === undefined ? null : litres / 1000)
  return {
    times: now.map((row) => at(dayOf(Date.parse(row.from), timeZone), resolution === 'month' ? 0 : 12)),
    now: now.map(({ volumeLitres }) => cubicMetres(volumeLitres)),
    before: now.map((row) => cubicMetres(earlier.get(key(row)))),
    span: [at(addDays(from, -margin), 0), at(addDays(to, margin + 1), 0)] as const,
  }
}
