import { Stack } from '@mantine/core'
import { agentCommands } from '@nightflow/schemas/agents/agent-commands'
import { listAgentHistory } from '@nightflow/schemas/agents/recharge-agent'
import { resourceCalls } from '@nightflow/schemas/resource-calls'
import { resources } from '@nightflow/schemas/resources'
import type { RowOf } from '@nightflow/schemas/shared/resource'
import { AgentStatement } from '#agents/agent-statement.tsx'
import { CommissionAside } from '#agents/commission-aside.tsx'
import { RowHistory } from '#shell/row-history.tsx'
import { resourceOf } from '#ui/resource/resource-of.ts'
import { screenOf } from '#ui/resource/resource-screen.tsx'

const words = { texts: 'platform', name: 'agent', calls: {} }
const minorPerUnit = 100

const valuesOf = (command: string, row: RowOf<typeof resources.agents>): Readonly<Record<string, number>> => {
  if (command === 'pay') return { amount: row.unpaidMinor / minorPerUnit }
  if (command !== 'terms') return {}
  return {
    ceiling: row.ceilingMinor / minorPerUnit,
    saleLimit: row.saleLimitMinor / minorPerUnit,
    dayLimit: row.dayLimitMinor / minorPerUnit,
    commissionPercent: row.commissionBasisPoints / 100,
  }
}

/** Agents are made and changed as staff; here they are found, given money and terms, and settled with. */
export const Screen = screenOf(
  resourceOf(
    resources.agents,
    { ...resourceCalls.agents, commands: agentCommands.list },
    {
      Detail: ({ row: { userId } }) => (
        <Stack gap="md">
          <AgentStatement userId={userId} />
          <RowHistory resource={words} endpoint={listAgentHistory} queryKey={['agent-history', userId]} of={{ userId }} />
        </Stack>
      ),
      CommandAside: ({ command, row, request }) => (command === 'terms' ? <CommissionAside row={row} request={request} /> : null),
      commandValues: ({ command, row }) => valuesOf(command, row),
      related: [['agent-history'], ['agent-statement'], [resourceCalls.agentSettlements.list.path]],
    },
  ),
)
