import { Stack, Text } from '@mantine/core'
import type { SimulationResult } from '@nightflow/schemas/billing/price-simulation'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useCustomerTypeChoices } from '#billing/use-customer-type-choices.ts'
import { FigureTable } from '#ui/table/figure-table.tsx'
import { useFormat } from '#ui/use-format.ts'
import { useMoney } from '#ui/use-money.ts'
import '#billing/simulation-figures.css'

type Sums = SimulationResult['lifeline']
type Line = { name: ReactNode; key: string; sums: Sums }

/** Results of a simulation: in total, by size of the change, and by customer. */
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
  return (
    <FigureTable
      minWidth={700}
      rows={lines}
      keyOf={({ key }) => key}
      columns={[
        { head: t('simulation.group'), cell: ({ key, name }) => (key === 'all' ? <strong>{name}</strong> : name) },
        { head: t('simulation.accounts'), isNumber: true, cell: ({ sums }) => number(sums.accounts) },
        { head: t('simulation.volume'), isNumber: true, cell: ({ sums }) => cubicMetres(sums.litres, 3) },
        { head: t('simulation.before'), isNumber: true, cell: ({ sums }) => money(sums.beforeMinor) },
        { head: t('simulation.after'), isNumber: true, cell: ({ sums }) => money(sums.afterMinor) },
        { head: t('simulation.change'), cell: ({ sums }) => change(sums.beforeMinor, sums.afterMinor), className: 'nf-nowrap' },
        { head: t('simulation.payMore'), isNumber: true, cell: ({ sums }) => number(sums.payMore) },
      ]}
    />
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
    <FigureTable
      minWidth={440}
      caption={t('simulation.largest')}
      rows={rows}
      keyOf={({ accountNo }) => accountNo}
      columns={[
        { head: t('simulation.account'), cell: ({ accountNo }) => accountNo },
        { head: t('simulation.volume'), isNumber: true, cell: ({ litres }) => cubicMetres(litres, 3) },
        { head: t('simulation.before'), isNumber: true, cell: ({ beforeMinor }) => money(beforeMinor) },
        { head: t('simulation.after'), isNumber: true, cell: ({ afterMinor }) => money(afterMinor) },
        { head: t('simulation.change'), cell: ({ beforeMinor, afterMinor }) => change(beforeMinor, afterMinor), className: 'nf-nowrap' },
      ]}
    />
  )
}
