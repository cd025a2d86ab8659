import { Table, Text } from '@mantine/core'
import type { DeductionLine } from '@nightflow/schemas/billing/deduction'
import { useTranslation } from 'react-i18next'
import { useDictionaries } from '#ui/resource/dictionary.ts'
import { useFormat } from '#ui/use-format.ts'
import { minorPerUnit, useMoney } from '#ui/use-money.ts'

type Deduction = { lines: readonly DeductionLine[]; deductedMinor: number; vatMinor: number; restMinor: number }

/** What a line is counted by: a share of the payment, units at a price, or what is left of a debt. */
function useBasis(): (line: DeductionLine) => string {
  const { t } = useTranslation('billing')
  const money = useMoney()
  const { number } = useFormat()
  return ({ ratioBasisPoints, units, unitAmountMinor, residualMinor }) => {
    if (ratioBasisPoints !== null) return `${number(ratioBasisPoints / minorPerUnit, 2)} %`
    if (units !== null && unitAmountMinor !== null) return `${number(units)} × ${money(unitAmountMinor)}`
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
    <Table.ScrollContainer minWidth={480}>
      <Table className="nf-figures" fz="sm">
        <Table.Thead>
          <Table.Tr>
            {(['item', 'method', 'basis', 'due', 'taken', 'vat'] as const).map((name) => (
              <Table.Th key={name}>{t(`lines.${name}`)}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {lines.map((line) => (
            <Table.Tr key={`${line.feeType} ${line.name} ${line.debtId}`}>
              <Table.Td>{line.name}</Table.Td>
              <Table.Td>{kindOf(line)}</Table.Td>
              <Table.Td>{basis(line)}</Table.Td>
              <Table.Td>{money(line.dueMinor)}</Table.Td>
              <Table.Td>{money(line.amountMinor)}</Table.Td>
              <Table.Td>{money(line.vatMinor)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
        <Table.Tfoot>
          <Table.Tr>
            <Table.Th colSpan={4}>{t('lines.total')}</Table.Th>
            <Table.Th>{money(deductedMinor)}</Table.Th>
            <Table.Th>{money(vatMinor)}</Table.Th>
          </Table.Tr>
          <Table.Tr>
            <Table.Th colSpan={4}>{t('lines.rest')}</Table.Th>
            <Table.Th colSpan={2}>{money(restMinor)}</Table.Th>
          </Table.Tr>
        </Table.Tfoot>
      </Table>
    </Table.ScrollContainer>
  )
}
