import { listStsMeterHistory } from '@nightflow/schemas/prepaid/sts-meter-calls'
import { stsMeterCommands } from '@nightflow/schemas/prepaid/token-commands'
import { resourceCalls } from '@nightflow/schemas/resource-calls'
import { resources } from '@nightflow/schemas/resources'
import { RowHistory } from '#shell/row-history.tsx'
import { resourceOf } from '#ui/resource/resource-of.ts'
import { screenOf } from '#ui/resource/resource-screen.tsx'

const words = { texts: 'prepaid', name: 'stsMeter', calls: {} }

export const Screen = screenOf(
  resourceOf(
    resources.stsMeters,
    { ...resourceCalls.stsMeters, commands: stsMeterCommands.list },
    {
      Detail: ({ row: { stsMeterId } }) => (
        <RowHistory resource={words} endpoint={listStsMeterHistory} queryKey={['sts-meter-history', stsMeterId]} of={{ stsMeterId }} />
      ),
      related: [['sts-meter-history'], [resourceCalls.tokens.list.path]],
    },
  ),
)
