import { Stack, Text, TextInput } from '@mantine/core'
import { returnBankEntry } from '@nightflow/schemas/billing/bank-calls'
import type { bankEntries } from '@nightflow/schemas/billing/bank-entry'
import { PayMethod } from '@nightflow/schemas/billing/money'
import { PaymentStatus } from '@nightflow/schemas/billing/payment'
import { resourceCalls } from '@nightflow/schemas/resource-calls'
import type { RowOf } from '@nightflow/schemas/shared/resource'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { useEntryChanged } from '#billing/use-entry-changed.ts'
import { CommandForm } from '#ui/form/command-form.tsx'
import type { FieldChoice } from '#ui/form/form-fields.ts'
import { FormDialog } from '#ui/form/resource-form.tsx'
import { newOperationId } from '#ui/operation-id.ts'
import { useFormat } from '#ui/use-format.ts'
import { useMoney } from '#ui/use-money.ts'

type Props = { row: RowOf<typeof bankEntries>; onClose: () => void }

const asked = returnBankEntry.request.omit({ bankEntryNo: true, assignmentId: true })
const { list } = resourceCalls.payments

/** Assigns money that went out to the payment that it takes back. */
export function ReturnEntryDialog({ row: { bankEntryNo, openMinor, proposal }, onClose }: Props) {
  const { t } = useTranslation('billing')
  const money = useMoney()
  const { day } = useFormat()
  const changed = useEntryChanged()
  const [assignmentId] = useState(newOperationId)
  const [accountNo, setAccountNo] = useState(proposal?.accountNo ?? '')
  const request = { accountNo, status: PaymentStatus.enum.received, payMethod: PayMethod.enum.bank, pageSize: 200 } as const
  const { data } = useQuery({ queryKey: [list.path, request], queryFn: ({ signal }) => call(list, request, signal) })
  const payments = data?.rows.filter(({ amountMinor }) => amountMinor === openMinor) ?? []
  const proposed = payments.find(({ paymentId }) => paymentId === proposal?.paymentId)
  const fields: readonly FieldChoice[] = [
    {
      name: 'paymentNo',
      label: t('bankEntry.return.payment'),
      choices: payments.map(({ paymentNo, createTime, ...payment }) => ({
        value: paymentNo,
        label: `${payment.accountNo}, ${day(createTime.slice(0, 10))}, ${money(payment.amountMinor)}`,
      })),
    },
    { name: 'reason', label: t('bankEntry.field.reason'), lines: 2 },
  ]
  return (
    <FormDialog title={t('bankEntry.command.return')} onClose={onClose}>
      <Stack gap="xs">
        <Text size="sm">{t('bankEntry.return.open', { amount: money(openMinor) })}</Text>
        <TextInput
          label={t('field.accountNo')}
          value={accountNo}
          onChange={({ currentTarget: { value } }) => setAccountNo(value.toUpperCase().slice(0, 32))}
        />
        <CommandForm
          key={proposed?.paymentNo ?? 0}
          schema={asked}
          fields={fields}
          initial={proposed ? { paymentNo: proposed.paymentNo } : {}}
          submitLabel={t('bankEntry.return.confirm')}
          doneText={t('bankEntry.return.done')}
          onCancel={onClose}
          onSubmit={async (typed) => {
            await call(returnBankEntry, { ...typed, bankEntryNo, assignmentId })
            await changed()
            onClose()
          }}
        />
      </Stack>
    </FormDialog>
  )
}
