import { concentratorCommands, listConcentratorHistory } from '@nightflow/schemas/devices/concentrator-calls'
import { resourceCalls } from '@nightflow/schemas/resource-calls'
import { resources } from '@nightflow/schemas/resources'
import { RowHistory } from '#shell/row-history.tsx'
import { resourceOf } from '#ui/resource/resource-of.ts'
import { screenOf } from '#ui/resource/resource-screen.tsx'

const words = { texts: 'devices', name: 'concentrator', calls: {} }

/** Concentrators go online and offline by themselves, so the list is read again. */
export const Screen = screenOf(
  resourceOf(
    resources.concentrators,
    { ...resourceCalls.concentrators, commands: concentratorCommands.list },
    {
      Detail: ({ row: { concentratorId } }) => (
        <RowHistory
          resource={words}
          endpoint={listConcentratorHistory}
          queryKey={['concentrator-history', concentratorId]}
          of={{ concentratorId }}
        />
      ),
      related: [['concentrator-history']],
      refreshSeconds: 60,
    },
  ),
)
