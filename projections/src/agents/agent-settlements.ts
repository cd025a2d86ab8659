import { agentSettlements as resource } from '@nightflow/schemas/agents/agent-lists'
import { defineEntity } from '../projector/entity.ts'
import { personOf } from '../projector/entity-history.ts'

/** Settlements as they were made. */
export const agentSettlements = defineEntity({
  name: 'agents/agent-settlements',
  version: 1,
  table: 'agent_settlements',
  key: ['settlementNo'],
  row: resource.row,
  indexes: { agent: '(tenant, user_id, settlement_no)', time: '(tenant, create_time)' },
  keysOf: ({ position }) => [{ settlementNo: position }],
  evolve: {
    'agents.AgentSettled': (_, { data: { at, ...settled }, position }) => ({
      ...{ ...settled, settlementNo: position, agent: personOf(`user:${settled.userId}`), createTime: at },
    }),
  },
})
