import { findAlarm } from '@nightflow/schemas/alarms/endpoints'
import type { ResponseOf } from '@nightflow/schemas/shared/endpoint'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { useSession } from '#session/session-query.ts'
import { noticeTime } from '#shell/bell-queries.ts'
import { ScreenLink } from '#shell/screen-link.tsx'
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
  const time = (instant: string | null | undefined) => (instant ? noticeTime(instant, timeZone) : null)
  const valve = (state: 'open' | 'closed' | null | undefined) => (state ? t(`alarm.valve.${state}`) : null)
  const number = (value: number | null, unit: string | null) =>
    value === null ? null : `${format.number(value, Number.isInteger(value) ? 0 : 2)} ${unit ?? ''}`.trim()
  // The leakage rate is a share of the supply; what has a unit is written with it.
  const measured = (value: number | null) =>
    value !== null && alarm.eventType === 'partition-leakage' ? format.share(value) : number(value, alarm.unit)
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
    ['address', [alarm.areaAddress, alarm.areaDetail].filter(Boolean).join(' ')],
    ['meterType', alarm.meterTypeName],
    ['account', alarm.accountName],
    ['telephone', alarm.customerTel],
    ['valveState', valve(alarm.valveState ?? day?.valveState)],
    ['reportTime', time(day?.reportTime)],
    ['recordDate', day?.recordDate ?? null],
    ['usedTotal', day && number(day.usedTotal === null ? null : day.usedTotal / 1000, 'm³')],
    ['totalVolume', day && number(day.totalVolume === null ? null : day.totalVolume / 1000, 'm³')],
    ['battery', day && number(day.batteryVoltage, 'mV')],
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
