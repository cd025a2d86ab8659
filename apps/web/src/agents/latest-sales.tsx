import { Table, Text, UnstyledButton } from '@mantine/core'
import type { DeskSale } from '@nightflow/schemas/agents/agent-desk-calls'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { salesQuery } from '#agents/desk-queries.ts'
import { useSession } from '#session/session-query.ts'
import { useDictionaries } from '#ui/resource/dictionary.ts'
import { ScrollRegion } from '#ui/scroll-region.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'
import { useFormat } from '#ui/use-format.ts'
import { useMoney } from '#ui/use-money.ts'

/** The latest sales of the agent; each opens with its tokens and its receipt. */
export function LatestSales({ onShow }: { onShow: (sale: DeskSale) => void }) {
  const { t } = useTranslation('agents')
  const money = useMoney()
  const { instant } = useFormat()
  const { timeZone } = useSession()
  const { kind: kinds, status: statuses } = useDictionaries({ kind: 'agent_sale_kind', status: 'agent_sale_status' })
  const { data } = useQuery(salesQuery)
  if (!data) return null
  if (data.rows.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {t('desk.noSales')}
      </Text>
    )
  return (
    <div className="nf-panel">
      <ScrollRegion label={t('desk.latest')}>
        <Table fz="sm" className="nf-figures">
          <Table.Caption>{t('desk.latest')}</Table.Caption>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('agentSale.field.accountNo')}</Table.Th>
              <Table.Th ta="right">{t('agentSale.field.amountMinor')}</Table.Th>
              <Table.Th ta="right">{t('agentSale.field.commissionMinor')}</Table.Th>
              <Table.Th>{t('agentSale.field.kind')}</Table.Th>
              <Table.Th>{t('agentSale.field.status')}</Table.Th>
              <Table.Th>{t('agentSale.field.createTime')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {data.rows.map((sale) => (
              <Table.Tr key={sale.saleId}>
                <Table.Td>
                  <UnstyledButton className="nf-link" fz="sm" onClick={() => onShow(sale)}>
                    {sale.accountNo}
                  </UnstyledButton>
                </Table.Td>
                <Table.Td ta="right">{money(sale.amountMinor)}</Table.Td>
                <Table.Td ta="right">{money(sale.commissionMinor)}</Table.Td>
                <Table.Td>{kinds?.get(sale.kind)?.label}</Table.Td>
                <Table.Td>
                  <StatusBadge
                    meaning={statuses?.get(sale.status)?.meaning ?? 'unknown'}
                    label={statuses?.get(sale.status)?.label ?? sale.status}
                  />
                </Table.Td>
                <Table.Td>{instant(sale.createTime, timeZone)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </ScrollRegion>
    </div>
  )
}
