import { hundredths } from '@nightflow/schemas/billing/money'
import { listPersonalSurchargeHistory } from '@nightflow/schemas/billing/surcharge-calls'
import { resourceCalls } from '@nightflow/schemas/resource-calls'
import { resources } from '@nightflow/schemas/resources'
import { AssignSchemeTool } from '#billing/assign-scheme-tool.tsx'
import { TitledHistory } from '#billing/titled-history.tsx'
import { resourceOf } from '#ui/resource/resource-of.ts'
import { screenOf } from '#ui/resource/resource-screen.tsx'
import { useFormat } from '#ui/use-format.ts'
import { useCurrency, useMoney } from '#ui/use-money.ts'

const words = { texts: 'billing', name: 'personalSurcharge', calls: { dictionaries: resources.personalSurcharges.dictionaries } }

function Day({ at }: { at: string | null }) {
  return <>{useFormat().day(at)}</>
}

function Amount({ of: amount }: { of: number | null }) {
  const money = useMoney()
  return <>{amount === null ? '–' : money(hundredths(amount))}</>
}

export const Screen = screenOf(
  resourceOf(resources.personalSurcharges, resourceCalls.personalSurcharges, {
    title: ({ accountNo, itemName }) => `${accountNo} ${itemName}`,
    useChoices: () => ({ amount: { unit: useCurrency() } }),
    cell: {
      enabledDate: ({ enabledDate }) => <Day at={enabledDate} />,
      lastSettlementDate: ({ lastSettlementDate }) => <Day at={lastSettlementDate} />,
      amount: ({ amount }) => <Amount of={amount} />,
    },
    Detail: ({ row: { personalSurchargeId } }) => (
      <TitledHistory
        resource={words}
        endpoint={listPersonalSurchargeHistory}
        queryKey={['personal-surcharge-history', personalSurchargeId]}
        of={{ personalSurchargeId }}
      />
    ),
    Tools: AssignSchemeTool,
  }),
)
