import { Stack, Table, Text } from '@mantine/core'
import type { SimulationResult } from '@nightflow/schemas/billing/price-simulation'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useCustomerTypeChoices } from '#billing/use-customer-type-choices.ts'
import { useFormat } from '#ui/use-format.ts'
import { useMoney } from '#ui/use-money.ts'
import '#billing/simulation-figures.css'

type Sums = SimulationResult['lifeline']
type Line = { name: ReactNode; key: string; sums: Sums }

/** What a simulation found: in all, by how much, and for whom. */
export function SimulationFigures({ result }: { result: SimulationResult }) {
  const { t } = useTranslation('billing')
  const { number } = useFormat()
  const types = useCustomerTypeChoices()
  const { leftOut, incomplete, byCustomerType, byCaliber, lifeline } = result
  const nameOfType = (id: number | null) =>
    id === null ? t('simulation.none') : (types.find(({ value }) => value === id)?.label ?? `#${id}`)
  const lines: readonly Line[] = [
    { key: 'all', name: t('simulation.total'), sums: result },
    { key: 'lifeline', name: t('simulation.lifeline'), sums: lifeline },
    ...byCustomerType.map(({ customerTypeId, ...sums }) => ({ key: `type ${customerTypeId}`, name: nameOfType(customerTypeId), sums })),
    ...byCaliber.map(({ caliberMillimetres, ...sums }) => ({
      key: `caliber ${caliberMillimetres}`,
      name: caliberMillimetres === null ? t('simulation.noMeter') : t('simulation.caliber', { caliber: caliberMillimetres }),
      sums,
    })),
  ]
  const out = (['notBilled', 'withoutTariff', 'withoutUse'] as const).filter((reason) => leftOut[reason] > 0)
  return (
    <Stack gap="sm">
      <SumsTable lines={lines} />
      <Histogram bars={result.histogram} accounts={result.accounts} />
      {result.largest.length > 0 && <Largest rows={result.largest} />}
      {(incomplete > 0 || out.length > 0) && (
        <Text size="sm" c="dimmed">
          {[
            ...(incomplete > 0 ? [t('simulation.incomplete', { count: incomplete, shown: number(incomplete) })] : []),
            ...out.map((reason) => t(`simulation.leftOut.${reason}`, { count: leftOut[reason], shown: number(leftOut[reason]) })),
          ].join(' ')}
        </Text>
      )}
    </Stack>
  )
}

/** A difference with its sign, and its share of what it was before. */
function useChange() {
  const money = useMoney()
  const { share } = useFormat()
  return (before: number, after: number): string => {
    const change = `${after > before ? '+' : ''}${money(after - before)}`
    return before === 0 ? change : `${change} (${after > before ? '+' : ''}${share((after - before) / before, 1)})`
  }
}

function SumsTable({ lines }: { lines: readonly Line[] }) {
  const { t } = useTranslation('billing')
  const money = useMoney()
  const change = useChange()
  const { number, cubicMetres } = useFormat()
  const heads = ['group', 'accounts', 'volume', 'before', 'after', 'change', 'payMore'] as const
  return (
    <Table.ScrollContainer minWidth={700}>
      <Table className="nf-figures" fz="sm">
        <Table.Thead>
          <Table.Tr>
            {heads.map((name) => (
              <Table.Th key={name}>{t(`simulation.${name}`)}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {lines.map(({ key, name, sums: { accounts, litres, beforeMinor, afterMinor, payMore } }) => (
            <Table.Tr key={key}>
              <Table.Td fw={key === 'all' ? 600 : undefined}>{name}</Table.Td>
              <Table.Td>{number(accounts)}</Table.Td>
              <Table.Td>{cubicMetres(litres)}</Table.Td>
              <Table.Td>{money(beforeMinor)}</Table.Td>
              <Table.Td>{money(afterMinor)}</Table.Td>
              <Table.Td className="nf-nowrap">{change(beforeMinor, afterMinor)}</Table.Td>
              <Table.Td>{number(payMore)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}

type Bars = SimulationResult['histogram']

/** How many pay so many per cent less or more. */
function Histogram({ bars, accounts }: { bars: Bars; accounts: number }) {
  const { t } = useTranslation('billing')
  const { number } = useFormat()
  const most = Math.max(1, ...bars.map((bar) => bar.accounts))
  const nameOf = ({ kind, from, to }: Bars[number]): string => {
    if (kind === 'same') return t('simulation.same')
    if (to === null) return t('simulation.above', { from })
    const [low, high] = kind === 'less' ? [-to, -from] : [from, to]
    return t(`simulation.${kind}`, { low, high })
  }
  if (accounts === 0) return null
  return (
    <section aria-label={t('simulation.histogram')}>
      <Text size="sm" fw={600}>
        {t('simulation.histogram')}
      </Text>
      <dl className="nf-bars">
        {bars.map((bar) => (
          <div key={`${bar.kind} ${bar.from}`} className={`nf-bar nf-bar-${bar.kind}`}>
            <dt>{nameOf(bar)}</dt>
            <dd>
              <span className="nf-bar-length" style={{ width: `${(bar.accounts / most) * 100}%` }} aria-hidden />
              <span className="nf-figures">{number(bar.accounts)}</span>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function Largest({ rows }: { rows: SimulationResult['largest'] }) {
  const { t } = useTranslation('billing')
  const money = useMoney()
  const change = useChange()
  const { cubicMetres } = useFormat()
  return (
    <Table.ScrollContainer minWidth={440}>
      <Table className="nf-figures" fz="sm" captionSide="top">
        <Table.Caption ta="start">{t('simulation.largest')}</Table.Caption>
        <Table.Thead>
          <Table.Tr>
            {(['account', 'volume', 'before', 'after', 'change'] as const).map((name) => (
              <Table.Th key={name}>{t(`simulation.${name}`)}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(({ accountNo, litres, beforeMinor, afterMinor }) => (
            <Table.Tr key={accountNo}>
              <Table.Td>{accountNo}</Table.Td>
              <Table.Td>{cubicMetres(litres)}</Table.Td>
              <Table.Td>{money(beforeMinor)}</Table.Td>
              <Table.Td>{money(afterMinor)}</Table.Td>
              <Table.Td className="nf-nowrap">{change(beforeMinor, afterMinor)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}
