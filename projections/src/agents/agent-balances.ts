import type { HistoryPage } from '@nightflow/schemas/shared/history'
import type { PoolClient } from 'pg'
import { z } from 'zod'
import { defineEntity } from '../projector/entity.ts'
import { readHistory } from '../projector/entity-history.ts'

/** Balance of each agent, and the sum of all recharges, in hundredths of the tenant's currency. */
export const agentBalances = defineEntity({
  name: 'agents/agent-balances',
  version: 3,
  table: 'agent_balances',
  key: ['userId'],
  row: z.object({
    userId: z.int(),
    balanceMinor: z.int(),
    rechargedMinor: z.int(),
    recharges: z.int32(),
    lastRechargedAt: z.iso.datetime(),
  }),
  // Each recharge is a stream of its own.
  isCommutative: true,
  history: {
    sentences: 'platform:agent',
    steps: {
      'agents.AgentRecharged': {
        step: 'recharged',
        tell: ({ data: { amountMinor, purchaseMethod, remark } }) => ({ facts: { amountMinor, purchaseMethod }, note: remark || null }),
      },
    },
  },
  evolve: {
    'agents.AgentRecharged': (agent, { data: { userId, amountMinor, rechargedAt } }) => ({
      userId,
      balanceMinor: (agent?.balanceMinor ?? 0) + amountMinor,
      rechargedMinor: (agent?.rechargedMinor ?? 0) + amountMinor,
      recharges: (agent?.recharges ?? 0) + 1,
      lastRechargedAt: agent && Date.parse(agent.lastRechargedAt) > Date.parse(rechargedAt) ? agent.lastRechargedAt : rechargedAt,
    }),
  },
})

/** Recharges of an agent, newest first. */
export const agentHistory = (database: PoolClient, userId: number, page: HistoryPage) =>
  readHistory(database, agentBalances.entity, { userId }, page)

export type AgentBalance = { balanceMinor: number; rechargedMinor: number; recharges: number; lastRechargedAt: string | null }

const nothingYet: AgentBalance = { balanceMinor: 0, rechargedMinor: 0, recharges: 0, lastRechargedAt: null }

/** Balances of these users of the tenant; a user who was never recharged has none. */
export const findBalances = async (database: PoolClient, userIds: readonly number[]): Promise<(userId: number) => AgentBalance> => {
  const { rows } = await database.query<{ user_id: number; balance: number; recharged: number; recharges: number; last: Date }>(
    `select user_id::float8 as user_id, balance_minor::float8 as balance, recharged_minor::float8 as recharged, recharges, last_recharged_at as last
     from views.agent_balances where user_id = any($1::bigint[])`,
    [userIds],
  )
  const known = new Map(
    rows.map(({ user_id, balance, recharged, recharges, last }) => [
      user_id,
      { balanceMinor: balance, rechargedMinor: recharged, recharges, lastRechargedAt: last.toISOString() },
    ]),
  )
  return (userId) => known.get(userId) ?? nothingYet
}

/** Does this user of the tenant hold a role of the type agent? */
export const isAgent = async (database: PoolClient, userId: number): Promise<boolean> => {
  const { rowCount } = await database.query(
    `select from platform.user_roles held join platform.roles role using (tenant, role_id) where held.user_id = $1 and role_type = 'agent' limit 1`,
    [userId],
  )
  return rowCount === 1
}
