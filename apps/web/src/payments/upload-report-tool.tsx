import { Button, FileInput, Stack, Text } from '@mantine/core'
import { uploadPaymentReport } from '@nightflow/schemas/payments/payment-callback'
import { resourceCalls } from '@nightflow/schemas/resource-calls'
import { IconFileImport } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { uploadFile } from '#api/call.ts'
import { useAssociationChoices } from '#payments/use-payment-choices.ts'
import { CommandForm } from '#ui/form/command-form.tsx'
import { FormDialog } from '#ui/form/resource-form.tsx'
import { useMayDo } from '#ui/use-may-do.ts'

const { paymentReconciliations, paymentOrders } = resourceCalls

/** Reconciles a day with a report that the platform gave as a file. */
export function UploadReportTool() {
  const { t } = useTranslation('payments')
  const mayDo = useMayDo()
  const [isOpen, setOpen] = useState(false)
  if (!mayDo(uploadPaymentReport)) return null
  return (
    <>
      <Button size="xs" leftSection={<IconFileImport size={14} aria-hidden />} onClick={() => setOpen(true)}>
        {t('paymentReconciliation.upload.button')}
      </Button>
      {isOpen && <UploadReportDialog onClose={() => setOpen(false)} />}
    </>
  )
}

function UploadReportDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('payments')
  const client = useQueryClient()
  const [file, setFile] = useState<File | null>(null)
  const associations = useAssociationChoices()
  return (
    <FormDialog title={t('paymentReconciliation.upload.title')} onClose={onClose}>
      <Stack gap="sm">
        <Text size="sm">{t('paymentReconciliation.upload.what')}</Text>
        <FileInput
          label={t('paymentReconciliation.upload.file')}
          placeholder={t('paymentReconciliation.upload.choose')}
          accept=".csv,text/csv"
          value={file}
          onChange={setFile}
        />
        {file && (
          <CommandForm
            schema={uploadPaymentReport.request}
            fields={[
              { name: 'associationId', label: t('paymentReconciliation.field.platformName'), choices: associations },
              { name: 'day', label: t('paymentReconciliation.field.day') },
            ]}
            submitLabel={t('paymentReconciliation.upload.confirm')}
            doneText={t('paymentReconciliation.upload.done')}
            onCancel={onClose}
            onSubmit={async ({ associationId, day }) => {
              await uploadFile(uploadPaymentReport, { associationId: String(associationId), day }, file)
              for (const { path } of [paymentReconciliations.list, paymentOrders.list]) await client.invalidateQueries({ queryKey: [path] })
              onClose()
            }}
          />
        )}
      </Stack>
    </FormDialog>
  )
}
