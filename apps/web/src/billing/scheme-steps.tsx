import { Stack, Text, Title } from '@mantine/core'
import type { priceSchemes } from '@nightflow/schemas/billing/price-scheme'
import { minorPerUnit, unlimited } from '@nightflow/schemas/billing/tariff'
import type { RowOf } from '@nightflow/schemas/shared/resource'
import { useTranslation } from 'react-i18next'
import { useCustomerTypeChoices } from '#billing/use-customer-type-choices.ts'
import { FigureTable } from '#ui/table/figure-table.tsx'
import { useFormat } from '#ui/use-format.ts'
import { useMoney } from '#ui/use-money.ts'

type PriceScheme = RowOf<typeof priceSchemes>
type Step = PriceScheme['steps'][number]
type Priced = Pick<PriceScheme, 'steps' | 'fixedAmount' | 'minimumAmount'>

/** Prices of water by a draft or a version, with the customers to whom they apply. */
export function SchemeSteps({ scheme: { steps, fixedAmount, minimumAmount } }: { scheme: Priced }) {
  const { t } = useTranslation('billing')
  const { number } = useFormat()
  const money = useMoney()
  const cubicMetres = (volume: number) => number(volume, Number.isInteger(volume) ? 0 : 2)
  const holdsFor = useHoldsFor()
  const amounts = [
    ...(fixedAmount > 0 ? [{ label: t('priceScheme.field.fixedAmount'), amount: fixedAmount }] : []),
    ...(minimumAmount > 0 ? [{ label: t('priceScheme.field.minimumAmount'), amount: minimumAmount }] : []),
  ]
  return (
    <Stack gap="xs">
      <Title order={3} size="h5">
        {t('priceScheme.field.steps')}
      </Title>
      <FigureTable
        minWidth={320}
        rows={steps}
        keyOf={(step) => `${step.startVolume} ${holdsFor(step)}`}
        columns={[
          { head: t('priceScheme.field.startVolume'), isNumber: true, cell: ({ startVolume }) => cubicMetres(startVolume) },
          {
            head: t('priceScheme.field.endVolume'),
            isNumber: true,
            cell: ({ endVolume }) => (endVolume === unlimited ? '∞' : cubicMetres(endVolume)),
          },
          { head: t('priceScheme.field.unitPrice'), isNumber: true, cell: ({ unitPrice }) => money(Math.round(unitPrice * minorPerUnit)) },
          { head: t('priceScheme.steps.holdsFor'), cell: holdsFor },
        ]}
      />
      {amounts.map(({ label, amount }) => (
        <Text key={label} size="sm" className="nf-figures">
          {t('priceScheme.steps.amount', { label, amount: money(Math.round(amount * minorPerUnit)) })}
        </Text>
      ))}
    </Stack>
  )
}

/** The conditions of a step in words; all where it has none. */
function useHoldsFor() {
  const { t } = useTranslation('billing')
  const types = useCustomerTypeChoices()
  return ({ caliberMillimetres, customerTypeId, firstMonth, lastMonth }: Step): string => {
    const typeName = types.find(({ value }) => value === customerTypeId)?.label ?? `#${customerTypeId}`
    const conditions = [
      ...(customerTypeId === null ? [] : [typeName]),
      ...(caliberMillimetres === null ? [] : [t('simulation.caliber', { caliber: caliberMillimetres })]),
      ...(firstMonth === null || lastMonth === null ? [] : [t('priceScheme.steps.months', { firstMonth, lastMonth })]),
    ]
    return conditions.length === 0 ? t('priceScheme.steps.all') : conditions.join(', ')
  }
}
