import { agentCommands, listAgentHistory } from '@nightflow/schemas/agents/recharge-agent'
import { resourceCalls } from '@nightflow/schemas/resource-calls'
import { resources } from '@nightflow/schemas/resources'
import { RowHistory } from '#shell/row-history.tsx'
import { resourceOf } from '#ui/resource/resource-of.ts'
import { screenOf } from '#ui/resource/resource-screen.tsx'

const words = { texts: 'platform', name: 'agent', calls: {} }

/** Agents are made and changed as staff; here they are found, and given money. */
export const Screen = screenOf(
  resourceOf(
    resources.agents,
    { ...resourceCalls.agents, commands: agentCommands },
    {
      Detail: ({ row: { userId } }) => (
        <RowHistory resource={words} endpoint={listAgentHistory} queryKey={['agent-history', userId]} of={{ userId }} />
      ),
      related: [['agent-history']],
    },
  ),
)
