import { Table, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { type PaymentPreview, previewPayment } from '@nightflow/schemas/billing/counter'
import type { DeductionLine } from '@nightflow/schemas/billing/deduction'
import type { RequestOf } from '@nightflow/schemas/shared/endpoint'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { ProblemAlert } from '#session/problem-alert.tsx'
import { useFormat } from '#ui/use-format.ts'
import { useMoney } from '#ui/use-money.ts'

type Asked = RequestOf<typeof previewPayment>
const pauseMilliseconds = 250
const litresPerCubicMetre = 1000

/** How an amount would be divided, as the service says it: asked for a moment after the last key. */
export function usePaymentPreview(asked: Asked) {
  const [settled] = useDebouncedValue(JSON.stringify(asked), pauseMilliseconds)
  return useQuery({
    queryKey: ['account', asked.accountNo, 'preview', settled],
    queryFn: ({ signal }) => call(previewPayment, JSON.parse(settled) as Asked, signal),
    enabled: asked.amount > 0,
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: 0,
    gcTime: 0,
  })
}

/** Deductions, bills and rest of an amount, each with its part, before the amount is received. */
export function PaymentAllocation({ asked, openMinor }: { asked: Asked; openMinor: number }) {
  const { data, error } = usePaymentPreview(asked)
  if (asked.amount <= 0) return null
  if (error) return <ProblemAlert failure={error} />
  return data ? <Allocation preview={data} openMinor={openMinor} /> : null
}

function Allocation({ preview, openMinor }: { preview: PaymentPreview; openMinor: number }) {
  const { amountMinor, lines, bills, billsMinor, deductedMinor, restMinor, litres } = preview
  const { t } = useTranslation('billing')
  const money = useMoney()
  const { period } = useFormat()
  const taken = lines.filter((line) => line.amountMinor > 0)
  const water = useWater(litres)
  const parts = [
    deductedMinor > 0 && t('payment.allocation.deducted', { amount: money(deductedMinor) }),
    billsMinor > 0 && t('payment.allocation.bills', { amount: money(billsMinor) }),
    restMinor !== 0 && t(water ? 'payment.allocation.water' : 'payment.allocation.balance', { amount: money(restMinor), water }),
  ]
  const left = openMinor - billsMinor
  const effect =
    left > 0
      ? t('payment.counter.leaves', { amount: money(left) })
      : restMinor > 0
        ? t('payment.counter.toBalance', { amount: money(restMinor) })
        : t('payment.counter.settles')
  return (
    <div className="nf-panel">
      <Text size="sm" role="status" className="nf-figures" p="xs">
        {t('payment.allocation.of', { amount: money(amountMinor), parts: parts.filter(Boolean).join(', ') })} {effect}
      </Text>
      {taken.length + bills.length > 0 && (
        <Table fz="sm" className="nf-figures" aria-label={t('payment.allocation.title')}>
          <Table.Tbody>
            {taken.map((line) => (
              <Part key={`${line.feeType} ${line.name} ${line.debtId}`} name={line.name} amount={money(line.amountMinor)}>
                <Basis line={line} />
              </Part>
            ))}
            {bills.map((bill) => (
              <Part key={bill.billNo} name={t('payment.paid.bill')} amount={money(bill.amountMinor)}>
                {period(bill.periodFrom, bill.periodTo)}
              </Part>
            ))}
            {restMinor !== 0 && (
              <Part name={t('payment.field.restMinor')} amount={money(restMinor)}>
                {water}
              </Part>
            )}
          </Table.Tbody>
        </Table>
      )}
    </div>
  )
}

/** A volume in cubic metres with one decimal; empty where no price says how much it is. */
function useWater(litres: number | null): string {
  const { number } = useFormat()
  return litres === null ? '' : `${number(litres / litresPerCubicMetre, 1)} m³`
}

function Part({ name, amount, children }: { name: string; amount: string; children: React.ReactNode }) {
  return (
    <Table.Tr>
      <Table.Td>
        {name} <span className="nf-dimmed">{children}</span>
      </Table.Td>
      <Table.Td ta="right">{amount}</Table.Td>
    </Table.Tr>
  )
}

/** Of an instalment what is left of its debt, of counted units how many. */
function Basis({ line: { residualMinor, units, unitAmountMinor } }: { line: DeductionLine }) {
  const { t } = useTranslation('billing')
  const money = useMoney()
  const { number } = useFormat()
  if (residualMinor !== null) return t('lines.left', { residual: money(residualMinor) })
  return units !== null && unitAmountMinor !== null ? `${number(units)} × ${money(unitAmountMinor)}` : null
}
