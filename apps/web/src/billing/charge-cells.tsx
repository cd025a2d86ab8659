import { Text } from '@mantine/core'
import type { BillLine } from '@nightflow/schemas/billing/bill'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#ui/use-format.ts'

type Line = Pick<BillLine, 'kind' | 'step' | 'litres' | 'dividedBy'>

/** The charge of a line of a calculation: a step, the fixed part or the difference to the minimum. */
export function ChargeName({ line: { kind, step } }: { line: Pick<Line, 'kind' | 'step'> }) {
  const { t } = useTranslation('billing')
  return kind === 'volume' ? t('priceScheme.trial.step', { step }) : t(`priceScheme.trial.${kind}`)
}

/** The volume of a line, and how it was divided where its period was cut. */
export function ChargedLitres({ line: { litres, dividedBy } }: { line: Line }) {
  const { t } = useTranslation('billing')
  const { cubicMetres } = useFormat()
  return (
    <>
      {litres === 0 ? '–' : cubicMetres(litres, 3)}
      {dividedBy !== null && (
        <Text size="xs" c="dimmed">
          {t(`priceScheme.trial.dividedBy.${dividedBy}`)}
        </Text>
      )}
    </>
  )
}
