import { Progress, Stack, Text } from '@mantine/core'
import type { ImportJob } from '@nightflow/schemas/platform/import-jobs'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#ui/use-format.ts'

/** How many rows are written. */
export function ImportProgress({ job: { done, total } }: { job: Pick<ImportJob, 'done' | 'total'> }) {
  const { t } = useTranslation('shared')
  const { number } = useFormat()
  return (
    <Stack gap={4}>
      <Text size="sm">{total === 0 ? t('import.checking') : t('import.progress', { done: number(done), total: number(total) })}</Text>
      <Progress value={total === 0 ? 0 : (done / total) * 100} aria-label={t('import.jobProgress')} />
    </Stack>
  )
}
