import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { isUnfinished, jobsQuery } from '#audit/audit-queries.ts'
import { type Board, tenantBoardQuery } from '#dashboard/dashboard-queries.ts'
import { TenantTotals } from '#dashboard/tenant-totals.tsx'
import { useMay, useSession } from '#session/session-query.ts'
import { ScreenLink } from '#shell/screen-link.tsx'
import { InstantText } from '#ui/instant.tsx'
import { ChartSkeleton } from '#ui/skeleton.tsx'
import { ErrorState } from '#ui/states.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'
import { useFormat } from '#ui/use-format.ts'

const linesMax = 6

/** The morning of an operator: all tenants together, those whose meters are silent, and the jobs of the log. */
export function OperatorTile() {
  const board = useQuery(tenantBoardQuery)
  const maySeeJobs = useMay('audit:log:read')
  if (board.isError) return <ErrorState error={board.error} onRetry={() => board.refetch()} />
  return (
    <div className="nf-stack">
      <TenantTotals board={board.data} />
      <div className="nf-board-columns">
        {board.data ? <SilentTenants rows={board.data.rows} /> : <ChartSkeleton height={194} />}
        {maySeeJobs && <Jobs />}
      </div>
    </div>
  )
}

function SilentTenants({ rows }: Pick<Board, 'rows'>) {
  const { t } = useTranslation('dashboard')
  const format = useFormat()
  const silent = rows
    .map((row) => ({ ...row, missing: row.meters - row.reportedToday }))
    .filter(({ missing }) => missing > 0)
    .toSorted((one, other) => other.missing - one.missing)
  return (
    <section className="nf-panel nf-board-panel" aria-label={t('home.silentTenants')}>
      <Text component="h2" className="nf-panel-title" m={0}>
        {t('home.silentTenants')}
      </Text>
      <ul className="nf-board-list">
        {silent.slice(0, linesMax).map(({ code, tenantName, missing, meters }) => (
          <li key={code}>
            <ScreenLink screen="tenants/board" search={{ tenant: code }} className="nf-link">
              {tenantName}
            </ScreenLink>
            <span className="nf-figures">{t('home.silentOf', { missing: format.number(missing), meters: format.number(meters) })}</span>
          </li>
        ))}
      </ul>
      {silent.length === 0 && <StatusBadge meaning="good" label={t('home.noSilentTenants')} />}
    </section>
  )
}

/** Replays and verifications: those that run, and the latest that ended. */
function Jobs() {
  const { t } = useTranslation('dashboard')
  const words = useTranslation('audit').t
  const { timeZone } = useSession()
  const jobs = useQuery(jobsQuery)
  if (jobs.isError)
    return (
      <div className="nf-panel">
        <ErrorState error={jobs.error} onRetry={() => jobs.refetch()} compact />
      </div>
    )
  if (!jobs.data) return <ChartSkeleton height={194} />
  return (
    <section className="nf-panel nf-board-panel" aria-label={t('home.jobs')}>
      <Text component="h2" className="nf-panel-title" m={0}>
        {t('home.jobs')}
      </Text>
      <ul className="nf-board-list">
        {jobs.data.rows.slice(0, linesMax).map((job) => (
          <li key={job.id}>
            <ScreenLink screen="audit/jobs" className="nf-link">
              {words(`jobs.kind.${job.kind}`)}
            </ScreenLink>
            <span>
              <StatusBadge
                meaning={job.status === 'succeeded' ? 'good' : isUnfinished(job) ? 'waiting' : 'alarm'}
                label={words(`jobs.status.${job.status}`)}
              />{' '}
              <span className="nf-dimmed nf-small">
                <InstantText at={job.startedAt} timeZone={timeZone} />
              </span>
            </span>
          </li>
        ))}
      </ul>
      {jobs.data.rows.length === 0 && <Text size="sm">{t('home.noJobs')}</Text>}
    </section>
  )
}
