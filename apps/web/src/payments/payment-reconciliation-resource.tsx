import { leftoverCommands, listLeftoverHistory } from '@nightflow/schemas/payments/leftover-calls'
import { LeftoverStatus, type paymentReconciliations } from '@nightflow/schemas/payments/payment-leftover'
import { resourceCalls } from '@nightflow/schemas/resource-calls'
import { resources } from '@nightflow/schemas/resources'
import type { RowOf } from '@nightflow/schemas/shared/resource'
import { PaymentHistory } from '#payments/payment-history.tsx'
import { UploadReportTool } from '#payments/upload-report-tool.tsx'
import { resourceOf } from '#ui/resource/resource-of.ts'
import { screenOf } from '#ui/resource/resource-screen.tsx'

const historyKey = 'payment-leftover-history'
const words = { texts: 'payments', name: 'paymentReconciliation', calls: { dictionaries: resources.paymentReconciliations.dictionaries } }

const Detail = ({ row: { leftoverNo } }: { row: RowOf<typeof paymentReconciliations> }) => (
  <PaymentHistory resource={words} endpoint={listLeftoverHistory} queryKey={[historyKey, leftoverNo]} of={{ leftoverNo }} />
)

export const Screen = screenOf(
  resourceOf(
    resources.paymentReconciliations,
    { ...resourceCalls.paymentReconciliations, commands: leftoverCommands.list },
    {
      title: ({ reference }) => reference,
      tabs: 'status',
      cell: { ageDays: ({ ageDays, status }) => (status === LeftoverStatus.enum.open ? ageDays : '–') },
      Detail,
      Tools: UploadReportTool,
      related: [[historyKey], [resourceCalls.payments.list.path]],
    },
  ),
)
