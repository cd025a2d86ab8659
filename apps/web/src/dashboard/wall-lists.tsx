import { AlarmStatus } from '@nightflow/schemas/alarms/alarm'
import { IconBellRinging } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { WallFigures } from '#dashboard/dashboard-queries.ts'
import { aboutIf } from '#ui/about-if.ts'
import { useFormat } from '#ui/use-format.ts'

type ColourOf = (leakageRate: number | null) => string

/** As many as fit on the wall without scrolling. */
const rankedMax = { short: 8, long: 20 }
const alarmsMax = { short: 4, long: 10 }

type RankingProps = { rows: WallFigures['ranking']; isLong: boolean; colourOf: ColourOf }

/** Thirty days by leakage rate, the worst first. */
export function Ranking({ rows, isLong, colourOf }: RankingProps) {
  const { t } = useTranslation('dashboard')
  const format = useFormat()
  return (
    <section className="nf-wall-panel nf-wall-ranking">
      <h2>{t('wall.ranking')}</h2>
      <ol>
        {rows.slice(0, isLong ? rankedMax.long : rankedMax.short).map(({ id, name, leakageRate, daysEstimated }, index) => (
          <li key={id}>
            <span className="nf-wall-place">{index + 1}</span>
            <span className="nf-wall-name">{name}</span>
            <span className="nf-wall-rate" aria-hidden>
              <span
                className="nf-wall-fill"
                style={{ width: `${Math.min(1, Math.max(0, leakageRate ?? 0)) * 100}%`, background: colourOf(leakageRate) }}
              />
            </span>
            <b>{leakageRate === null ? t('wall.unknown') : aboutIf(daysEstimated > 0, format.share(leakageRate))}</b>
          </li>
        ))}
      </ol>
      {rows.length === 0 && <p>{t('wall.noPartitions')}</p>}
    </section>
  )
}

type AlarmsProps = { alarms: WallFigures['latestAlarms']; isLong: boolean; timeZone: string }

export function LatestAlarms({ alarms, isLong, timeZone }: AlarmsProps) {
  const { t } = useTranslation('dashboard')
  const format = useFormat()
  return (
    <section className="nf-wall-panel nf-wall-latest">
      <h2>{t('wall.latest')}</h2>
      <ul>
        {alarms
          .slice(0, isLong ? alarmsMax.long : alarmsMax.short)
          .map(({ alarmProcessedId, eventType, pointName, alarmTime, alarmStatus }) => (
            <li key={alarmProcessedId} data-open={alarmStatus === AlarmStatus.enum.unprocessed || undefined}>
              <span className="nf-wall-name">{t(`event.${eventType}`)}</span>
              <span className="nf-wall-state">{t(`state.${alarmStatus}`)}</span>
              <span className="nf-wall-about">
                {pointName} · <time dateTime={alarmTime}>{format.instant(alarmTime, timeZone)}</time>
              </span>
            </li>
          ))}
      </ul>
      {alarms.length === 0 && <p>{t('wall.noAlarms')}</p>}
    </section>
  )
}

type NewAlarmProps = { alarm: WallFigures['latestAlarms'][number]; timeZone: string }

/** An alarm that has just been raised, across the wall. */
export function NewAlarm({ alarm: { eventType, pointName, alarmTime }, timeZone }: NewAlarmProps) {
  const { t } = useTranslation('dashboard')
  const format = useFormat()
  return (
    <p className="nf-wall-news" role="status">
      <IconBellRinging aria-hidden />
      <b>{t(`event.${eventType}`)}</b> {pointName} · {format.instant(alarmTime, timeZone)}
    </p>
  )
}

/** The size of the network, its reporting meters, and the month so far. */
export function Network({ data }: { data: WallFigures }) {
  const { t } = useTranslation('dashboard')
  const format = useFormat()
  const cubic = (litres: number | null, isEstimated: boolean) =>
    litres === null ? t('wall.unknown') : `${aboutIf(isEstimated, format.cubicMetres(litres))} m³`
  const { monthCoverage } = data
  // Of the days and partitions of the month, how many the sum is of, where it is not of all.
  const covered = (known: number) =>
    known > 0 && known < monthCoverage.partitionDays
      ? t('wall.monthCoverage', { share: format.completeness(known / monthCoverage.partitionDays) })
      : undefined
  const facts: [name: string, value: string, note?: string | undefined][] = [
    ['partitions', format.number(data.partitions)],
    ['points', format.number(data.meteringPoints)],
    ['layers', format.number(data.layers)],
    ['meters', format.number(data.meters.total)],
    ['heard', format.number(data.meters.heardToday)],
    ['silent', format.number(data.meters.silent)],
    ['monthSupply', cubic(data.monthSupplyLitres, data.monthSupplyEstimated), covered(monthCoverage.supplyKnown)],
    ['monthLeakage', cubic(data.monthLeakageLitres, data.monthLeakageEstimated), covered(monthCoverage.leakageKnown)],
    [
      'monthRate',
      data.monthLeakageRate === null ? t('wall.unknown') : aboutIf(data.monthLeakageEstimated, format.share(data.monthLeakageRate)),
      covered(monthCoverage.leakageKnown),
    ],
  ]
  return (
    <dl className="nf-wall-facts">
      {facts.map(([name, value, note]) => (
        <div key={name}>
          <dt>{t(`wall.fact.${name}`)}</dt>
          <dd>
            {value}
            {note && <small>{note}</small>}
          </dd>
        </div>
      ))}
    </dl>
  )
}
