import { Group, Text } from '@mantine/core'
import type { FormerHolder } from '@nightflow/schemas/billing/account-money'
import { useTranslation } from 'react-i18next'
import { ReceivePaymentTool } from '#billing/receive-payment-tool.tsx'
import { StatementTool } from '#billing/statement-tool.tsx'
import { addDays } from '#ui/local-days.ts'
import { FigureTable } from '#ui/table/figure-table.tsx'
import { useFormat } from '#ui/use-format.ts'
import { useMoney } from '#ui/use-money.ts'

/** Former holders with what they still have and owe: none of it is the present holder's. Left out where there was no transfer. */
export function FormerHolders({ holders, accountNo }: { holders: readonly FormerHolder[]; accountNo: string }) {
  const { t } = useTranslation('billing')
  const money = useMoney()
  const { day } = useFormat()
  if (holders.length === 0) return null
  return (
    <section className="nf-panel" aria-label={t('account.formerHolders')}>
      <Group justify="space-between" px="sm" py={6} className="nf-panel-head">
        <Text component="h2" className="nf-panel-title">
          {t('account.formerHolders')}
        </Text>
      </Group>
      <FigureTable<FormerHolder>
        minWidth={520}
        rows={holders}
        keyOf={({ contractNo }) => String(contractNo)}
        columns={[
          { head: t('account.formerHolder'), cell: ({ name, contractNo }) => name ?? `${t('bill.field.contractNo')} ${contractNo}` },
          { head: t('bill.field.contractNo'), cell: ({ contractNo }) => contractNo },
          { head: t('account.heldUntil'), cell: ({ to }) => day(addDays(to, -1)) },
          { head: t('account.open'), isNumber: true, cell: ({ money: { openMinor } }) => money(openMinor) },
          { head: t('account.debts'), isNumber: true, cell: ({ money: { debtsMinor } }) => money(debtsMinor) },
          { head: t('account.balance'), isNumber: true, cell: ({ money: { balanceMinor } }) => money(balanceMinor) },
          {
            head: '',
            cell: ({ contractNo }) => (
              <Group gap="xs" wrap="nowrap">
                <ReceivePaymentTool accountNo={accountNo} contractNo={contractNo} />
                <StatementTool accountNo={accountNo} contractNo={contractNo} />
              </Group>
            ),
          },
        ]}
      />
    </section>
  )
}
