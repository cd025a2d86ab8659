import { Button, Checkbox, FileButton, Group, Stack, Text } from '@mantine/core'
import { previewBankStatement } from '@nightflow/schemas/billing/bank-calls'
import { isImportOver } from '@nightflow/schemas/platform/import-jobs'
import { resourceCalls } from '@nightflow/schemas/resource-calls'
import type { ResponseOf } from '@nightflow/schemas/shared/endpoint'
import { IconFileText } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { uploadFile } from '#api/call.ts'
import { ProblemError } from '#api/problem-error.ts'
import { BankCsvForm, type BankCsvHeads, csvHeads } from '#billing/bank-csv-form.tsx'
import { BankPreview } from '#billing/bank-preview.tsx'
import { announceDone } from '#session/announce-done.ts'
import { ProblemAlert } from '#session/problem-alert.tsx'
import { FormDialog } from '#ui/form/resource-form.tsx'
import { importJobQuery } from '#ui/resource/import-jobs.ts'
import { ImportProgress } from '#ui/resource/import-progress.tsx'
import { useFormat } from '#ui/use-format.ts'

type Preview = ResponseOf<typeof previewBankStatement>
const { bankStatements, bankEntries, bills, payments } = resourceCalls
/** How a CSV file is read, as JSON; absent for other files. */
type SentHeads = { heads?: string }
const isCsv = (file: File): boolean => /\.csv$/i.test(file.name)

/** A file, what it holds and where its entries would go, then a job that posts them. */
export function BankImportDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('billing')
  const { number } = useFormat()
  const client = useQueryClient()
  const [file, setFile] = useState<File | null>(null)
  const [heads, setHeads] = useState<BankCsvHeads>(csvHeads)
  const [preview, setPreview] = useState<Preview | null>(null)
  const [isConfirmed, setIsConfirmed] = useState(false)
  const [jobId, setJobId] = useState<string | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const [busy, setBusy] = useState(false)
  const sentHeads: SentHeads = file && isCsv(file) ? { heads: JSON.stringify(heads) } : {}
  const attempt = async (work: () => Promise<void>) => {
    setBusy(true)
    setFailure(null)
    await work().catch(setFailure)
    setBusy(false)
  }
  const look = (chosen: File, by: SentHeads) => attempt(async () => setPreview(await uploadFile(previewBankStatement, by, chosen)))
  const choose = (chosen: File | null) => {
    if (!chosen) return
    setFile(chosen)
    setPreview(null)
    setIsConfirmed(false)
    setFailure(null)
    // A CSV file does not say how it is read: a person does first.
    if (!isCsv(chosen)) void look(chosen, {})
  }
  const post = () =>
    attempt(async () => {
      if (!file) return
      const { job } = await uploadFile(
        bankStatements.importData,
        { mode: 'all', inBackground: 'true', isConfirmed: String(isConfirmed), ...sentHeads },
        file,
      )
      setJobId(job)
    })
  const job = useEnded(jobId, async (ended) => {
    setJobId(null)
    if (ended instanceof Error) return setFailure(ended)
    for (const { path } of [bankStatements.list, bankEntries.list, bills.list, payments.list])
      await client.invalidateQueries({ queryKey: [path] })
    announceDone(t('bankStatement.import.done', { entries: number(ended) }))
    onClose()
  })
  const hasGap = preview?.statements.some(({ gap }) => gap !== null) ?? false
  const fresh = preview?.statements.reduce((sum, { entries, known }) => sum + entries - known, 0) ?? 0
  return (
    <FormDialog title={t('bankStatement.import.title')} onClose={onClose} size={960}>
      <Stack gap="sm">
        <Group gap="xs">
          <FileButton onChange={choose}>
            {(props) => (
              <Button {...props} size="xs" variant="default" disabled={jobId !== null} leftSection={<IconFileText size={14} aria-hidden />}>
                {t('bankStatement.import.choose')}
              </Button>
            )}
          </FileButton>
          <Text size="sm" c="dimmed">
            {file?.name ?? t('bankStatement.import.hint')}
          </Text>
        </Group>
        {file && isCsv(file) && <BankCsvForm heads={heads} onChange={setHeads} busy={busy} onPreview={() => look(file, sentHeads)} />}
        <ProblemAlert failure={failure} />
        {preview && <BankPreview preview={preview} />}
        {jobId && <ImportProgress job={job ?? { done: 0, total: 0 }} />}
        {preview && (
          <Group justify="flex-end">
            {hasGap && fresh > 0 && (
              <Checkbox
                label={t('bankStatement.import.confirm')}
                checked={isConfirmed}
                onChange={({ currentTarget }) => setIsConfirmed(currentTarget.checked)}
              />
            )}
            {fresh > 0 ? (
              <Button loading={busy || jobId !== null} disabled={hasGap && !isConfirmed} onClick={post}>
                {t('bankStatement.import.post', { entries: number(fresh) })}
              </Button>
            ) : (
              <Text size="sm">{t('bankStatement.import.nothingNew')}</Text>
            )}
          </Group>
        )}
      </Stack>
    </FormDialog>
  )
}

/** The job that posts; calls back once it is over, with the number of entries taken or why it failed. */
function useEnded(id: string | null, onEnd: (ended: number | Error) => Promise<void>) {
  const { data, error } = useQuery({ ...importJobQuery(id ?? ''), enabled: id !== null })
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is called once for each job, whichever function the last drawing made.
  useEffect(() => {
    if (id === null) return
    if (error) void onEnd(error)
    else if (data?.id === id && isImportOver(data))
      void onEnd(data.outcome ? data.outcome.imported : new ProblemError(data.refusal ?? 'internal-error', 409, null))
  }, [id, data, error])
  return data
}
