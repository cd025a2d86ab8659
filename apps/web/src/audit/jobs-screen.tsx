import { Button, Group, Progress, Text } from '@mantine/core'
import { startJob } from '@nightflow/schemas/audit/endpoints'
import type { Job } from '@nightflow/schemas/audit/log'
import { IconFingerprint, IconRefresh } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { isUnfinished, jobsQuery } from '#audit/audit-queries.ts'
import { DeadLettersPanel } from '#audit/dead-letters-panel.tsx'
import { SetAsidePanel } from '#audit/set-aside-panel.tsx'
import { useSession } from '#session/session-query.ts'
import { ConfirmDialog } from '#ui/form/confirm-dialog.tsx'
import { InstantText } from '#ui/instant.tsx'
import { Page } from '#ui/page.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { EmptyState, ErrorState } from '#ui/states.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'
import { useFormat } from '#ui/use-format.ts'

type Kind = 'replay' | 'verify'
const findingsShownMax = 50

/** Replay and verification: start, watch, and what came of them. They go on when the page is left. */
export function JobsScreen({ mayRun }: { mayRun: boolean }) {
  const { t } = useTranslation('audit')
  const shared = useTranslation('shared').t
  const client = useQueryClient()
  const jobs = useQuery(jobsQuery)
  const [asked, setAsked] = useState<Kind | null>(null)
  const isRunning = jobs.data?.rows.some(isUnfinished) ?? false
  const tools = mayRun && (
    <>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconRefresh size={14} aria-hidden />}
        disabled={isRunning}
        onClick={() => setAsked('replay')}
      >
        {t('jobs.startReplay')}
      </Button>
      <Button size="xs" leftSection={<IconFingerprint size={14} aria-hidden />} disabled={isRunning} onClick={() => setAsked('verify')}>
        {t('jobs.startVerify')}
      </Button>
    </>
  )
  return (
    <Page title={t('jobs.title')} subtitle={t('jobs.subtitle')} tools={tools || undefined}>
      {jobs.isError && (
        <div className="nf-panel">
          <ErrorState error={jobs.error} onRetry={() => jobs.refetch()} />
        </div>
      )}
      <SetAsidePanel mayRun={mayRun} isRunning={isRunning} />
      <DeadLettersPanel mayRun={mayRun} />
      {jobs.isPending && <Skeleton height={120} />}
      {jobs.data?.rows.length === 0 && (
        <div className="nf-panel">
          <EmptyState icon={IconFingerprint} title={t('jobs.emptyTitle')} text={t('jobs.emptyText')} />
        </div>
      )}
      {jobs.data?.rows.map((job) => (
        <JobCard key={job.id} job={job} />
      ))}
      <ConfirmDialog
        opened={asked !== null}
        title={t(asked === 'replay' ? 'jobs.startReplay' : 'jobs.startVerify')}
        text={t(asked === 'replay' ? 'jobs.replayText' : 'jobs.verifyText')}
        confirmLabel={t(asked === 'replay' ? 'jobs.startReplay' : 'jobs.startVerify')}
        doneText={shared('done.started')}
        onConfirm={async () => {
          await call(startJob, { kind: asked ?? 'verify' })
          await client.invalidateQueries({ queryKey: jobsQuery.queryKey })
        }}
        onClose={() => setAsked(null)}
      />
    </Page>
  )
}

function JobCard({ job }: { job: Job }) {
  const { t } = useTranslation('audit')
  const format = useFormat()
  const { timeZone } = useSession()
  const share = job.total === 0 ? 0 : job.done / job.total
  const identical = job.findings[0] === 'identical'
  const findings = identical ? job.findings.slice(1) : job.findings
  const meaning = isUnfinished(job) ? 'waiting' : job.status === 'succeeded' ? 'good' : 'alarm'
  const shown = findings.slice(0, findingsShownMax)
  return (
    <section className="nf-panel nf-job" aria-label={t(`jobs.kind.${job.kind}`)}>
      <Group justify="space-between" gap="xs" wrap="wrap">
        <Group gap="sm">
          <Text fw={600} size="sm">
            {t(`jobs.kind.${job.kind}`)}
          </Text>
          {job.position !== null && <Text size="xs">{t('jobs.ofEvent', { position: format.number(job.position) })}</Text>}
          <StatusBadge meaning={meaning} label={t(`jobs.status.${job.status}`)} />
        </Group>
        <Text size="xs" c="dimmed" component="div">
          <InstantText at={job.startedAt} timeZone={timeZone} precision="second" />
          {job.endedAt &&
            ` · ${t('jobs.took', { seconds: format.number((Date.parse(job.endedAt) - Date.parse(job.startedAt)) / 1000, 1) })}`}
        </Text>
      </Group>
      {job.status === 'running' && (
        <>
          <Progress value={share * 100} mt="xs" aria-label={t('jobs.progress')} />
          <Text size="xs" c="dimmed" mt={4} className="nf-figures">
            {t('jobs.done', { done: format.number(job.done), total: format.number(job.total), phase: job.phase })}
          </Text>
        </>
      )}
      {job.status === 'waiting' && (
        <Text size="xs" c="dimmed" mt={4}>
          {t('jobs.waitingText')}
        </Text>
      )}
      {!isUnfinished(job) && job.kind !== 'retry' && (
        <Text size="xs" c="dimmed" mt={4} className="nf-figures">
          {t('jobs.events', { total: format.number(job.total) })}
        </Text>
      )}
      {identical && <StatusBadge meaning="good" label={t('jobs.identical')} />}
      {shown.length > 0 && (
        <ul className="nf-findings nf-mono">
          {shown.map((finding) => (
            <li key={finding}>{finding}</li>
          ))}
          {findings.length > shown.length && <li>{t('jobs.more', { more: format.number(findings.length - shown.length) })}</li>}
        </ul>
      )}
    </section>
  )
}
