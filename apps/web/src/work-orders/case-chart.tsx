import { nightFlowByPartition } from '@nightflow/schemas/leakage/endpoints'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { Chart } from '#ui/chart/chart.tsx'
import { addDays, instantOf } from '#ui/local-days.ts'
import { ChartSkeleton } from '#ui/skeleton.tsx'
import { ErrorState } from '#ui/states.tsx'

type Props = { partitionId: string; partitionName: string; from: string; to: string; startedAt: string; endedAt: string | null }

const cubic = (litres: number | null): number | null => (litres === null ? null : litres / 1000)

/** The night minimum of the partition from three weeks before the leak to its proof, with the days on which it ran. */
export function CaseChart({ partitionId, partitionName, from, to, startedAt, endedAt }: Props) {
  const { t } = useTranslation('work-orders')
  const night = useQuery({
    queryKey: ['night-flow', partitionId, from, to, null],
    queryFn: ({ signal }) => call(nightFlowByPartition, { id: partitionId, from, to }, signal),
  })
  const chart = useMemo(() => {
    if (!night.data) return undefined
    const { rows, timeZone } = night.data
    const secondsOf = (day: string, hour: number) => instantOf(day, hour, timeZone) / 1000
    const last = secondsOf(addDays(to, 1), 0)
    const nights = [{ from: Date.parse(startedAt) / 1000, to: endedAt === null ? last : Date.parse(endedAt) / 1000 }]
    return {
      timeZone,
      nights,
      times: rows.map(({ date }) => secondsOf(date, 12)),
      span: [secondsOf(from, 0), last] as const,
      series: [
        {
          label: t('chart.netNight'),
          values: rows.map(({ netNightFlowLitresPerHour }) => cubic(netNightFlowLitresPerHour)),
          ...{ kind: 'area' as const, colour: 'customers' as const, decimals: 2 },
        },
        {
          label: t('chart.nightMinimum'),
          values: rows.map(({ nightMinimumFlowLitresPerHour }) => cubic(nightMinimumFlowLitresPerHour)),
          ...{ kind: 'line' as const, colour: 'primary' as const, decimals: 2 },
        },
      ],
    }
  }, [night.data, from, to, startedAt, endedAt, t])
  if (night.isError) return <ErrorState error={night.error} onRetry={() => night.refetch()} compact />
  if (!chart) return <ChartSkeleton height={220} />
  return (
    <Chart
      title={t('chart.title', { name: partitionName })}
      unit="m³/h"
      fileName={`${partitionId}-case`}
      group="case"
      height={220}
      note={t('chart.note')}
      daily
      {...chart}
    />
  )
}
