import type { ClientBase, PoolClient } from 'pg'
import { defineProjection } from '../shared/projection.ts'

type Recharge = { tenant: string; userId: number; amountMinor: number; rechargedAt: string }

/** What each agent has, and has ever been given, in hundredths of the tenant's currency. */
export const agentBalances = defineProjection({
  name: 'agents/agent-balances',
  version: 1,
  events: ['agents.AgentRecharged'],
  tables: {
    agent_balances: `create table agent_balances (
      tenant text not null,
      user_id bigint not null,
      balance_minor bigint not null,
      recharged_minor bigint not null,
      recharges int not null,
      last_recharged_at timestamptz not null,
      primary key (tenant, user_id)
    )`,
  },
  open:
    async ({ client }) =>
    async ({ events }) => {
      for (const { type, data, metadata } of events)
        if (type === 'agents.AgentRecharged') await addRecharge(client, { ...(data as Omit<Recharge, 'tenant'>), tenant: metadata.tenant })
    },
})

const addRecharge = async (client: ClientBase, { tenant, userId, amountMinor, rechargedAt }: Recharge): Promise<void> => {
  await client.query(
    `insert into agent_balances as stored (tenant, user_id, balance_minor, recharged_minor, recharges, last_recharged_at)
     values ($1, $2, $3, $3, 1, $4)
     on conflict (tenant, user_id) do update set balance_minor = stored.balance_minor + excluded.balance_minor,
       recharged_minor = stored.recharged_minor + excluded.recharged_minor, recharges = stored.recharges + 1,
       last_recharged_at = greatest(stored.last_recharged_at, excluded.last_recharged_at)`,
    [tenant, userId, amountMinor, rechargedAt],
  )
}

export type AgentBalance = { balanceMinor: number; rechargedMinor: number; recharges: number; lastRechargedAt: string | null }

const nothingYet: AgentBalance = { balanceMinor: 0, rechargedMinor: 0, recharges: 0, lastRechargedAt: null }

/** Balances of these users of the tenant; whoever was never recharged has nothing. */
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
