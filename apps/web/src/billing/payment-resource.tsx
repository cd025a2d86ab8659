import { Group, Stack, Table, Text, Title } from '@mantine/core'
import { paymentCommands } from '@nightflow/schemas/billing/bill-calls'
import type { payments } from '@nightflow/schemas/billing/payment'
import { resourceCalls } from '@nightflow/schemas/resource-calls'
import { resources } from '@nightflow/schemas/resources'
import type { RowOf } from '@nightflow/schemas/shared/resource'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { DeductionLines } from '#billing/deduction-lines.tsx'
import { ReceiptMenu } from '#billing/receipt-menu.tsx'
import { ReceivePaymentTool } from '#billing/receive-payment-tool.tsx'
import { RefundTool } from '#billing/refund-tool.tsx'
import { resourceOf } from '#ui/resource/resource-of.ts'
import { screenOf } from '#ui/resource/resource-screen.tsx'
import { useFormat } from '#ui/use-format.ts'
import { useMoney } from '#ui/use-money.ts'

/** The bills that a payment paid, the one that was due first above. */
function Detail({ row }: { row: RowOf<typeof payments> }) {
  const { accountNo, allocations, deductions, deductedMinor, restMinor } = row
  const { t } = useTranslation('billing')
  const money = useMoney()
  const { period } = useFormat()
  const { data } = useQuery({
    queryKey: [resourceCalls.bills.list.path, 'of-payment', accountNo],
    queryFn: ({ signal }) => call(resourceCalls.bills.list, { accountNo, pageSize: 50 }, signal),
  })
  const periodOf = (billId: string): string => {
    const bill = data?.rows.find((each) => each.billId === billId)
    return bill ? period(bill.periodFrom, bill.periodTo) : billId
  }
  return (
    <Stack gap="sm">
      <Group justify="space-between">
        <Title order={3} size="h5">
          {t('payment.paid.title')}
        </Title>
        <ReceiptMenu payment={row} />
      </Group>
      {deductions.length > 0 && (
        <DeductionLines
          deduction={{
            ...{ lines: deductions, deductedMinor, restMinor: row.amountMinor - deductedMinor },
            vatMinor: deductions.reduce((sum, { vatMinor }) => sum + vatMinor, 0),
          }}
        />
      )}
      {allocations.length === 0 ? (
        <Text size="sm">{t('payment.paid.nothing')}</Text>
      ) : (
        <Table className="nf-figures" fz="sm">
          <Table.Tbody>
            {allocations.map(({ billId, amountMinor }) => (
              <Table.Tr key={billId}>
                <Table.Td>{periodOf(billId)}</Table.Td>
                <Table.Td ta="right">{money(amountMinor)}</Table.Td>
              </Table.Tr>
            ))}
            <Table.Tr>
              <Table.Td>{t('payment.field.restMinor')}</Table.Td>
              <Table.Td ta="right">{money(restMinor)}</Table.Td>
            </Table.Tr>
          </Table.Tbody>
        </Table>
      )}
    </Stack>
  )
}

/** Payments are received by the tool, which finds the account and shows what it owes. */
const { create: _, ...calls } = resourceCalls.payments

const PaymentTools = () => (
  <>
    <RefundTool />
    <ReceivePaymentTool />
  </>
)

export const Screen = screenOf(
  resourceOf(
    resources.payments,
    { ...calls, commands: paymentCommands.list },
    {
      title: ({ accountNo, reference }) => (reference === '' ? accountNo : `${accountNo}, ${reference}`),
      Detail,
      Tools: PaymentTools,
      related: [[resourceCalls.bills.list.path]],
    },
  ),
)
