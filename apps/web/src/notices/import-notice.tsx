import { Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { type ImportJob, isImportOver } from '@nightflow/schemas/platform/import-jobs'
import { type RejectionCode, rejections } from '@nightflow/schemas/shared/rejections'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { textOfRejection } from '#api/rejection-texts.ts'
import { importJobsQuery, resumeImport, saveImportResult } from '#ui/resource/import-jobs.ts'
import { ImportProgress } from '#ui/resource/import-progress.tsx'
import { useFormat } from '#ui/use-format.ts'

const textOfFailure = ({ refusal }: ImportJob): string =>
  textOfRejection({ rejected: refusal !== null && refusal in rejections ? (refusal as RejectionCode) : 'internal-error' })

/** Imports go on when their dialog or page is left. A notification shows how far each is, and offers what became of its rows. */
export function ImportNotice() {
  const { t } = useTranslation('shared')
  const { number } = useFormat()
  const client = useQueryClient()
  const jobs = useQuery(importJobsQuery).data?.rows
  const watched = useRef<ReadonlySet<string>>(new Set())
  useEffect(() => {
    const show = (job: ImportJob, message: ReactNode, isOver: boolean): void => {
      const title = t('import.jobTitle', { fileName: job.fileName })
      const shown = { id: `import-${job.id}`, title, message, loading: !isOver, autoClose: false as const }
      if (watched.current.has(job.id)) notifications.update(shown)
      else notifications.show(shown)
    }
    for (const job of jobs ?? []) {
      const isOver = isImportOver(job)
      // One that was cut off is offered again, also after the page was left.
      if (isOver && !watched.current.has(job.id) && !job.canResume) continue
      if (!isOver) show(job, <ImportProgress job={job} />, false)
      else if (job.outcome) {
        const text = t('import.result', { imported: number(job.outcome.imported) })
        const save = () => saveImportResult(job).catch(() => undefined)
        show(job, <ImportLine text={text} action={t('import.resultFile')} onAction={save} />, true)
      } else if (job.canResume) {
        const resume = () => resumeImport(client, job.id).catch(() => undefined)
        show(job, <ImportLine text={t('import.cutOff')} action={t('import.resume')} onAction={resume} />, true)
      } else show(job, textOfFailure(job), true)
    }
    watched.current = new Set(jobs?.filter((job) => !isImportOver(job) || job.canResume).map(({ id }) => id))
  }, [jobs, t, number, client])
  return null
}

function ImportLine({ text, action, onAction }: { text: string; action: string; onAction: () => void }) {
  return (
    <Group justify="space-between" wrap="nowrap">
      <Text size="sm">{text}</Text>
      <Button size="compact-sm" variant="light" onClick={onAction}>
        {action}
      </Button>
    </Group>
  )
}
