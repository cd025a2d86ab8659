import { Button } from '@mantine/core'
import { PaymentSource } from '@nightflow/schemas/billing/deduction'
import { previewDeduction } from '@nightflow/schemas/billing/surcharge-calls'
import { resourceCalls } from '@nightflow/schemas/resource-calls'
import { IconReceipt } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { DeductionLines } from '#billing/deduction-lines.tsx'
import { PreviewedDialog } from '#billing/previewed-dialog.tsx'
import { usePaymentSources } from '#billing/use-item-columns.ts'
import type { FieldChoice } from '#ui/form/form-fields.ts'
import { useOpenTool } from '#ui/resource/asked-command.tsx'
import { useMayDo } from '#ui/use-may-do.ts'
import { useCurrency, useMoney } from '#ui/use-money.ts'

const { create, list } = resourceCalls.deductions
const litresPerCubicMetre = 1000

/** Deducts from a payment of an account, after its lines were seen. */
export function DeductTool() {
  const { t } = useTranslation('billing')
  const mayDo = useMayDo()
  const { isOpen, open, close } = useOpenTool()
  if (!mayDo(create)) return null
  return (
    <>
      <Button size="xs" leftSection={<IconReceipt size={14} aria-hidden />} onClick={open}>
        {t('deduction.deduct.button')}
      </Button>
      {isOpen && <DeductDialog onClose={close} />}
    </>
  )
}

function DeductDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('billing')
  const unit = useCurrency()
  const money = useMoney()
  const client = useQueryClient()
  const sources = usePaymentSources()
  const fields: readonly FieldChoice[] = [
    { name: 'accountNo', isAccount: true, label: t('field.accountNo'), isHalf: true },
    { name: 'source', label: t('field.source'), optionLabels: sources, isHalf: true },
    { name: 'amount', label: t('deduction.field.amount'), unit, isHalf: true },
    {
      ...{ name: 'purchasedLitres', label: t('field.purchasedLitres'), description: t('hint.purchasedLitres') },
      ...{ unit: 'm³', factor: litresPerCubicMetre, isHalf: true },
    },
  ]
  return (
    <PreviewedDialog
      title={t('deduction.deduct.title')}
      schema={previewDeduction.request}
      fields={fields}
      initial={{ source: PaymentSource.enum.recharge }}
      previewLabel={t('deduction.deduct.preview')}
      preview={(typed) => call(previewDeduction, typed)}
      show={(answer) => <DeductionLines deduction={answer} />}
      doneText={({ deductedMinor }) => t('deduction.deduct.done', { amount: money(deductedMinor) })}
      confirmLabel={({ lines, deductedMinor }) =>
        lines.length === 0 ? null : t('deduction.deduct.confirm', { amount: money(deductedMinor) })
      }
      confirm={async (typed, deductionId) => {
        await call(create, { ...typed, deductionId })
        await client.invalidateQueries({ queryKey: [list.path] })
      }}
      onClose={onClose}
    />
  )
}
