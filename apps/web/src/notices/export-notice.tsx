import { Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { type ExportJob, isExportOver } from '@nightflow/schemas/shared/export-job'
import { type RejectionCode, rejections } from '@nightflow/schemas/shared/rejections'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { textOfRejection } from '#api/rejection-texts.ts'
import { exportsQuery, saveExport, stopExport } from '#ui/resource/export-jobs.ts'
import { useFormat } from '#ui/use-format.ts'

/** A file that is ready so soon is saved at once, as a download is. Later the person may be doing something else and saves it by the button. */
const savedAtOnceMillisecondsMax = 5_000

const took = ({ startedAt, endedAt }: ExportJob): number => Date.parse(endedAt ?? startedAt) - Date.parse(startedAt)

const textOfFailure = ({ refusal }: ExportJob): string =>
  textOfRejection({ rejected: refusal !== null && refusal in rejections ? (refusal as RejectionCode) : 'internal-error' })

/** Exports go on when their page is left. A notification shows how far each is, and offers its file. */
export function ExportNotice() {
  const { t } = useTranslation('shared')
  const { number } = useFormat()
  const client = useQueryClient()
  const jobs = useQuery(exportsQuery).data?.rows
  const watched = useRef<ReadonlySet<string>>(new Set())
  useEffect(() => {
    const show = (job: ExportJob, message: React.ReactNode, isOver: boolean): void => {
      const shown = { id: `export-${job.id}`, title: t('exports.title'), message, loading: !isOver, autoClose: false as const }
      if (watched.current.has(job.id)) notifications.update(shown)
      else notifications.show(shown)
    }
    for (const job of jobs ?? []) {
      if (isExportOver(job)) {
        if (!watched.current.has(job.id)) continue
        if (job.status === 'cancelled') notifications.hide(`export-${job.id}`)
        else if (job.status === 'failed') show(job, textOfFailure(job), true)
        else {
          if (took(job) <= savedAtOnceMillisecondsMax) saveExport(job).catch(() => undefined)
          show(job, <ReadyExport job={job} />, true)
        }
        continue
      }
      const progress = job.status === 'waiting' ? t('exports.waiting') : t('exports.rows', { rows: number(job.rows) })
      const cancel = () => stopExport(client, job.id).catch(() => undefined)
      show(job, <ExportLine text={progress} action={t('exports.cancel')} onAction={cancel} />, false)
    }
    watched.current = new Set(jobs?.filter((job) => !isExportOver(job)).map(({ id }) => id))
  }, [jobs, t, number, client])
  return null
}

function ReadyExport({ job }: { job: ExportJob }) {
  const { t } = useTranslation('shared')
  const { number } = useFormat()
  const { counts, fileName } = job
  const ready = t('exports.ready', { fileName: fileName ?? '' })
  const told = Object.entries(counts ?? {}).filter(([, count]) => count > 0)
  const text = [ready, ...told.map(([name, count]) => t(`exports.counts.${name}`, { number: number(count) }))].join(' · ')
  return <ExportLine text={text} action={t('exports.download')} onAction={() => saveExport(job).catch(() => undefined)} />
}

function ExportLine({ text, action, onAction }: { text: string; action: string; onAction: () => void }) {
  return (
    <Group justify="space-between" wrap="nowrap">
      <Text size="sm">{text}</Text>
      <Button size="compact-sm" variant="light" onClick={onAction}>
        {action}
      </Button>
    </Group>
  )
}
