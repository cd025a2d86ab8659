import { Text } from '@mantine/core'
import type { PayOrder } from '@nightflow/schemas/payments/pay-page'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { PayLines } from '#payments/pay/pay-frame.tsx'
import { usePayFormat } from '#payments/pay/use-pay-format.ts'

/** Draws tokens, which belong to another part of the service. */
export type TokensOf = (digits: readonly string[]) => ReactNode

/** Numbers, times and amounts of an order, its division, and its tokens in large type. */
export function PayReceipt({ order, tokensOf }: { order: PayOrder; tokensOf: TokensOf }) {
  const { t } = useTranslation('pay')
  const { money, moment, cubicMetres } = usePayFormat(order.currency)
  const { orderNumber, placedAt, paidAt, timeZone, orderMinor, feeMinor, receivedMinor, receipt, token, platform } = order
  return (
    <>
      {token && receipt && (
        <section className="nf-pay-part" aria-label={t('receipt.token', { meterNo: token.meterNo })} aria-live="polite">
          <h2>{t('receipt.token', { meterNo: token.meterNo })}</h2>
          {token.digits.length > 0 ? (
            <>
              {tokensOf(token.digits)}
              <Text size="sm">{t('receipt.enter', { volume: cubicMetres(token.litres) })}</Text>
            </>
          ) : (
            <Text>{t(token.hasFailed ? 'receipt.noToken' : 'receipt.tokenComes')}</Text>
          )}
        </section>
      )}
      <section className="nf-pay-part" aria-label={t('receipt.title')}>
        <h2>{t('receipt.title')}</h2>
        <PayLines
          lines={[
            { name: t('receipt.order'), value: orderNumber },
            { name: t('receipt.platform'), value: platform },
            { name: t('receipt.placed'), value: moment(placedAt, timeZone) },
            ...(paidAt ? [{ name: t('receipt.paid'), value: moment(paidAt, timeZone) }] : []),
            ...(receipt ? [{ name: t('receipt.number'), value: String(receipt.paymentNo) }] : []),
            ...(feeMinor > 0 ? [{ name: t('preview.fee'), value: money(feeMinor) }] : []),
            ...(receipt?.lines ?? []).map(({ name, amountMinor }) => ({ name, value: money(amountMinor) })),
            ...(receipt && receipt.billsMinor > 0 ? [{ name: t('preview.bills'), value: money(receipt.billsMinor) }] : []),
            ...(receipt && receipt.restMinor > 0
              ? [{ name: t(token && !token.hasFailed ? 'receipt.water' : 'preview.balance'), value: money(receipt.restMinor) }]
              : []),
            { name: t('preview.total'), value: money(receivedMinor > 0 ? receivedMinor : orderMinor), isStrong: true },
          ]}
        />
      </section>
    </>
  )
}
