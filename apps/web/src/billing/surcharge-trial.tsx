import { Stack, Title } from '@mantine/core'
import { PaymentSource } from '@nightflow/schemas/billing/deduction'
import { type DeductionAnswer, tryScheme } from '@nightflow/schemas/billing/surcharge-calls'
import type { surchargeSchemes } from '@nightflow/schemas/billing/surcharge-scheme'
import type { RowOf } from '@nightflow/schemas/shared/resource'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { DeductionLines } from '#billing/deduction-lines.tsx'
import { usePaymentSources } from '#billing/use-item-columns.ts'
import { CommandForm } from '#ui/form/command-form.tsx'
import type { FieldChoice } from '#ui/form/form-fields.ts'
import { useCurrency } from '#ui/use-money.ts'

const litresPerCubicMetre = 1000

/** Deductions of the scheme from a payment of a new account. */
export function SurchargeTrial({ scheme: { items } }: { scheme: RowOf<typeof surchargeSchemes> }) {
  const { t } = useTranslation('billing')
  const [result, setResult] = useState<DeductionAnswer | null>(null)
  const unit = useCurrency()
  const sources = usePaymentSources()
  const fields: readonly FieldChoice[] = [
    { name: 'amount', label: t('surchargeScheme.trial.amount'), unit, isHalf: true },
    { name: 'source', label: t('field.source'), optionLabels: sources, isHalf: true },
    { name: 'since', label: t('surchargeScheme.trial.since'), isHalf: true },
    { name: 'day', label: t('surchargeScheme.trial.day'), isHalf: true },
    {
      ...{ name: 'purchasedLitres', label: t('field.purchasedLitres'), description: t('hint.purchasedLitres') },
      ...{ unit: 'm³', factor: litresPerCubicMetre },
    },
  ]
  return (
    <Stack gap="sm">
      <Title order={3} size="h5">
        {t('surchargeScheme.trial.title')}
      </Title>
      <CommandForm
        schema={tryScheme.request}
        fields={fields}
        initial={{ source: PaymentSource.enum.recharge }}
        fixed={{ items }}
        submitLabel={t('surchargeScheme.trial.run')}
        doneText={null}
        onTyped={() => setResult(null)}
        onSubmit={async (request) => {
          setResult(await call(tryScheme, request))
        }}
      />
      {result && <DeductionLines deduction={result} />}
    </Stack>
  )
}
