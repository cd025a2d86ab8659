import { listFlowMeterHistory } from '@nightflow/schemas/devices/device-calls'
import { listMeterReadings } from '@nightflow/schemas/metering/endpoints'
import { resourceCalls } from '@nightflow/schemas/resource-calls'
import { resources } from '@nightflow/schemas/resources'
import type { RowOf } from '@nightflow/schemas/shared/resource'
import { IconChartDots } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { useSession } from '#session/session-query.ts'
import { RowHistory } from '#shell/row-history.tsx'
import { ScreenLink } from '#shell/screen-link.tsx'
import { Chart } from '#ui/chart/chart.tsx'
import { addDays, dayOf, instantOf } from '#ui/local-days.ts'
import { resourceOf } from '#ui/resource/resource-of.ts'
import { screenOf } from '#ui/resource/resource-screen.tsx'
import { ChartSkeleton } from '#ui/skeleton.tsx'
import { EmptyState, ErrorState } from '#ui/states.tsx'
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
      {mayDo(listMeterReadings) && <FlowChart meter={row} />}
      <RowHistory
        resource={words}
        endpoint={listFlowMeterHistory}
        queryKey={['flow-meter-history', row.flowMeterId]}
        of={{ flowMeterId: row.flowMeterId }}
      />
    </div>
  )
}

/** Local days of the chart, up to the newest reading. */
const chartDays = 7

/** The instantaneous flow of the last days that have readings. */
function FlowChart({ meter: { meterAddress: number, collectTime } }: { meter: FlowMeter }) {
  const { t } = useTranslation('devices')
  const { timeZone } = useSession()
  const to = dayOf(collectTime ? Date.parse(collectTime) : Date.now(), timeZone)
  const range = useMemo(() => ({ from: addDays(to, 1 - chartDays), to }), [to])
  const readings = useQuery({
    queryKey: ['flow-readings', number, range],
    queryFn: ({ signal }) => call(listMeterReadings, { number, ...range, limit: 10_000 }, signal),
  })
  const chart = useMemo(() => {
    const rows = (readings.data?.rows ?? []).filter(({ flowLitresPerHour }) => flowLitresPerHour !== null)
    const values = rows.map(({ flowLitresPerHour }) => flowLitresPerHour! / 1000)
    return {
      times: rows.map(({ at }) => Date.parse(at) / 1000),
      series: [{ label: t('flowMeter.field.flowLitresPerHour'), values, kind: 'line' as const, colour: 'primary' as const, decimals: 2 }],
      span: [instantOf(range.from, 0, timeZone) / 1000, instantOf(addDays(range.to, 1), 0, timeZone) / 1000] as const,
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
