import { resourceCalls } from '@nightflow/schemas/resource-calls'
import { resources } from '@nightflow/schemas/resources'
import { leakCaseCommands } from '@nightflow/schemas/work-orders/leak-case-calls'
import { resourceOf } from '#ui/resource/resource-of.ts'
import { screenOf } from '#ui/resource/resource-screen.tsx'
import { type Case, LeakCaseDetail } from '#work-orders/leak-case-detail.tsx'
import { usePartitionChoices } from '#work-orders/use-partition-choices.ts'

const { Created: _, ...leakCase } = resourceOf(
  resources.leakCases,
  { ...resourceCalls.leakCases, commands: leakCaseCommands.list },
  {
    title: ({ partitionName }) => partitionName,
    requestId: 'caseId',
    useChoices: () => ({ partitionId: { choices: usePartitionChoices() } }),
    refreshSeconds: 60,
    related: [['leak-case-history'], ['leak-case-links']],
  },
)

const Detail = ({ row }: { row: Case }) => <LeakCaseDetail resource={leakCase} row={row} />

export const Screen = screenOf({ ...leakCase, Detail })
