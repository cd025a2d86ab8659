import { registers } from '@nightflow/schemas/platform/registers'
import { IconCoins, IconUserDollar } from '@tabler/icons-react'
import { defineResource } from '#ui/define-resource.tsx'
import { RechargeAgentDialog } from './recharge-agent-dialog.tsx'

/** Agents are made and changed as staff; here they are found, and given money. */
export const agentResource = defineResource({
  register: registers.agents,
  texts: 'administration',
  name: 'agent',
  icon: IconUserDollar,
  title: (row) => row.userName,
  columns: ['userName', 'nickName', 'phonenumber', 'status', 'balanceMinor', 'rechargedMinor', 'recharges', 'lastRechargedAt'],
  moreColumns: ['createTime'],
  unsortable: ['balanceMinor', 'rechargedMinor', 'recharges', 'lastRechargedAt'],
  filters: ['userName', 'nickName', 'phonenumber'],
  commands: [{ name: 'recharge', icon: IconCoins, permission: 'system:agent:recharge', Dialog: RechargeAgentDialog }],
})
