import { agentCommands } from '@nightflow/schemas/agents/recharge-agent'
import { resourceCalls } from '@nightflow/schemas/resource-calls'
import { IconUserDollar } from '@tabler/icons-react'
import { defineResource } from '#ui/resource-screen.tsx'

/** Agents are made and changed as staff; here they are found, and given money. */
export const agentResource = defineResource({
  calls: { ...resourceCalls.agents, commands: agentCommands },
  texts: 'administration',
  name: 'agent',
  icon: IconUserDollar,
  title: (row) => row.userName,
  columns: ['userName', 'nickName', 'phonenumber', 'status', 'balanceMinor', 'rechargedMinor', 'recharges', 'lastRechargedAt'],
  moreColumns: ['createTime'],
  unsortable: ['balanceMinor', 'rechargedMinor', 'recharges', 'lastRechargedAt'],
  filters: ['userName', 'nickName', 'phonenumber'],
})
