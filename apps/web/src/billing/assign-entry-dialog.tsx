import { Text } from '@mantine/core'
import { assignBankEntry } from '@nightflow/schemas/billing/bank-calls'
import type { bankEntries } from '@nightflow/schemas/billing/bank-entry'
import { minorPerUnit } from '@nightflow/schemas/billing/tariff'
import type { RowOf } from '@nightflow/schemas/shared/resource'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { useEntryChanged } from '#billing/use-entry-changed.ts'
import { CommandForm } from '#ui/form/command-form.tsx'
import type { FieldChoice } from '#ui/form/form-fields.ts'
import { FormDialog } from '#ui/form/resource-form.tsx'
import { newOperationId } from '#ui/operation-id.ts'
import { useCurrency, useMoney } from '#ui/use-money.ts'

type Props = { row: RowOf<typeof bankEntries>; onClose: () => void }

const asked = assignBankEntry.request.omit({ bankEntryNo: true, assignmentId: true })

/** Gives what is open of an entry to one account or several. */
export function AssignEntryDialog({ row: { bankEntryNo, openMinor, proposal, remittance, reference }, onClose }: Props) {
  const { t } = useTranslation('billing')
  const money = useMoney()
  const unit = useCurrency()
  const changed = useEntryChanged()
  // Another try has the same identifier, so that nothing is paid twice.
  const [assignmentId] = useState(newOperationId)
  const fields: readonly FieldChoice[] = [
    {
      name: 'parts',
      label: t('bankEntry.field.parts'),
      columns: [
        { name: 'accountNo', isAccount: true, label: t('field.accountNo') },
        { name: 'amount', label: t('field.amount'), unit },
      ],
      nextRow: () => ({ accountNo: '', amount: null }),
    },
    { name: 'reason', label: t('bankEntry.field.reason'), lines: 2 },
  ]
  return (
    <FormDialog title={t('bankEntry.command.assign')} onClose={onClose} size={720}>
      <Text size="sm" mb="xs">
        {t('bankEntry.assign.open', { amount: money(openMinor), text: [reference, remittance].filter(Boolean).join(' ') || '–' })}
      </Text>
      <CommandForm
        schema={asked}
        fields={fields}
        initial={{ parts: [{ accountNo: proposal?.accountNo ?? '', amount: openMinor / minorPerUnit }] }}
        submitLabel={t('bankEntry.assign.confirm')}
        doneText={t('bankEntry.assign.done')}
        onCancel={onClose}
        onSubmit={async (typed) => {
          await call(assignBankEntry, { ...typed, bankEntryNo, assignmentId })
          await changed()
          onClose()
        }}
      />
    </FormDialog>
  )
}
