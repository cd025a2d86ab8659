import { Stack } from '@mantine/core'
import { billCommands, listBillHistory } from '@nightflow/schemas/billing/bill-calls'
import { resourceCalls } from '@nightflow/schemas/resource-calls'
import { resources } from '@nightflow/schemas/resources'
import { BillLines } from '#billing/bill-lines.tsx'
import { IssueBillTool } from '#billing/issue-bill-tool.tsx'
import { TitledHistory } from '#billing/titled-history.tsx'
import { resourceOf } from '#ui/resource/resource-of.ts'
import { screenOf } from '#ui/resource/resource-screen.tsx'
import { useFormat } from '#ui/use-format.ts'

/** A local day in the reader’s form. */
const Day = ({ day }: { day: string }) => useFormat().day(day)

/** Bills are issued by the tool, which shows the lines of a bill before it is issued. */
const { create: _, ...calls } = resourceCalls.bills

const words = { texts: 'billing', name: 'bill', calls: { dictionaries: resources.bills.dictionaries } }

export const Screen = screenOf(
  resourceOf(
    resources.bills,
    { ...calls, commands: billCommands },
    {
      title: ({ accountNo, periodFrom }) => `${accountNo}, ${periodFrom.slice(0, 7)}`,
      cell: {
        periodFrom: ({ periodFrom }) => <Day day={periodFrom} />,
        periodTo: ({ periodTo }) => <Day day={periodTo} />,
        dueOn: ({ dueOn }) => <Day day={dueOn} />,
      },
      Detail: ({ row }) => (
        <Stack gap="md">
          <BillLines bill={row} />
          <TitledHistory resource={words} endpoint={listBillHistory} queryKey={['bill-history', row.billNo]} of={{ billNo: row.billNo }} />
        </Stack>
      ),
      Tools: IssueBillTool,
      related: [['bill-history']],
    },
  ),
)
