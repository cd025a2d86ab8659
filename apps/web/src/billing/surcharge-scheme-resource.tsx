import { Stack } from '@mantine/core'
import { listSchemeHistory, surchargeSchemeCommands } from '@nightflow/schemas/billing/surcharge-calls'
import type { surchargeSchemes } from '@nightflow/schemas/billing/surcharge-scheme'
import { resourceCalls } from '@nightflow/schemas/resource-calls'
import { resources } from '@nightflow/schemas/resources'
import type { RowOf } from '@nightflow/schemas/shared/resource'
import { SchemeItems } from '#billing/charging-items.tsx'
import { SurchargeTrial } from '#billing/surcharge-trial.tsx'
import { TitledHistory } from '#billing/titled-history.tsx'
import { useItemColumns } from '#billing/use-item-columns.ts'
import { resourceOf } from '#ui/resource/resource-of.ts'
import { screenOf } from '#ui/resource/resource-screen.tsx'

const words = { texts: 'billing', name: 'surchargeScheme', calls: {} }

function Detail({ row }: { row: RowOf<typeof surchargeSchemes> }) {
  const { surchargeSchemeId } = row
  return (
    <Stack gap="md">
      <SchemeItems items={row.items} />
      <SurchargeTrial scheme={row} />
      <TitledHistory
        resource={words}
        endpoint={listSchemeHistory}
        queryKey={['surcharge-scheme-history', surchargeSchemeId]}
        of={{ surchargeSchemeId }}
      />
    </Stack>
  )
}

export const Screen = screenOf(
  resourceOf(
    resources.surchargeSchemes,
    { ...resourceCalls.surchargeSchemes, commands: surchargeSchemeCommands.list },
    {
      useChoices: () => ({ items: useItemColumns() }),
      Detail,
      related: [['surcharge-scheme-history']],
      isRemovable: ({ isUsed }) => !isUsed,
    },
  ),
)
