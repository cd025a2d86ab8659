import { Stack, Text } from '@mantine/core'
import type { TokenQuote } from '@nightflow/schemas/prepaid/token-calls'
import { useTranslation } from 'react-i18next'
import { useSession } from '#session/session-query.ts'
import { inGroups } from '#ui/token-digits.tsx'
import { useFormat } from '#ui/use-format.ts'
import { useMoney } from '#ui/use-money.ts'

/** The last token of a meter, by which its holder knows it. */
export function useLastToken(): (quote: Pick<TokenQuote, 'lastToken'>) => string {
  const { t } = useTranslation('prepaid')
  const { instant } = useFormat()
  const { timeZone } = useSession()
  return ({ lastToken }) =>
    lastToken
      ? t('desk.quote.last', { digits: lastToken.digits.split(' ').map(inGroups).join(', '), at: instant(lastToken.issuedAt, timeZone) })
      : t('desk.quote.first')
}

/** The meter of the buyer, its last token, and where the money goes: shown before it is taken. */
export function QuotedSale({ quote }: { quote: TokenQuote }) {
  const { t } = useTranslation('prepaid')
  const money = useMoney()
  const { cubicMetres, number } = useFormat()
  const lastToken = useLastToken()
  const { meterNo, panLastFour, customerName, address, amountMinor, owedMinor, chargedMinor, balanceMinor } = quote
  const { litres, roundedUpLitres, tokenCount } = quote
  return (
    <Stack gap={4} className="nf-panel nf-figures" p="sm" role="status">
      <Text fw={600}>{t('desk.quote.meter', { meterNo, panLastFour })}</Text>
      <Text size="sm">{[customerName, address].filter(Boolean).join(' · ')}</Text>
      <Text size="sm" c="dimmed">
        {lastToken(quote)}
      </Text>
      <Text size="sm">{t('desk.quote.split', { amount: money(amountMinor), owed: money(owedMinor), charged: money(chargedMinor) })}</Text>
      <Text size="sm">
        {t('desk.quote.water', { volume: cubicMetres(litres, 3), count: tokenCount, rounded: number(roundedUpLitres) })}
      </Text>
      {balanceMinor > 0 && <Text size="sm">{t('desk.quote.balance', { amount: money(balanceMinor) })}</Text>}
    </Stack>
  )
}
