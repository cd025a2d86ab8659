import { SegmentedControl } from '@mantine/core'
import { analysePressure } from '@nightflow/schemas/devices/device-calls'
import { resourceCalls } from '@nightflow/schemas/resource-calls'
import type { ResponseOf } from '@nightflow/schemas/shared/endpoint'
import { IconGauge } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { PressureBadge } from '#devices/pressure-badge.tsx'
import { useSession } from '#session/session-query.ts'
import { Chart } from '#ui/chart/chart.tsx'
import { addDays, dayOf, instantOf } from '#ui/local-days.ts'
import { ChartSkeleton } from '#ui/skeleton.tsx'
import { EmptyState, ErrorState } from '#ui/states.tsx'
import { DataTable } from '#ui/table/data-table.tsx'
import { useFormat } from '#ui/use-format.ts'

type Analysis = ResponseOf<typeof analysePressure>
type Day = Analysis['days'][number]
type Limits = { upperLimitKilopascal: number | null; lowerLimitKilopascal: number | null }

/** Spans of an analysis in days, up to today. */
const spans = [1, 7, 30] as const

/** The single-point analysis: the trend of the pressure between its limits, and the figures of each day. */
export function PressureAnalysis({ id }: { id: number }) {
  const { t } = useTranslation('devices')
  const { timeZone } = useSession()
  const [days, setDays] = useState<number>(7)
  const to = dayOf(Date.now(), timeZone)
  const range = useMemo(() => ({ from: addDays(to, 1 - days), to }), [to, days])
  const meter = useQuery({
    queryKey: [resourceCalls.pressureMeters.find.path, id],
    queryFn: ({ signal }) => call(resourceCalls.pressureMeters.find, { pressureMeterId: id }, signal),
  })
  const analysis = useQuery({
    queryKey: ['pressure-analysis', id, range],
    queryFn: ({ signal }) => call(analysePressure, { pressureMeterId: id, ...range }, signal),
  })
  const failed = [meter, analysis].find(({ isError }) => isError)
  if (failed) return <ErrorState error={failed.error} onRetry={() => failed.refetch()} compact />
  return (
    <div className="nf-stack">
      <SegmentedControl
        size="xs"
        aria-label={t('pressureMeter.analysis.span')}
        value={String(days)}
        data={spans.map((span) => ({ value: String(span), label: t('pressureMeter.analysis.days', { count: span }) }))}
        onChange={(value) => setDays(Number(value))}
      />
      {!meter.data || !analysis.data ? (
        <ChartSkeleton height={300} />
      ) : (
        <>
          <div>
            <PressureBadge meter={meter.data} />
          </div>
          {analysis.data.trend.length === 0 ? (
            <EmptyState icon={IconGauge} title={t('pressureMeter.noReadings')} text={t('pressureMeter.noReadingsText')} />
          ) : (
            <>
              <Trend analysis={analysis.data} limits={meter.data} name={meter.data.deviceNumber} range={range} />
              <DaysTable days={analysis.data.days} name={meter.data.deviceNumber} />
            </>
          )}
        </>
      )}
    </div>
  )
}

type TrendProps = { analysis: Analysis; limits: Limits; name: string; range: { from: string; to: string } }

function Trend({ analysis: { trend, timeZone, isThinned }, limits, name, range }: TrendProps) {
  const { t } = useTranslation('devices')
  const { upperLimitKilopascal: upper, lowerLimitKilopascal: lower } = limits
  const chart = useMemo(() => {
    const label = t('pressureMeter.field.pressureKilopascal')
    return {
      times: trend.map(({ at }) => Date.parse(at) / 1000),
      series: [
        { label, values: trend.map(({ kilopascal }) => kilopascal), kind: 'line' as const, colour: 'primary' as const, decimals: 1 },
      ],
      span: [instantOf(range.from, 0, timeZone) / 1000, instantOf(addDays(range.to, 1), 0, timeZone) / 1000] as const,
      marks: trend
        .filter(({ deviations }) => deviations.length > 0)
        .map(({ at, kilopascal, deviations }) => ({
          at: Date.parse(at) / 1000,
          value: kilopascal,
          label: deviations.map((each) => t(`pressureMeter.deviation.${each}`)).join(', '),
        })),
      thresholds: [
        ...(upper === null ? [] : [{ value: upper, label: t('pressureMeter.field.upperLimitKilopascal') }]),
        ...(lower === null ? [] : [{ value: lower, label: t('pressureMeter.field.lowerLimitKilopascal') }]),
      ],
    }
  }, [trend, timeZone, range, upper, lower, t])
  return (
    <Chart
      title={t('pressureMeter.analysis.trend')}
      unit="kPa"
      fileName={`${name}-pressure`}
      timeZone={timeZone}
      group={`pressure-${name}`}
      height={220}
      floating
      {...(isThinned && { note: t('pressureMeter.analysis.thinned') })}
      {...chart}
    />
  )
}

const figures = ['minimum', 'mean', 'maximum'] as const
const counts = ['readings', 'above', 'below', 'abrupt'] as const

function DaysTable({ days, name }: { days: readonly Day[]; name: string }) {
  const { t } = useTranslation('devices')
  const format = useFormat()
  const columns = [
    { id: 'day', label: t('pressureMeter.analysis.day'), value: ({ day }: Day) => day, cell: ({ day }: Day) => format.day(day) },
    ...figures.map((id) => ({
      id,
      label: t(`pressureMeter.analysis.${id}`),
      unit: 'kPa',
      numeric: true,
      value: (day: Day) => day[id],
      cell: (day: Day) => format.number(day[id], 1),
    })),
    ...counts.map((id) => ({
      id,
      label: t(`pressureMeter.analysis.${id}`),
      numeric: true,
      value: (day: Day) => day[id],
      cell: (day: Day) => format.number(day[id]),
    })),
  ]
  const [state, setState] = useState({})
  return (
    <DataTable
      label={t('pressureMeter.analysis.byDay')}
      fileName={`${name}-pressure-days`}
      columns={columns}
      rows={days.toReversed()}
      rowId={({ day }) => day}
      state={state}
      onState={setState}
      empty={null}
    />
  )
}
