import { Checkbox, Text } from '@mantine/core'
import type { OpenBillAtCounter } from '@nightflow/schemas/billing/counter'
import { useTranslation } from 'react-i18next'
import { ScrollRegion } from '#ui/scroll-region.tsx'
import { FigureTable } from '#ui/table/figure-table.tsx'
import { useFormat } from '#ui/use-format.ts'
import { useMoney } from '#ui/use-money.ts'

type Props = { bills: readonly OpenBillAtCounter[]; chosen: readonly string[]; onChoose: (billIds: readonly string[]) => void }

/** The open bills of an account, the first due above; those that are ticked are paid. */
export function OpenBillChoice({ bills, chosen, onChoose }: Props) {
  const { t } = useTranslation('billing')
  const money = useMoney()
  const { day, period } = useFormat()
  const periodOf = ({ periodFrom, periodTo }: OpenBillAtCounter) => period(periodFrom, periodTo)
  const tick = (billId: string, isChosen: boolean) =>
    onChoose(bills.map((bill) => bill.billId).filter((id) => (id === billId ? isChosen : chosen.includes(id))))
  return (
    <ScrollRegion label={t('payment.counter.bills')} heightMax={240}>
      <FigureTable<OpenBillAtCounter>
        minWidth={300}
        rows={bills}
        keyOf={({ billId }) => billId}
        columns={[
          {
            head: t('payment.counter.bills'),
            cell: (bill) => (
              <Checkbox
                size="xs"
                label={`${periodOf(bill)} · ${bill.billNo}`}
                checked={chosen.includes(bill.billId)}
                onChange={({ currentTarget }) => tick(bill.billId, currentTarget.checked)}
              />
            ),
          },
          {
            head: t('bill.field.dueOn'),
            cell: ({ dueOn, overdueMinor }) => (
              <Text size="sm" span {...(overdueMinor > 0 && { c: 'var(--nf-alarm-text)' })}>
                {overdueMinor > 0 ? t('payment.counter.overdueSince', { day: day(dueOn) }) : day(dueOn)}
              </Text>
            ),
          },
          { head: t('bill.field.openMinor'), isNumber: true, cell: ({ openMinor }) => money(openMinor) },
        ]}
      />
    </ScrollRegion>
  )
}
