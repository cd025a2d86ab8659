import { notifications } from '@mantine/notifications'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { isUnfinished, jobsQuery } from '#audit/audit-queries.ts'

/** Long work goes on when its page is left and ends in a notification, wherever the person is by then. */
export function JobNotice() {
  const { t } = useTranslation('audit')
  const jobs = useQuery(jobsQuery).data?.rows
  const running = useRef<ReadonlySet<string>>(new Set())
  useEffect(() => {
    for (const job of jobs ?? []) {
      if (isUnfinished(job) || !running.current.has(job.id)) continue
      const message = job.findings[0] === 'identical' ? t('jobs.identical') : t(`jobs.status.${job.status}`)
      notifications.show({
        title: t(`jobs.kind.${job.kind}`),
        message,
        color: job.status === 'succeeded' ? 'green' : 'red',
        autoClose: 12_000,
      })
    }
    running.current = new Set(jobs?.filter(isUnfinished).map(({ id }) => id))
  }, [jobs, t])
  return null
}
