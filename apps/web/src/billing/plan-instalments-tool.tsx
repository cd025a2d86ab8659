import { Button, Table } from '@mantine/core'
import { planInstalments, previewInstalments } from '@nightflow/schemas/billing/collection-calls'
import { resourceCalls } from '@nightflow/schemas/resource-calls'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { PreviewedDialog } from '#billing/previewed-dialog.tsx'
import type { FieldChoice } from '#ui/form/form-fields.ts'
import { useFormat } from '#ui/use-format.ts'
import { useMayDo } from '#ui/use-may-do.ts'
import { useMoney } from '#ui/use-money.ts'

const asked = planInstalments.request.omit({ planId: true, billNos: true })

/** Plans instalments of what is open of an account, after they were seen. */
export function PlanInstalmentsTool() {
  const { t } = useTranslation('billing')
  const mayDo = useMayDo()
  const [isOpen, setOpen] = useState(false)
  if (!mayDo(planInstalments)) return null
  return (
    <>
      <Button size="xs" variant="default" onClick={() => setOpen(true)}>
        {t('instalments.button')}
      </Button>
      {isOpen && <PlanDialog onClose={() => setOpen(false)} />}
    </>
  )
}

function PlanDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('billing')
  const money = useMoney()
  const { day } = useFormat()
  const client = useQueryClient()
  const fields: readonly FieldChoice[] = [
    { name: 'accountNo', isAccount: true, label: t('field.accountNo') },
    { name: 'count', label: t('instalments.count'), isHalf: true },
    { name: 'firstDay', label: t('instalments.firstDay'), isHalf: true },
    { name: 'reason', label: t('bill.field.reason'), lines: 2 },
  ]
  return (
    <PreviewedDialog
      title={t('instalments.title')}
      schema={asked}
      fields={fields}
      previewLabel={t('deduction.deduct.preview')}
      preview={({ accountNo, count, firstDay }) => call(previewInstalments, { accountNo, count, firstDay })}
      show={({ instalments }) => (
        <Table className="nf-figures" fz="sm">
          <Table.Tbody>
            {instalments.map(({ dueOn, amountMinor }) => (
              <Table.Tr key={dueOn}>
                <Table.Td>{day(dueOn)}</Table.Td>
                <Table.Td>{money(amountMinor)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
      doneText={({ instalments }) => t('instalments.done', { count: instalments.length })}
      confirmLabel={({ totalMinor, instalments }) => t('instalments.confirm', { amount: money(totalMinor), count: instalments.length })}
      confirm={async (typed, planId) => {
        await call(planInstalments, { ...typed, planId })
        await client.invalidateQueries({ queryKey: [resourceCalls.bills.list.path] })
      }}
      onClose={onClose}
    />
  )
}
