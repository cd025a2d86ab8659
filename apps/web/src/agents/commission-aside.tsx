import { Text } from '@mantine/core'
import type { agents } from '@nightflow/schemas/platform/agent'
import type { AnyRow, RowOf } from '@nightflow/schemas/shared/resource'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#ui/use-format.ts'
import { useMoney } from '#ui/use-money.ts'

const usualMinor = 10_000

/** A rate as money, on the average sale of the agent: 10 typed for 0.1 is seen before it is saved. */
export function CommissionAside({ row, request }: { row: RowOf<typeof agents>; request: AnyRow | undefined }) {
  const { t } = useTranslation('agents')
  const { number } = useFormat()
  const money = useMoney()
  const percent = request?.commissionPercent
  if (typeof percent !== 'number') return null
  const saleMinor = row.sales > 0 ? Math.round(row.soldMinor / row.sales) : usualMinor
  return (
    <Text size="sm" role="status" className="nf-figures">
      {t(row.sales > 0 ? 'commission.ofAverage' : 'commission.ofUsual', {
        percent: number(percent, 2),
        sale: money(saleMinor),
        commission: money(Math.floor((saleMinor * percent) / 100 + 0.5)),
      })}
    </Text>
  )
}
