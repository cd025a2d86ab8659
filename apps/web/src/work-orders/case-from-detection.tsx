import { Button } from '@mantine/core'
import type { DetectionRow } from '@nightflow/schemas/leakage/detection'
import { resourceCalls } from '@nightflow/schemas/resource-calls'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { useOpenScreen } from '#shell/screen-link.tsx'
import { newOperationId } from '#ui/operation-id.ts'
import { useMayDo } from '#ui/use-may-do.ts'

const { create, list } = resourceCalls.leakCases

/** Opens the case of a detection: the one that there is, or a new one. */
export function CaseFromDetection({ detection: { partitionId, number, kind } }: { detection: DetectionRow }) {
  const { t } = useTranslation('work-orders')
  const client = useQueryClient()
  const mayDo = useMayDo()
  const open = useOpenScreen()
  const opening = useMutation({
    mutationFn: () => call(create, { caseId: newOperationId(), partitionId, detectionNumber: number }),
    onSuccess: async ({ caseNo }) => {
      await client.invalidateQueries({ queryKey: [list.path] })
      open('work-orders/leak-cases', { search: { row: String(caseNo) } })
    },
  })
  if (!mayDo(create) || kind === 'anomaly') return null
  return (
    <Button size="compact-xs" variant="light" loading={opening.isPending} onClick={() => opening.mutate()}>
      {t('openCase')}
    </Button>
  )
}
