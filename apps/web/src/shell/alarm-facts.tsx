import { findAlarm } from '@nightflow/schemas/alarms/endpoints'
import type { ResponseOf } from '@nightflow/schemas/shared/endpoint'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { useSession } from '#session/session-query.ts'
import { ScreenLink } from '#shell/screen-link.tsx'
import { useAlarmFigure } from '#shell/use-alarm-figure.ts'
import { InstantText } from '#ui/instant.tsx'
import { ChartSkeleton } from '#ui/skeleton.tsx'
import { ErrorState } from '#ui/states.tsx'
import { useFormat } from '#ui/use-format.ts'

/** What is known of one alarm and its meter, for the bell's dialog and the alarm screen. `onLeave`: somebody follows a link. */
export function AlarmFacts({ id, onLeave }: { id: number; onLeave: () => void }) {
  const alarm = useQuery({
    queryKey: ['alarm', id],
    queryFn: ({ signal }) => call(findAlarm, { alarmProcessedId: id }, signal),
  })
  if (alarm.isError) return <ErrorState error={alarm.error} onRetry={() => alarm.refetch()} compact />
  if (!alarm.data) return <ChartSkeleton height={220} />
  return <Facts alarm={alarm.data} onLeave={onLeave} />
}

type Alarm = ResponseOf<typeof findAlarm>

function Facts({ alarm, onLeave }: { alarm: Alarm; onLeave: () => void }) {
  const { t } = useTranslation('shell')
  const format = useFormat()
  const { timeZone } = useSession()
  const figure = useAlarmFigure()
  const time = (instant: string | null | undefined) => (instant ? <InstantText at={instant} timeZone={timeZone} /> : null)
  const valve = (state: 'open' | 'closed' | null | undefined) => (state ? t(`alarm.valve.${state}`) : null)
  const inThousands = (value: number | null | undefined, decimals: number, unit: string) =>
    value === null || value === undefined ? null : `${format.number(value / 1000, decimals)} ${unit}`
  const measured = (value: number | null) => {
    if (value === null) return null
    const { text, unit } = figure(alarm, value)
    return `${text} ${unit}`.trim()
  }
  const { meterFrozen: day } = alarm
  const meterLink = alarm.meterNo && (
    <ScreenLink screen="devices/meter" params={{ number: alarm.meterNo }} className="nf-link" onClick={onLeave}>
      {alarm.meterNo}
    </ScreenLink>
  )
  const pointLink = alarm.partition ? (
    <ScreenLink screen="leakage/index" search={{ partition: alarm.partition }} className="nf-link" onClick={onLeave}>
      {alarm.pointName}
    </ScreenLink>
  ) : (
    alarm.pointName
  )
  const facts: [string, ReactNode][] = [
    ['status', t(`alarm.status.${alarm.alarmStatus}`)],
    ['time', time(alarm.alarmTime)],
    ['meterNo', meterLink],
    ['point', pointLink],
    ['value', measured(alarm.value)],
    ['threshold', measured(alarm.threshold)],
    ['address', [alarm.areaAddress, alarm.areaDetail].filter(Boolean).join(' · ')],
    ['meterType', alarm.meterTypeName],
    ['account', alarm.accountName],
    ['telephone', alarm.customerTel],
    ['valveState', valve(alarm.valveState ?? day?.valveState)],
    ['reportTime', time(day?.reportTime)],
    ['recordDate', day && format.day(day.recordDate)],
    ['usedTotal', inThousands(day?.usedTotal, 3, 'm³')],
    ['totalVolume', inThousands(day?.totalVolume, 3, 'm³')],
    ['battery', inThousands(day?.batteryVoltage, 2, 'V')],
    ['processedBy', alarm.processedBy],
    ['processedTime', time(alarm.processedTime)],
    ['note', alarm.note],
  ]
  return (
    <dl className="nf-facts">
      {facts
        .filter(([, value]) => value !== null && value !== '')
        .map(([name, value]) => (
          <div key={name}>
            <dt>{t(`alarm.fact.${name}`)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  )
}
