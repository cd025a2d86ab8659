import { Text } from '@mantine/core'
import { AlarmStatus, alarmDictionaries } from '@nightflow/schemas/alarms/alarm'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { alarmStatisticsQuery } from '#dashboard/dashboard-queries.ts'
import { daysChart } from '#dashboard/days-chart.ts'
import { useSession } from '#session/session-query.ts'
import { Chart } from '#ui/chart/chart.tsx'
import { useDictionaries } from '#ui/resource/dictionary.ts'
import { ChartSkeleton } from '#ui/skeleton.tsx'
import { ErrorState } from '#ui/states.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'
import { useAlarmLabel } from '#ui/use-alarm-label.ts'
import { useFormat } from '#ui/use-format.ts'

const dictionaries = { status: alarmDictionaries.alarmStatus }

type Props = {
  /** The list of alarms, narrowed as this says. */
  alarmsLink: (filter: Record<string, string>, children: ReactNode) => ReactNode
}

/** Alarms by state, by type, and per day. */
export function AlarmPanel({ alarmsLink }: Props) {
  const { t } = useTranslation('dashboard')
  const format = useFormat()
  const { timeZone } = useSession()
  const labelOf = useAlarmLabel()
  const words = useDictionaries(dictionaries).status
  const statistics = useQuery(alarmStatisticsQuery)
  const days = statistics.data?.days
  const chart = useMemo(() => daysChart(days ?? [], timeZone, { label: t('alarms.raised'), colour: 'second' }), [days, timeZone, t])
  if (statistics.isError)
    return (
      <div className="nf-panel">
        <ErrorState error={statistics.error} onRetry={() => statistics.refetch()} compact />
      </div>
    )
  if (!statistics.data) return <ChartSkeleton height={260} />
  const { byStatus, byEvent } = statistics.data
  const most = Math.max(1, ...byEvent.map(({ count }) => count))
  const countOf = (status: string) => byStatus.find(({ alarmStatus }) => alarmStatus === status)?.count ?? 0
  return (
    <div className="nf-stack">
      <Chart
        title={t('alarms.title')}
        unit={t('alarms.unit')}
        fileName="alarms"
        timeZone={timeZone}
        group="alarms"
        height={140}
        daily
        {...chart}
      />
      <section className="nf-panel nf-board-panel" aria-label={t('alarms.states')}>
        <Text component="h2" className="nf-panel-title" m={0}>
          {t('alarms.states')}
        </Text>
        <ul className="nf-board-states">
          {AlarmStatus.options.map((status) => (
            <li key={status}>
              {alarmsLink(
                { alarmStatus: status },
                <>
                  <StatusBadge meaning={words?.get(status)?.meaning ?? 'unknown'} label={words?.get(status)?.label ?? status} />{' '}
                  <b className="nf-figures">{format.number(countOf(status))}</b>
                </>,
              )}
            </li>
          ))}
        </ul>
        <ul className="nf-board-list">
          {byEvent.map(({ eventType, count }) => (
            <li key={eventType}>
              {alarmsLink({ eventType }, labelOf(eventType))}
              <span className="nf-board-share">
                <span style={{ width: `${(count / most) * 100}%` }} />
              </span>
              <b className="nf-figures">{format.number(count)}</b>
            </li>
          ))}
        </ul>
        {byEvent.length === 0 && <StatusBadge meaning="good" label={t('alarms.noneOpen')} />}
      </section>
    </div>
  )
}
