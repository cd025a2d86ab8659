import { Text } from '@mantine/core'
import type { MoneyProof, ProofDifference, ProofFault } from '@nightflow/schemas/audit/money-proof'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { proofDifferencesQuery } from '#audit/audit-queries.ts'
import { ScreenLink } from '#shell/screen-link.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { ErrorState } from '#ui/states.tsx'
import { FigureTable } from '#ui/table/figure-table.tsx'
import { useFormat } from '#ui/use-format.ts'
import { useMoney } from '#ui/use-money.ts'

/** Faults whose figures are how often something happened; those of the others are sums of money. */
const counts: ReadonlySet<ProofFault> = new Set([
  ...(['payment-twice', 'reversed-twice', 'token-missing', 'token-twice', 'identifier-falls', 'order-twice', 'order-returned'] as const),
  ...([
    'callback-twice',
    'callback-missing',
    'card-counter',
    'purchase-twice',
    'card-cancelled',
    'agent-recharge-twice',
    'agent-sale-twice',
  ] as const),
])

/** The differences of a proof, each with a link to it. */
export function ProofDifferences({ proof }: { proof: MoneyProof }) {
  const { t } = useTranslation('audit')
  const format = useFormat()
  const money = useMoney()
  const differences = useQuery(proofDifferencesQuery(proof.id))
  if (differences.isError) return <ErrorState error={differences.error} onRetry={() => differences.refetch()} />
  if (differences.isPending) return <Skeleton height={80} />
  const { rows } = differences.data
  const all = proof.parts.reduce((sum, { differing }) => sum + differing, 0)
  const figure = (fault: ProofFault, value: number) => (counts.has(fault) ? format.number(value) : money(value))
  return (
    <>
      <Text fw={600} size="sm" mt="md" mb="xs">
        {t('proof.differences')}
      </Text>
      <FigureTable
        minWidth={640}
        rows={rows}
        keyOf={({ fault, key, name, derived }) => `${fault} ${key} ${name} ${derived}`}
        columns={[
          { head: t('proof.column.part'), cell: ({ part }) => t(`proof.part.${part}`) },
          { head: t('proof.column.thing'), cell: (row) => <Thing row={row} /> },
          { head: t('proof.column.fault'), cell: ({ fault }) => t(`proof.fault.${fault}`) },
          {
            head: t('proof.column.derived'),
            cell: ({ fault, derived }) => figure(fault, derived),
            isNumber: true,
            className: 'nf-figures',
          },
          { head: t('proof.column.shown'), cell: ({ fault, shown }) => figure(fault, shown), isNumber: true, className: 'nf-figures' },
        ]}
      />
      {all > rows.length && (
        <Text size="xs" c="dimmed" mt={4}>
          {t('jobs.more', { more: format.number(all - rows.length) })}
        </Text>
      )}
    </>
  )
}

const lists = {
  payments: 'billing/payments',
  tokens: 'prepaid/token',
  orders: 'payments/payment-order',
  cards: 'cards/cards',
  agents: 'system/agent/index',
} as const

function Thing({ row: { part, fault, key, name, rowNo } }: { row: ProofDifference }) {
  const className = 'nf-link nf-mono'
  if (part === 'accounts' && rowNo !== null)
    return (
      <ScreenLink screen="customers/account" params={{ accountNo: key }} className={className}>
        {name}
      </ScreenLink>
    )
  if (fault === 'sum-not-zero')
    return (
      <ScreenLink screen="audit/events" search={{ position: Number(key) }} className={className}>
        {key}
      </ScreenLink>
    )
  if (part === 'ledger')
    return (
      <ScreenLink screen="billing/journal" search={{ ledgerAccount: key }} className={className}>
        {key}
      </ScreenLink>
    )
  if (part === 'accounts' || rowNo === null) return <span className="nf-mono">{name}</span>
  return (
    <ScreenLink screen={lists[part]} search={{ row: rowNo }} className={className}>
      {name}
    </ScreenLink>
  )
}
