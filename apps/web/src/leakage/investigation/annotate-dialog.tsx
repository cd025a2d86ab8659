import { resourceCalls } from '@nightflow/schemas/resource-calls'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { CommandForm } from '#ui/form/command-form.tsx'
import { FormDialog } from '#ui/form/resource-form.tsx'
import { newOperationId } from '#ui/operation-id.ts'

const { create, list } = resourceCalls.annotations

type Props = { partitionId: string; partitionName: string; day: string; onClose: () => void }

/** A note about days of the partition that is shown. */
export function AnnotateDialog({ partitionId, partitionName, day, onClose }: Props) {
  const { t } = useTranslation('leakage')
  const client = useQueryClient()
  const [annotationKey] = useState(newOperationId)
  return (
    <FormDialog title={`${t('annotation.create')} · ${partitionName}`} onClose={onClose} size={480}>
      <CommandForm
        schema={create.request}
        initial={{ fromDay: day, toDay: day }}
        fields={[
          { name: 'fromDay', label: t('annotation.field.fromDay'), isHalf: true },
          { name: 'toDay', label: t('annotation.field.toDay'), isHalf: true },
          { name: 'remark', label: t('annotation.field.remark'), description: t('investigation.annotateHint'), lines: 3 },
        ]}
        fixed={{ partitionId, annotationKey }}
        submitLabel={t('annotation.create')}
        onCancel={onClose}
        doneText={t('annotation.created')}
        onSubmit={async (annotation) => {
          await call(create, annotation)
          await client.invalidateQueries({ queryKey: ['investigation'] })
          await client.invalidateQueries({ queryKey: [list.path] })
          onClose()
        }}
      />
    </FormDialog>
  )
}
