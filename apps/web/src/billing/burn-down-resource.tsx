import { Stack, Text, Title } from '@mantine/core'
import type { DeductedUse } from '@nightflow/schemas/billing/burn-down'
import type { burnDowns } from '@nightflow/schemas/billing/burn-down-row'
import { resourceCalls } from '@nightflow/schemas/resource-calls'
import { resources } from '@nightflow/schemas/resources'
import type { RowOf } from '@nightflow/schemas/shared/resource'
import { useTranslation } from 'react-i18next'
import { ChargeName } from '#billing/charge-cells.tsx'
import { resourceOf } from '#ui/resource/resource-of.ts'
import { screenOf } from '#ui/resource/resource-screen.tsx'
import { FigureTable } from '#ui/table/figure-table.tsx'
import { useFormat } from '#ui/use-format.ts'
import { useMoney } from '#ui/use-money.ts'

/** The kinds of charges that all deductions of the period come to. */
function Detail({ row: { lines, dueMinor } }: { row: RowOf<typeof burnDowns> }) {
  const { t } = useTranslation('billing')
  const money = useMoney()
  const { cubicMetres } = useFormat()
  return (
    <Stack gap="sm">
      <Title order={3} size="h5">
        {t('burnDown.charges')}
      </Title>
      <FigureTable<DeductedUse>
        minWidth={420}
        rows={lines}
        keyOf={({ priceScheme, version, kind, step }) => `${priceScheme} ${version} ${kind} ${step}`}
        columns={[
          { head: t('burnDown.charge'), cell: (line) => <ChargeName line={line} /> },
          { head: t('burnDown.field.litres'), isNumber: true, cell: ({ litres }) => (litres === 0 ? '–' : cubicMetres(litres, 3)) },
          { head: t('lines.vat'), isNumber: true, cell: ({ vatMinor }) => money(vatMinor) },
          { head: t('burnDown.field.dueMinor'), isNumber: true, cell: ({ amountMinor, vatMinor }) => money(amountMinor + vatMinor) },
        ]}
        foot={[[{ content: t('lines.total'), span: 3 }, { content: money(dueMinor) }]]}
      />
      <Text size="sm" c="dimmed">
        {t('burnDown.chargesHint')}
      </Text>
    </Stack>
  )
}

export const Screen = screenOf(resourceOf(resources.burnDowns, resourceCalls.burnDowns, { Detail }))
