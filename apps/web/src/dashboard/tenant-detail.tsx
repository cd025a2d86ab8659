import { Text } from '@mantine/core'
import { IconGauge } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Board } from '#dashboard/dashboard-queries.ts'
import { daysChart } from '#dashboard/days-chart.ts'
import { Chart } from '#ui/chart/chart.tsx'
import { EmptyState } from '#ui/states.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'
import { useFormat } from '#ui/use-format.ts'

type Tenant = Board['rows'][number]

/** Days are those of each tenant's zone, so their place does not depend on the reader's zone. */
const timeZone = 'UTC'

/** One tenant with ten days of use and of alarms. */
export function TenantDetail({ tenant }: { tenant: Tenant }) {
  const { t } = useTranslation('dashboard')
  const format = useFormat()
  return (
    <div className="nf-stack" data-tenant={tenant.code}>
      <section className="nf-panel nf-board-panel" aria-live="polite">
        <Text component="h2" size="lg" fw={600} m={0}>
          {tenant.tenantName}
        </Text>
        <Text size="sm" c="dimmed">
          {t('board.tenantLine', {
            meters: format.number(tenant.meters),
            reported: format.number(tenant.reportedToday),
            rate: format.completeness(tenant.reportingRate),
          })}
        </Text>
        {tenant.kind === 'trial' && <StatusBadge meaning="waiting" label={t('board.trial')} />}
      </section>
      {tenant.meters > 0 ? (
        <TenDays tenant={tenant} />
      ) : (
        <div className="nf-panel">
          <EmptyState icon={IconGauge} title={t('unknown.noMeters')} text={t('board.noMetersText')} />
        </div>
      )}
    </div>
  )
}

function TenDays({ tenant }: { tenant: Tenant }) {
  const { t } = useTranslation('dashboard')
  const charts = useMemo(() => {
    const used = daysChart(
      tenant.usedLitresByDay.map(({ day }) => ({ day, count: 0 })),
      timeZone,
      { label: t('usage.series'), colour: 'primary' },
    )
    const values = tenant.usedLitresByDay.map(({ litres }) => (litres === null ? null : litres / 1000))
    return {
      used: { ...used, series: used.series.map((series) => ({ ...series, values, decimals: 1 })) },
      alarms: daysChart(tenant.alarmsByDay, timeZone, { label: t('alarms.raised'), colour: 'second' }),
    }
  }, [tenant, t])
  return (
    <>
      <Chart
        title={t('board.use10')}
        unit="m³"
        fileName={`${tenant.code}-use`}
        timeZone={timeZone}
        group="board"
        height={110}
        daily
        {...charts.used}
      />
      <Chart
        title={t('board.alarms10')}
        unit={t('alarms.unit')}
        fileName={`${tenant.code}-alarms`}
        timeZone={timeZone}
        group="board"
        height={90}
        daily
        {...charts.alarms}
      />
    </>
  )
}
