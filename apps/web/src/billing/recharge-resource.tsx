import { Group, Stack, Title } from '@mantine/core'
import type { recharges } from '@nightflow/schemas/billing/recharge'
import { resourceCalls } from '@nightflow/schemas/resource-calls'
import { resources } from '@nightflow/schemas/resources'
import type { RowOf } from '@nightflow/schemas/shared/resource'
import { useTranslation } from 'react-i18next'
import { DeductionLines } from '#billing/deduction-lines.tsx'
import { ReceiptMenu } from '#billing/receipt-menu.tsx'
import { ReceivePaymentTool } from '#billing/receive-payment-tool.tsx'
import { RefundTool } from '#billing/refund-tool.tsx'
import { resourceOf } from '#ui/resource/resource-of.ts'
import { screenOf } from '#ui/resource/resource-screen.tsx'

/** The deductions of the recharge, and its receipt, which is that of its payment. */
function Detail({ row }: { row: RowOf<typeof recharges> }) {
  const { t } = useTranslation('billing')
  const { rechargeNo, accountNo, status, deductions, deductedMinor, restMinor, billsMinor } = row
  const vatMinor = deductions.reduce((sum, line) => sum + line.vatMinor, 0)
  return (
    <Stack gap="sm">
      <Group justify="space-between">
        <Title order={3} size="h5">
          {t('payment.allocation.title')}
        </Title>
        <ReceiptMenu payment={{ paymentNo: rechargeNo, accountNo, status }} />
      </Group>
      <DeductionLines deduction={{ lines: deductions, deductedMinor, vatMinor, restMinor: restMinor + billsMinor }} />
    </Stack>
  )
}

const Tools = () => (
  <>
    <RefundTool />
    <ReceivePaymentTool isRecharge />
  </>
)

export const Screen = screenOf(
  resourceOf(resources.recharges, resourceCalls.recharges, {
    Detail,
    Tools,
    related: [[resourceCalls.payments.list.path]],
  }),
)
