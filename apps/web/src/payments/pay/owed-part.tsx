import { Text } from '@mantine/core'
import type { PayAccount } from '@nightflow/schemas/payments/pay-page'
import { useTranslation } from 'react-i18next'
import { PayLines } from '#payments/pay/pay-frame.tsx'
import { usePayFormat } from '#payments/pay/use-pay-format.ts'
import { StatusBadge } from '#ui/status-badge.tsx'

/** Open bills, debts and balance, and the last token of each meter. */
export function OwedPart({ account }: { account: PayAccount }) {
  const { t } = useTranslation('pay')
  const { money, day, cubicMetres } = usePayFormat(account.currency)
  const { bills, balanceMinor, debtsMinor, meters } = account
  const sums = [
    ...(balanceMinor === 0 ? [] : [{ name: t(balanceMinor > 0 ? 'balance' : 'owedBalance'), value: money(Math.abs(balanceMinor)) }]),
    ...(debtsMinor === 0 ? [] : [{ name: t('debts'), value: money(debtsMinor) }]),
  ]
  return (
    <>
      <section className="nf-pay-part" aria-label={t('bills')}>
        <h2>{t('bills')}</h2>
        {bills.length === 0 && <Text c="dimmed">{t('noBills')}</Text>}
        <PayLines
          lines={[
            ...bills.map(({ billNo, periodFrom, dueOn, openMinor, isOverdue }) => ({
              name: t(isOverdue ? 'overdueBill' : 'bill', { billNo, from: day(periodFrom), due: day(dueOn) }),
              value: money(openMinor),
            })),
            ...(bills.length > 1 ? [{ name: t('billsTotal'), value: money(account.openMinor), isStrong: true }] : []),
            ...sums,
          ]}
        />
        {bills.some(({ isOverdue }) => isOverdue) && <StatusBadge meaning="alarm" label={t('overdue')} />}
      </section>
      {meters
        .filter(({ lastToken }) => lastToken !== null)
        .map(({ meterNo, lastToken }) => (
          <section key={meterNo} className="nf-pay-part" aria-label={t('token.last', { meterNo })}>
            <h2>{t('token.last', { meterNo })}</h2>
            <Text className="nf-figures">{lastToken!.digits.replaceAll(/(\d{4})(?=\d)/g, '$1 ')}</Text>
            <Text size="sm" c="dimmed">
              {t('token.lastWater', { volume: cubicMetres(lastToken!.litres), day: day(lastToken!.issuedAt.slice(0, 10)) })}
            </Text>
          </section>
        ))}
    </>
  )
}
