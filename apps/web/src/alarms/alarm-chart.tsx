import { nightFlowByPartition } from '@nightflow/schemas/leakage/endpoints'
import { listMeterReadings, listMeterVolumes } from '@nightflow/schemas/metering/endpoints'
import type { MeterReadingRow } from '@nightflow/schemas/metering/readings'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type AlarmCurve, batteryCurve, nightFlowCurve, pressureCurve, volumeCurve } from '#alarms/alarm-curve.ts'
import type { AlarmDetailAnswer } from '#alarms/alarm-facts.tsx'
import { call } from '#api/call.ts'
import { useSession } from '#session/session-query.ts'
import { Chart } from '#ui/chart/chart.tsx'
import type { ChartSeries } from '#ui/chart/chart-types.ts'
import { withEstimates } from '#ui/chart/estimated-line.ts'
import { addDays, dayOf, instantOf } from '#ui/local-days.ts'
import { ChartSkeleton } from '#ui/skeleton.tsx'
import { useMayDo } from '#ui/use-may-do.ts'

type Range = { from: string; to: string }
/** Local days shown before and after the onset. */
type Days = { before: number; after: number }
type Source = { days: Days; read: (range: Range, signal: AbortSignal) => Promise<AlarmCurve>; isDaily: boolean; floating?: boolean }

/** The figure that an alarm is about around its onset, with the threshold; nothing where no figure belongs to the alarm. */
export function AlarmChart({ alarm }: { alarm: AlarmDetailAnswer }) {
  const { t } = useTranslation('alarms')
  const { timeZone } = useSession()
  const source = useSource(alarm)
  const onset = dayOf(Date.parse(alarm.alarmTime), timeZone)
  const today = dayOf(Date.now(), timeZone)
  const end = source ? addDays(onset, source.days.after) : onset
  const range = { from: addDays(onset, -(source?.days.before ?? 0)), to: earlierOf(end, today) }
  const curve = useQuery({
    queryKey: ['alarm-curve', alarm.alarmProcessedId, range],
    queryFn: ({ signal }) => source!.read(range, signal),
    enabled: source !== undefined,
  })
  if (!source || curve.isError) return null
  if (!curve.data) return <ChartSkeleton height={190} />
  const { times, values, unit, threshold, decimals, estimated } = curve.data
  if (times.length === 0) return null
  const at = Date.parse(alarm.alarmTime) / 1000
  const label = t(`chart.${alarm.eventType}`)
  const line: ChartSeries = { label, values, kind: source.isDaily ? 'thick' : 'bars', colour: 'primary', decimals }
  return (
    <div className="nf-alarm-chart">
      <Chart
        title={label}
        unit={unit}
        fileName={`alarm-${alarm.alarmProcessedId}`}
        timeZone={timeZone}
        group={`alarm-${alarm.alarmProcessedId}`}
        height={150}
        times={times}
        series={withEstimates(line, estimated ?? [], t('chart.estimated'))}
        span={[instantOf(range.from, 0, timeZone) / 1000, instantOf(addDays(range.to, 1), 0, timeZone) / 1000]}
        thresholds={threshold === null ? [] : [{ value: threshold, label: t('chart.threshold') }]}
        marks={[{ at, value: valueAt(curve.data, at), label: t('chart.onset') }]}
        daily={source.isDaily}
        floating={source.floating ?? false}
      />
    </div>
  )
}

const earlierOf = (one: string, other: string): string => (one.localeCompare(other) < 0 ? one : other)

/** The value nearest to an instant; zero where none is known. */
const valueAt = ({ times, values }: AlarmCurve, at: number): number => {
  let nearest: number | undefined
  for (const [index, time] of times.entries())
    if (values[index] !== null && (nearest === undefined || Math.abs(time - at) < Math.abs(times[nearest]! - at))) nearest = index
  return nearest === undefined ? 0 : (values[nearest] ?? 0)
}

/** Readings of the days around an alarm, however often the meter reports. */
const everyReading = async (number: string, range: Range, signal: AbortSignal): Promise<MeterReadingRow[]> => {
  const rows: MeterReadingRow[] = []
  let next: string | null = null
  do {
    const after: { after?: string } = next === null ? {} : { after: next }
    const answer = await call(listMeterReadings, { number, ...range, limit: 10_000, ...after }, signal)
    rows.push(...answer.rows)
    next = answer.next
  } while (next !== null)
  return rows
}

/** Where the figure of an alarm comes from, if the person may read it. */
function useSource(alarm: AlarmDetailAnswer): Source | undefined {
  const { t } = useTranslation('leakage')
  const mayDo = useMayDo()
  const { timeZone } = useSession()
  const { partition, meter, eventType } = alarm
  if (partition !== null && mayDo(nightFlowByPartition)) {
    const units = { flow: t('unit.cubicMetresPerHour') }
    const read = async (range: Range, signal: AbortSignal) =>
      nightFlowCurve(alarm, (await call(nightFlowByPartition, { id: partition, ...range }, signal)).rows, timeZone, units)
    return { days: { before: 21, after: 7 }, isDaily: true, read }
  }
  if (meter === null || eventType === 'valve-failed' || !mayDo(listMeterVolumes)) return undefined
  if (eventType.startsWith('pressure-')) {
    const read = async (range: Range, signal: AbortSignal) => pressureCurve(alarm, await everyReading(meter, range, signal))
    return { days: { before: 2, after: 1 }, isDaily: true, floating: true, read }
  }
  if (eventType === 'battery-low') {
    const read = async (range: Range, signal: AbortSignal) => batteryCurve(alarm, await everyReading(meter, range, signal))
    return { days: { before: 30, after: 1 }, isDaily: true, floating: true, read }
  }
  const read = async (range: Range, signal: AbortSignal) =>
    volumeCurve((await call(listMeterVolumes, { number: meter, ...range, resolution: 'hour' }, signal)).rows)
  return { days: { before: 3, after: 2 }, isDaily: false, read }
}
