import { listStsRefundHistory, stsRefundCommands } from '@nightflow/schemas/prepaid/token-refund-calls'
import { resourceCalls } from '@nightflow/schemas/resource-calls'
import { resources } from '@nightflow/schemas/resources'
import { RowHistory } from '#shell/row-history.tsx'
import { resourceOf } from '#ui/resource/resource-of.ts'
import { screenOf } from '#ui/resource/resource-screen.tsx'

const words = { texts: 'prepaid', name: 'stsRefund', calls: {} }

export const Screen = screenOf(
  resourceOf(
    resources.stsRefunds,
    { ...resourceCalls.stsRefunds, commands: stsRefundCommands.list },
    {
      Detail: ({ row: { refundNo } }) => (
        <RowHistory resource={words} endpoint={listStsRefundHistory} queryKey={['sts-refund-history', refundNo]} of={{ refundNo }} />
      ),
      related: [['sts-refund-history'], [resourceCalls.tokens.list.path]],
    },
  ),
)
