import type { findAlarm } from '@nightflow/schemas/alarms/endpoints'
import type { ResponseOf } from '@nightflow/schemas/shared/endpoint'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useAlarmFigures } from '#alarms/use-alarm-figures.ts'
import { useSession } from '#session/session-query.ts'
import { ScreenLink } from '#shell/screen-link.tsx'
import { InstantText } from '#ui/instant.tsx'
import { addDays, dayOf } from '#ui/local-days.ts'
import { useFormat } from '#ui/use-format.ts'

export type AlarmDetailAnswer = ResponseOf<typeof findAlarm>

/** Facts of one alarm and its meter. `onLeave` is called when a link is followed. */
export function AlarmFacts({ alarm, onLeave }: { alarm: AlarmDetailAnswer; onLeave: () => void }) {
  const { t } = useTranslation('shell')
  const words = useTranslation('alarms').t
  const format = useFormat()
  const { timeZone } = useSession()
  const figures = useAlarmFigures()(alarm)
  const time = (instant: string | null | undefined) => (instant ? <InstantText at={instant} timeZone={timeZone} /> : null)
  const valve = (state: 'open' | 'closed' | null | undefined) => (state ? t(`alarm.valve.${state}`) : null)
  const inThousands = (value: number | null | undefined, decimals: number, unit: string) =>
    value === null || value === undefined ? null : `${format.number(value / 1000, decimals)} ${unit}`
  const measured = (text: string | null) => text && `${text} ${figures.unit}`.trim()
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
    ['severity', alarm.severity && words(`alarm.value.severity.${alarm.severity}`)],
    ['rule', alarm.ruleName],
    ['time', time(alarm.alarmTime)],
    ['cleared', time(alarm.clearedTime)],
    ['escalated', time(alarm.escalatedTime)],
    ['createTime', time(alarm.createTime)],
    ['meterNo', meterLink],
    ['point', pointLink],
    ['investigation', alarm.partition && <Investigation alarm={alarm} partition={alarm.partition} onLeave={onLeave} />],
    ['value', measured(figures.value)],
    ['threshold', measured(figures.threshold)],
    ['address', alarm.meterNo && [alarm.areaAddress, alarm.areaDetail].filter(Boolean).join(' · ')],
    ['meterType', alarm.meterTypeName],
    ['account', alarm.accountName],
    ['telephone', alarm.customerTel],
    ['valveState', valve(alarm.valveState ?? day?.valveState)],
    ['reportTime', time(day?.reportTime)],
    ['recordDate', day && format.day(day.recordDate)],
    ['usedTotal', inThousands(day?.usedTotal, 3, 'm³')],
    ['totalVolume', inThousands(day?.totalVolume, 3, 'm³')],
    ['battery', inThousands(day?.batteryVoltage, 2, 'V')],
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

/** Days of the investigation around an alarm. */
const daysBefore = 21
const daysAfter = 7

/** All that is known of the partition around the alarm, with the alarm chosen. */
function Investigation({ alarm, partition, onLeave }: { alarm: AlarmDetailAnswer; partition: string; onLeave: () => void }) {
  const { t } = useTranslation('shell')
  const { timeZone } = useSession()
  const [day, today] = [dayOf(Date.parse(alarm.alarmTime), timeZone), dayOf(Date.now(), timeZone)]
  const after = addDays(day, daysAfter)
  const to = [after, today].sort()[0]
  const search = { partition, from: addDays(day, -daysBefore), to, mark: `alarm-${alarm.alarmProcessedId}` }
  return (
    <ScreenLink screen="leakage/investigation" search={search} className="nf-link" onClick={onLeave}>
      {t('alarm.investigate')}
    </ScreenLink>
  )
}
