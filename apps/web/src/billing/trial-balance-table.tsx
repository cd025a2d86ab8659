import { Text } from '@mantine/core'
import type { TrialBalanceLine } from '@nightflow/schemas/billing/book-close'
import { useTranslation } from 'react-i18next'
import { useDictionaries } from '#ui/resource/dictionary.ts'
import { FigureTable } from '#ui/table/figure-table.tsx'
import { useMoney } from '#ui/use-money.ts'

const amounts = ['openingMinor', 'debitMinor', 'creditMinor', 'closingMinor'] as const

/** A trial balance with its sums. */
export function TrialBalanceTable({ balance }: { balance: readonly TrialBalanceLine[] }) {
  const { t } = useTranslation('billing')
  const money = useMoney()
  const { account } = useDictionaries({ account: 'ledger_account' })
  if (balance.length === 0) return <Text size="sm">{t('bookClose.nothing')}</Text>
  const sumOf = (amount: (typeof amounts)[number]) => balance.reduce((sum, line) => sum + line[amount], 0)
  return (
    <FigureTable
      minWidth={520}
      caption={t('trialBalance.title')}
      rows={balance}
      keyOf={({ ledgerAccount }) => ledgerAccount}
      columns={[
        {
          head: t('trialBalance.field.ledgerAccount'),
          cell: ({ ledgerAccount }) => account?.get(ledgerAccount)?.label ?? ledgerAccount,
        },
        ...amounts.map((amount) => ({
          head: t(`trialBalance.field.${amount}`),
          isNumber: true as const,
          cell: (line: TrialBalanceLine) => money(line[amount]),
        })),
      ]}
      foot={[[{ content: account?.get('total')?.label }, ...amounts.map((amount) => ({ content: money(sumOf(amount)) }))]]}
    />
  )
}
