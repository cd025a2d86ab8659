import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { communicationQuery } from '#dashboard/dashboard-queries.ts'
import { daysChart } from '#dashboard/days-chart.ts'
import { useSession } from '#session/session-query.ts'
import { Chart } from '#ui/chart/chart.tsx'
import { InstantText } from '#ui/instant.tsx'
import { ChartSkeleton } from '#ui/skeleton.tsx'
import { ErrorState } from '#ui/states.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'
import { useFormat } from '#ui/use-format.ts'

/** Reporting meters per day, and silent gateways. */
export function CommunicationPanel({ gatewayLink }: { gatewayLink: (name: string) => ReactNode }) {
  const { t } = useTranslation('dashboard')
  const format = useFormat()
  const { timeZone } = useSession()
  const communication = useQuery(communicationQuery)
  const { data } = communication
  const days = data?.days
  const chart = useMemo(
    () =>
      daysChart(
        (days ?? []).map(({ day, heard }) => ({ day, count: heard })),
        timeZone,
        { label: t('communication.heard'), colour: 'primary' },
      ),
    [days, timeZone, t],
  )
  if (communication.isError)
    return (
      <div className="nf-panel">
        <ErrorState error={communication.error} onRetry={() => communication.refetch()} compact />
      </div>
    )
  if (!data) return <ChartSkeleton height={260} />
  const silent = data.gateways.filter(({ isSilent }) => isSilent)
  return (
    <div className="nf-stack">
      <Chart
        title={t('communication.title')}
        unit={t('communication.unit')}
        fileName="communication"
        timeZone={timeZone}
        group="communication"
        height={140}
        note={t('communication.today', { heard: format.number(data.heardToday), meters: format.number(data.meters) })}
        daily
        {...chart}
      />
      <section className="nf-panel nf-board-panel" aria-label={t('communication.gateways')}>
        <Text component="h2" className="nf-panel-title" m={0}>
          {t('communication.gateways')}
        </Text>
        {silent.length === 0 ? (
          <StatusBadge
            meaning={data.gateways.length > 0 ? 'good' : 'unknown'}
            label={t(data.gateways.length > 0 ? 'communication.allHeard' : 'communication.noGateways')}
          />
        ) : (
          <ul className="nf-board-list">
            {silent.map(({ name, lastSeenAt }) => (
              <li key={name}>
                {gatewayLink(name)}
                <span className="nf-dimmed">
                  {lastSeenAt === null ? t('communication.never') : <InstantText at={lastSeenAt} timeZone={timeZone} />}
                </span>
              </li>
            ))}
          </ul>
        )}
      </section>
    </div>
  )
}
