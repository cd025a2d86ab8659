import { Button } from '@mantine/core'
import { previewBill } from '@nightflow/schemas/billing/bill-calls'
import { resourceCalls } from '@nightflow/schemas/resource-calls'
import { IconFileInvoice } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { BillLines } from '#billing/bill-lines.tsx'
import { PreviewedDialog } from '#billing/previewed-dialog.tsx'
import type { FieldChoice } from '#ui/form/form-fields.ts'
import { useOpenTool } from '#ui/resource/asked-command.tsx'
import { useMayDo } from '#ui/use-may-do.ts'
import { useMoney } from '#ui/use-money.ts'

const { create, list } = resourceCalls.bills

/** Issues the bill of an account, after its lines were seen. */
export function IssueBillTool() {
  const { t } = useTranslation('billing')
  const mayDo = useMayDo()
  const { isOpen, open, close } = useOpenTool()
  if (!mayDo(create)) return null
  return (
    <>
      <Button size="xs" leftSection={<IconFileInvoice size={14} aria-hidden />} onClick={open}>
        {t('bill.create')}
      </Button>
      {isOpen && <IssueDialog onClose={close} />}
    </>
  )
}

function IssueDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('billing')
  const money = useMoney()
  const client = useQueryClient()
  const fields: readonly FieldChoice[] = [
    { name: 'accountNo', isAccount: true, label: t('field.accountNo') },
    { name: 'firstMonth', label: t('bill.field.firstMonth'), isMonth: true, isHalf: true },
    { name: 'lastMonth', label: t('bill.field.lastMonth'), isMonth: true, isHalf: true },
    { name: 'lastDay', label: t('bill.field.lastDay') },
  ]
  return (
    <PreviewedDialog
      title={t('bill.create')}
      schema={previewBill.request}
      fields={fields}
      previewLabel={t('deduction.deduct.preview')}
      preview={(typed) => call(previewBill, typed)}
      show={(bill) => <BillLines bill={bill} />}
      doneText={({ totalMinor }) => t('bill.issued', { amount: money(totalMinor) })}
      confirmLabel={({ totalMinor }) => t('bill.issue', { amount: money(totalMinor) })}
      confirm={async (typed, billId, { calculation }) => {
        await call(create, { ...typed, billId, calculation })
        await client.invalidateQueries({ queryKey: [list.path] })
      }}
      onClose={onClose}
    />
  )
}
