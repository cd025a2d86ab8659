import type { PayAccount, PayPreview } from '@nightflow/schemas/payments/pay-page'
import { useTranslation } from 'react-i18next'
import { PayLines } from '#payments/pay/pay-frame.tsx'
import { usePayFormat } from '#payments/pay/use-pay-format.ts'

type Props = { preview: PayPreview; account: PayAccount; meterNo: string }

/** Of the amount: the fee, deductions, bills, and water or balance. Nothing is paid yet. */
export function PreviewPart({ preview, account, meterNo }: Props) {
  const { t } = useTranslation('pay')
  const { money, cubicMetres } = usePayFormat(account.currency)
  const { feeMinor, lines, billsMinor, restMinor, litres, token, amountMinor } = preview
  const rest = token
    ? [
        { name: t('preview.token', { meterNo, volume: cubicMetres(token.litres) }), value: money(token.chargedMinor) },
        { name: t('preview.balance'), value: money(restMinor - token.chargedMinor) },
      ].slice(0, restMinor > token.chargedMinor ? 2 : 1)
    : restMinor === 0
      ? []
      : [
          {
            name: litres === null || litres === 0 ? t('preview.balance') : t('preview.water', { volume: cubicMetres(litres) }),
            value: money(restMinor),
          },
        ]
  return (
    <section aria-label={t('preview.title')} aria-live="polite">
      <PayLines
        lines={[
          ...(feeMinor === 0 ? [] : [{ name: t('preview.fee'), value: money(feeMinor) }]),
          ...lines.map((line) => ({ name: line.name, value: money(line.amountMinor) })),
          ...(billsMinor === 0 ? [] : [{ name: t('preview.bills'), value: money(billsMinor) }]),
          ...rest,
          { name: t('preview.total'), value: money(amountMinor), isStrong: true },
        ]}
      />
    </section>
  )
}
