import { listFlowMeterHistory } from '@nightflow/schemas/devices/device-calls'
import { listMeterReadings } from '@nightflow/schemas/metering/endpoints'
import { resourceCalls } from '@nightflow/schemas/resource-calls'
import { resources } from '@nightflow/schemas/resources'
import { YesNo } from '@nightflow/schemas/shared/lists'
import type { RowOf } from '@nightflow/schemas/shared/resource'
import { IconChartDots } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { dailyFreezes } from '#devices/daily-freezes.ts'
import { useSession } from '#session/session-query.ts'
import { RowHistory } from '#shell/row-history.tsx'
import { ScreenLink } from '#shell/screen-link.tsx'
import { Chart } from '#ui/chart/chart.tsx'
import { useHistoryValue } from '#ui/form/use-history-value.ts'
import { InstantText } from '#ui/instant.tsx'
import { addDays, dayOf, instantOf } from '#ui/local-days.ts'
import { resourceOf } from '#ui/resource/resource-of.ts'
import { screenOf } from '#ui/resource/resource-screen.tsx'
import { useResourceWords } from '#ui/resource/resource-words.ts'
import { ChartSkeleton } from '#ui/skeleton.tsx'
import { EmptyState, ErrorState } from '#ui/states.tsx'
import { FigureTable } from '#ui/table/figure-table.tsx'
import { useFormat } from '#ui/use-format.ts'
import { useMayDo } from '#ui/use-may-do.ts'

type FlowMeter = RowOf<typeof resources.flowMeters>
const words = { texts: 'devices', name: 'flowMeter', calls: {} }

/** Flow meters with their newest readings; the figures change by themselves, so the list is read again. */
export const Screen = screenOf(
  resourceOf(resources.flowMeters, resourceCalls.flowMeters, {
    Detail: FlowMeterDetail,
    related: [['flow-meter-history']],
    refreshSeconds: 60,
  }),
)

function FlowMeterDetail({ row }: { row: FlowMeter }) {
  const mayDo = useMayDo()
  return (
    <div className="nf-stack">
      <NewestFigures meter={row} />
      {mayDo(listMeterReadings) && <FlowChart meter={row} />}
      {mayDo(listMeterReadings) && row.calculatesDailyFreeze === YesNo.enum.yes && <DailyFreezes meter={row} />}
      <RowHistory
        resource={words}
        endpoint={listFlowMeterHistory}
        queryKey={['flow-meter-history', row.flowMeterId]}
        of={{ flowMeterId: row.flowMeterId }}
      />
    </div>
  )
}

const figures = [
  'flowLitresPerHour',
  'forwardLitres',
  'reverseLitres',
  'pressureKilopascal',
  'batteryMillivolt',
  'signalDecibelMilliwatt',
] as const

/** The newest of each figure: the list has no room for all of them. */
function NewestFigures({ meter }: { meter: FlowMeter }) {
  const { t } = useTranslation('devices')
  const { timeZone } = useSession()
  const written = useHistoryValue(useResourceWords(words), timeZone)
  return (
    <dl className="nf-facts">
      {figures.map((name) => (
        <div key={name}>
          <dt>{t(`flowMeter.field.${name}`)}</dt>
          <dd className="nf-figures">{written(name, meter[name])}</dd>
        </div>
      ))}
      <div>
        <dt>{t('flowMeter.field.collectTime')}</dt>
        <dd>
          <InstantText at={meter.collectTime} timeZone={timeZone} />
        </dd>
      </div>
    </dl>
  )
}

/** Local days that are shown, up to the newest reading. */
const shownDays = 7

/** Readings of the last days that have any, and of the day before them, from whose end the first day counts. */
function useLastReadings({ meterAddress: number, collectTime }: FlowMeter) {
  const { timeZone } = useSession()
  const to = dayOf(collectTime ? Date.parse(collectTime) : Date.now(), timeZone)
  const range = useMemo(() => ({ from: addDays(to, 1 - shownDays), to }), [to])
  const readings = useQuery({
    queryKey: ['flow-readings', number, range],
    queryFn: ({ signal }) => call(listMeterReadings, { number, from: addDays(range.from, -1), to, limit: 10_000 }, signal),
  })
  return { readings, range, timeZone }
}

/** The registers at the end of each day, where the device’s daily freeze is switched on. */
function DailyFreezes({ meter }: { meter: FlowMeter }) {
  const { t } = useTranslation('devices')
  const format = useFormat()
  const { readings, range, timeZone } = useLastReadings(meter)
  const days = useMemo(
    () => dailyFreezes(readings.data?.rows ?? [], { ...range, timeZone, now: Date.now() }).toReversed(),
    [readings.data, range, timeZone],
  )
  // The chart above says what is missing.
  if (!readings.data || readings.data.rows.length === 0) return null
  const cubicMetres = (litres: number | null): string => (litres === null ? '–' : format.cubicMetres(litres, 3))
  return (
    <FigureTable
      caption={`${t('flowMeter.field.calculatesDailyFreeze')} (m³)`}
      minWidth={340}
      rows={days}
      keyOf={({ day }) => day}
      columns={[
        { head: t('flowMeter.day'), cell: ({ day }) => format.day(day) },
        { head: t('flowMeter.field.forwardLitres'), isNumber: true, cell: ({ forwardLitres }) => cubicMetres(forwardLitres) },
        { head: t('flowMeter.field.reverseLitres'), isNumber: true, cell: ({ reverseLitres }) => cubicMetres(reverseLitres) },
        { head: t('flowMeter.usedLitres'), isNumber: true, cell: ({ usedLitres }) => cubicMetres(usedLitres) },
      ]}
    />
  )
}

/** The instantaneous flow of the last days that have readings. */
function FlowChart({ meter }: { meter: FlowMeter }) {
  const { meterAddress: number } = meter
  const { t } = useTranslation('devices')
  const { readings, range, timeZone } = useLastReadings(meter)
  const chart = useMemo(() => {
    const from = instantOf(range.from, 0, timeZone)
    const rows = (readings.data?.rows ?? []).filter(({ at, flowLitresPerHour }) => flowLitresPerHour !== null && Date.parse(at) >= from)
    const values = rows.map(({ flowLitresPerHour }) => flowLitresPerHour! / 1000)
    return {
      times: rows.map(({ at }) => Date.parse(at) / 1000),
      series: [{ label: t('flowMeter.field.flowLitresPerHour'), values, kind: 'line' as const, colour: 'primary' as const, decimals: 2 }],
      span: [from / 1000, instantOf(addDays(range.to, 1), 0, timeZone) / 1000] as const,
    }
  }, [readings.data, range, timeZone, t])
  if (readings.isError) return <ErrorState error={readings.error} onRetry={() => readings.refetch()} compact />
  if (!readings.data) return <ChartSkeleton height={240} />
  if (chart.times.length === 0)
    return <EmptyState icon={IconChartDots} title={t('flowMeter.noFlow')} text={t('flowMeter.noFlowText', { number })} />
  return (
    <>
      <Chart
        title={t('flowMeter.field.flowLitresPerHour')}
        unit="m³/h"
        fileName={`${number}-flow`}
        timeZone={timeZone}
        group="flow-meter"
        height={200}
        {...chart}
      />
      <ScreenLink screen="devices/meter" params={{ number }} className="nf-link">
        {t('flowMeter.openMeter')}
      </ScreenLink>
    </>
  )
}
