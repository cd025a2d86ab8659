import { Alert, Button, FileButton, Group, Modal, Stack, Switch, Text } from '@mantine/core'
import { type ImportJob, isImportOver } from '@nightflow/schemas/platform/import-jobs'
import { downloadFile, type ImportEndpoints, type ImportMode, type ImportOutcome } from '@nightflow/schemas/shared/import'
import { IconDownload, IconFileSpreadsheet } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { uploadFile } from '#api/call.ts'
import { download } from '#api/download.ts'
import { ProblemError } from '#api/problem-error.ts'
import { useProblemText } from '#api/problem-text.ts'
import { announceDone } from '#session/announce-done.ts'
import { importJobQuery, importJobsQuery } from '#ui/resource/import-jobs.ts'
import { ImportProblems } from '#ui/resource/import-problems.tsx'
import { ImportProgress } from '#ui/resource/import-progress.tsx'
import { useFormat } from '#ui/use-format.ts'

const bytesMax = 5 * 1024 * 1024
const isSpreadsheet = (name: string): boolean => /\.xlsx?$/i.test(name)

type Props = {
  title: string
  endpoints: ImportEndpoints
  /** Names of the columns in the reader's language, by field. */
  heads: Readonly<Record<string, string>>
  /** Rows that exist may be changed by the spreadsheet. */
  canUpdate?: boolean | undefined
  /** The thing that the rows belong to, where the sheet does not name it. */
  about?: string
  onImported: () => Promise<unknown>
  onClose: () => void
}

/** Template, file, what is wrong by row and column, then the good rows or none, and a file that says what became of each. */
export function ImportDialog({ title, endpoints, heads, canUpdate, about, onImported, onClose }: Props) {
  const { t } = useTranslation('shared')
  const format = useFormat()
  const problemText = useProblemText()
  const [file, setFile] = useState<File | null>(null)
  const [outcome, setOutcome] = useState<ImportOutcome | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const [updates, setUpdates] = useState(false)
  const client = useQueryClient()
  const said = JSON.stringify(heads)
  const [jobId, setJobId] = useState<string | null>(null)
  const job = useJobOf(jobId, async (ended) => {
    setJobId(null)
    if (ended instanceof Error) return setProblem(problemText(ended))
    setOutcome(ended)
    await onImported()
    if (ended.imported > 0) announceDone(t('import.result', { imported: format.number(ended.imported) }))
  })
  const leave = () => {
    if (jobId) void client.invalidateQueries({ queryKey: importJobsQuery.queryKey })
    onClose()
  }
  const send = async (chosen: File, mode: ImportMode, isUpdating = updates) => {
    setBusy(true)
    setProblem(null)
    try {
      const outcome = await uploadFile(
        endpoints.importData,
        {
          mode,
          heads: said,
          inBackground: String(mode !== 'preview'),
          ...(canUpdate && { updateSupport: String(isUpdating) }),
          ...(about && { about }),
        },
        chosen,
      )
      if (outcome.job) setJobId(outcome.job)
      else setOutcome(outcome)
    } catch (error) {
      setProblem(problemText(error))
    } finally {
      setBusy(false)
    }
  }
  const choose = (chosen: File | null) => {
    if (!chosen) return
    setOutcome(null)
    if (!isSpreadsheet(chosen.name)) return setProblem(t('import.wrongType'))
    if (chosen.size > bytesMax) return setProblem(t('import.tooBig'))
    setFile(chosen)
    void send(chosen, 'preview')
  }
  const isDone = outcome !== null && outcome.resultFile !== null
  return (
    <Modal
      opened
      onClose={busy ? () => {} : leave}
      size={720}
      title={title}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t('action.close') }}
    >
      <Stack gap="sm">
        <Group gap="xs">
          <Button
            variant="default"
            size="xs"
            leftSection={<IconDownload size={14} aria-hidden />}
            onClick={() => download(endpoints.importTemplate, { heads: said }, 'template.xlsx').catch(() => undefined)}
          >
            {t('import.template')}
          </Button>
          <FileButton accept=".xls,.xlsx" onChange={choose}>
            {(props) => (
              <Button
                {...props}
                size="xs"
                variant="default"
                loading={busy}
                disabled={jobId !== null}
                leftSection={<IconFileSpreadsheet size={14} aria-hidden />}
              >
                {t(file ? 'import.another' : 'import.choose')}
              </Button>
            )}
          </FileButton>
          <Text size="sm" c="dimmed">
            {file?.name ?? t('import.hint')}
          </Text>
        </Group>
        {canUpdate && !isDone && (
          <Switch
            size="xs"
            label={t('import.update')}
            description={t('import.updateHint')}
            checked={updates}
            disabled={busy || jobId !== null}
            onChange={({ currentTarget: { checked } }) => {
              setUpdates(checked)
              if (file) void send(file, 'preview', checked)
            }}
          />
        )}
        {problem && (
          <Alert color="red" variant="light" role="alert" py="xs">
            {problem}
          </Alert>
        )}
        {outcome && (
          <Text size="sm" role="status">
            {isDone
              ? t('import.result', { imported: format.number(outcome.imported) })
              : t('import.checked', { good: format.number(outcome.good), total: format.number(outcome.total) })}
          </Text>
        )}
        {outcome && outcome.ignoredHeads.length > 0 && (
          <Alert color="yellow" variant="light" py="xs">
            {t('import.ignored', { columns: format.list(outcome.ignoredHeads) })}
          </Alert>
        )}
        {outcome?.hasPasswords && (
          <Alert color="yellow" variant="light" py="xs">
            {t('import.passwords')}
          </Alert>
        )}
        {outcome && outcome.problems.length > 0 && <ImportProblems problems={outcome.problems} heads={heads} />}
        {jobId && <ImportProgress job={job ?? { done: 0, total: 0 }} />}
        <Group justify="flex-end" gap="xs">
          {outcome?.resultFile && (
            <Button
              variant="default"
              onClick={() =>
                download(downloadFile, { fileName: outcome.resultFile ?? '', delete: 'true' }, 'result.xlsx').catch(() => undefined)
              }
            >
              {t('import.resultFile')}
            </Button>
          )}
          <Button variant="default" onClick={leave} disabled={busy}>
            {t(jobId ? 'import.leave' : isDone ? 'action.done' : 'action.cancel')}
          </Button>
          {file && outcome && !isDone && !jobId && outcome.good > 0 && (
            <Button loading={busy} onClick={() => send(file, outcome.good === outcome.total ? 'all' : 'good')}>
              {t(outcome.good === outcome.total ? 'import.all' : 'import.good')}
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  )
}

/** Progress of the job that writes the rows; calls back once it is over, with its outcome or why it failed. */
function useJobOf(id: string | null, onEnd: (ended: ImportOutcome | Error) => Promise<void>): ImportJob | undefined {
  const { data, error } = useQuery({ ...importJobQuery(id ?? ''), enabled: id !== null })
  const ended = useRef(onEnd)
  ended.current = onEnd
  useEffect(() => {
    if (id === null) return
    if (error) void ended.current(error)
    else if (data?.id === id && isImportOver(data))
      void ended.current(data.outcome ?? new ProblemError(data.refusal ?? 'internal-error', 409, null))
  }, [id, data, error])
  return data
}
