import { debtCommands, listDebtHistory } from '@nightflow/schemas/billing/debt-calls'
import { resourceCalls } from '@nightflow/schemas/resource-calls'
import { resources } from '@nightflow/schemas/resources'
import { TitledHistory } from '#billing/titled-history.tsx'
import { resourceOf } from '#ui/resource/resource-of.ts'
import { screenOf } from '#ui/resource/resource-screen.tsx'
import { useCurrency } from '#ui/use-money.ts'

const words = { texts: 'billing', name: 'debt', calls: { dictionaries: resources.debts.dictionaries } }

export const Screen = screenOf(
  resourceOf(
    resources.debts,
    { ...resourceCalls.debts, commands: debtCommands.list },
    {
      title: ({ accountNo, feeName }) => `${feeName} (${accountNo})`,
      requestId: 'debtId',
      useChoices: () => ({ amount: { unit: useCurrency() } }),
      Detail: ({ row: { debtNo } }) => (
        <TitledHistory resource={words} endpoint={listDebtHistory} queryKey={['debt-history', debtNo]} of={{ debtNo }} />
      ),
      related: [['debt-history'], [resourceCalls.debtRecords.list.path]],
    },
  ),
)
