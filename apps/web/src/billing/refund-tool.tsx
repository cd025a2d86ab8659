import { Button, Stack, Text } from '@mantine/core'
import { accountMoney, refundBalance } from '@nightflow/schemas/billing/bill-calls'
import { PayMethod } from '@nightflow/schemas/billing/money'
import { minorPerUnit } from '@nightflow/schemas/billing/tariff'
import { resourceCalls } from '@nightflow/schemas/resource-calls'
import { IconReceiptRefund } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { PreviewedDialog } from '#billing/previewed-dialog.tsx'
import type { FieldChoice } from '#ui/form/form-fields.ts'
import { useDictionaries } from '#ui/resource/dictionary.ts'
import { useMayDo } from '#ui/use-may-do.ts'
import { useMoney } from '#ui/use-money.ts'

const asked = refundBalance.request.omit({ paymentId: true, amount: true })

/** Gives the balance of an account back, after it was seen. */
export function RefundTool() {
  const { t } = useTranslation('billing')
  const mayDo = useMayDo()
  const [isOpen, setOpen] = useState(false)
  if (!mayDo(refundBalance)) return null
  return (
    <>
      <Button size="xs" variant="default" leftSection={<IconReceiptRefund size={14} aria-hidden />} onClick={() => setOpen(true)}>
        {t('payment.refund.button')}
      </Button>
      {isOpen && <RefundDialog onClose={() => setOpen(false)} />}
    </>
  )
}

function RefundDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('billing')
  const money = useMoney()
  const client = useQueryClient()
  const { method } = useDictionaries({ method: 'counter_method' })
  const methods = Object.fromEntries([...(method ?? [])].map(([value, { label }]) => [value, label]))
  const fields: readonly FieldChoice[] = [
    { name: 'accountNo', isAccount: true, label: t('field.accountNo'), isHalf: true },
    { name: 'contractNo', label: t('payment.field.contractNo'), isHalf: true },
    { name: 'payMethod', label: t('payment.field.payMethod'), optionLabels: methods, isHalf: true },
    { name: 'reason', label: t('payment.field.reason'), lines: 2 },
  ]
  return (
    <PreviewedDialog
      title={t('payment.refund.title')}
      schema={asked}
      fields={fields}
      initial={{ payMethod: PayMethod.enum.cash }}
      previewLabel={t('deduction.deduct.preview')}
      preview={({ accountNo, contractNo }) => call(accountMoney, { accountNo, contractNo })}
      show={({ balanceMinor, openMinor, debtsMinor }) => (
        <Stack gap={4} className="nf-figures">
          <Text size="sm">{t('payment.refund.balance', { amount: money(balanceMinor) })}</Text>
          <Text size="sm" c="dimmed">
            {t('payment.refund.owed', { bills: money(openMinor), debts: money(debtsMinor) })}
          </Text>
        </Stack>
      )}
      doneText={({ balanceMinor }) => t('payment.refund.done', { amount: money(balanceMinor) })}
      confirmLabel={({ balanceMinor }) => (balanceMinor > 0 ? t('payment.refund.confirm', { amount: money(balanceMinor) }) : null)}
      confirm={async (typed, paymentId, { balanceMinor }) => {
        await call(refundBalance, { ...typed, paymentId, amount: balanceMinor / minorPerUnit })
        await client.invalidateQueries({ queryKey: [resourceCalls.payments.list.path] })
      }}
      onClose={onClose}
    />
  )
}
