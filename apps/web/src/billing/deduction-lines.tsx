import { Text } from '@mantine/core'
import type { DeductionLine } from '@nightflow/schemas/billing/deduction'
import { useTranslation } from 'react-i18next'
import { useDictionaries } from '#ui/resource/dictionary.ts'
import { FigureTable } from '#ui/table/figure-table.tsx'
import { useFormat } from '#ui/use-format.ts'
import { minorPerUnit, useMoney } from '#ui/use-money.ts'

type Deduction = { lines: readonly DeductionLine[]; deductedMinor: number; vatMinor: number; restMinor: number }

/** The basis of a line: a share of the payment, units at a price, or the rest of a debt. */
export function useBasis(): (line: DeductionLine) => string {
  const { t } = useTranslation('billing')
  const money = useMoney()
  const { number } = useFormat()
  return ({ ratioBasisPoints, units, unitAmountMinor, residualMinor }) => {
    if (ratioBasisPoints !== null) return `${number(ratioBasisPoints / minorPerUnit, 2)} %`
    if (units !== null && unitAmountMinor !== null) return `${number(units)} × ${money(unitAmountMinor)}`
    if (unitAmountMinor !== null) return t('lines.perCubicMetre', { amount: money(unitAmountMinor) })
    return residualMinor === null ? '–' : t('lines.left', { residual: money(residualMinor) })
  }
}

/** The lines of a deduction in the order in which they were taken, and what the payment leaves for water. */
export function DeductionLines({ deduction: { lines, deductedMinor, vatMinor, restMinor } }: { deduction: Deduction }) {
  const { t } = useTranslation('billing')
  const money = useMoney()
  const basis = useBasis()
  const { kind: frequencies } = useDictionaries({ kind: 'deduction_method' })
  if (lines.length === 0) return <Text size="sm">{t('lines.nothing')}</Text>
  const kindOf = ({ kind, method }: DeductionLine) => (method === null ? undefined : frequencies?.get(method)?.label) ?? t(`kind.${kind}`)
  return (
    <FigureTable
      minWidth={480}
      rows={lines}
      keyOf={({ feeType, name, debtId }) => `${feeType} ${name} ${debtId}`}
      columns={[
        { head: t('lines.item'), cell: ({ name }) => name },
        { head: t('lines.method'), cell: kindOf },
        { head: t('lines.basis'), cell: basis },
        { head: t('lines.due'), isNumber: true, cell: ({ dueMinor }) => money(dueMinor) },
        { head: t('lines.taken'), isNumber: true, cell: ({ amountMinor }) => money(amountMinor) },
        { head: t('lines.vat'), isNumber: true, cell: (line) => money(line.vatMinor) },
      ]}
      foot={[
        [{ content: t('lines.total'), span: 4 }, { content: money(deductedMinor) }, { content: money(vatMinor) }],
        [
          { content: t('lines.rest'), span: 4 },
          { content: money(restMinor), span: 2 },
        ],
      ]}
    />
  )
}
