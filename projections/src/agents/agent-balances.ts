import { SaleStatus } from '@nightflow/schemas/agents/agent-money'
import type { HistoryPage } from '@nightflow/schemas/shared/history'
import type { ClientBase, PoolClient } from 'pg'
import { z } from 'zod'
import { defineEntity } from '../projector/entity.ts'
import { readHistory } from '../projector/entity-history.ts'

const row = z.object({
  userId: z.int(),
  /** The float, and recharges of before there was one that were not brought into it. */
  floatMinor: z.int(),
  earlierMinor: z.int(),
  heldMinor: z.int(),
  rechargedMinor: z.int(),
  recharges: z.int32(),
  lastRechargedAt: z.iso.datetime().nullable(),
  ceilingMinor: z.int(),
  saleLimitMinor: z.int(),
  dayLimitMinor: z.int(),
  commissionBasisPoints: z.int32(),
  soldMinor: z.int(),
  sales: z.int32(),
  unpaidMinor: z.int(),
  settlements: z.int32(),
})
type Row = z.infer<typeof row>

const nothingOf = (userId: number): Row => ({
  ...{ userId, floatMinor: 0, earlierMinor: 0, heldMinor: 0, rechargedMinor: 0, recharges: 0, lastRechargedAt: null },
  ...{ ceilingMinor: 0, saleLimitMinor: 0, dayLimitMinor: 0, commissionBasisPoints: 0 },
  ...{ soldMinor: 0, sales: 0, unpaidMinor: 0, settlements: 0 },
})

const recharged = (agent: Row, amountMinor: number, at: string): Row => ({
  ...agent,
  rechargedMinor: agent.rechargedMinor + amountMinor,
  recharges: agent.recharges + 1,
  lastRechargedAt: agent.lastRechargedAt !== null && Date.parse(agent.lastRechargedAt) > Date.parse(at) ? agent.lastRechargedAt : at,
})

type Money = { balanceMinor: number; unpaidMinor: number }
const having = (agent: Row, { balanceMinor, unpaidMinor }: Money): Row => ({ ...agent, floatMinor: balanceMinor, unpaidMinor })

/** The ledger owes agents exactly what they have, while no sale is on its way: its money is on the account a moment before the float is debited. */
const law = (account: string, column: string): string => `
  select coalesce(ledger.tenant, agents.tenant) as tenant, coalesce(ledger.amount, 0)::float8 as ledger, coalesce(agents.amount, 0)::float8 as other
  from (select tenant, sum(credit_minor - debit_minor) as amount from postings where ledger_account = '${account}' group by tenant) ledger
  full join (select tenant, sum(${column}) as amount from agent_balances group by tenant) agents using (tenant)
  where coalesce(ledger.amount, 0) <> coalesce(agents.amount, 0)
    and not exists (select from agent_sales where agent_sales.tenant = coalesce(ledger.tenant, agents.tenant) and status = '${SaleStatus.enum.reserved}')`

const brokenLaws = async (client: ClientBase): Promise<string[]> => {
  const findings: string[] = []
  for (const [account, column] of [
    ['agentFloat', 'float_minor'],
    ['agentCommissions', 'unpaid_minor'],
  ] as const) {
    const { rows } = await client.query<{ tenant: string; ledger: number; other: number }>(law(account, column))
    findings.push(...rows.map(({ tenant, ledger, other }) => `${tenant}/ledger: ${account} is ${ledger}, and the agents have ${other}`))
  }
  return findings
}

/** Money of each agent, in hundredths of the tenant's currency: float, limits, sales and commission. */
export const agentBalances = defineEntity({
  name: 'agents/agent-balances',
  version: 4,
  table: 'agent_balances',
  key: ['userId'],
  row,
  laws: brokenLaws,
  history: {
    sentences: 'platform:agent',
    steps: {
      'agents.AgentRecharged': {
        step: 'recharged',
        tell: ({ data: { amountMinor, purchaseMethod, remark } }) => ({ facts: { amountMinor, purchaseMethod }, note: remark || null }),
      },
      'agents.FloatRecharged': {
        step: 'recharged',
        tell: ({ data: { amountMinor, purchaseMethod, remark } }) => ({ facts: { amountMinor, purchaseMethod }, note: remark || null }),
      },
      'agents.AgentTermsSet': {
        step: 'terms',
        tell: ({ data: { ceilingMinor, saleLimitMinor, dayLimitMinor } }) => ({ facts: { ceilingMinor, saleLimitMinor, dayLimitMinor } }),
      },
      'agents.AgentCommissionPaid': {
        step: 'paid',
        tell: ({ data: { amountMinor, payTo, remark } }) => ({ facts: { amountMinor, payTo }, note: remark || null }),
      },
      'agents.AgentSettled': {
        step: 'settled',
        tell: ({ data: { openingMinor, closingMinor, remark } }) => ({ facts: { openingMinor, closingMinor }, note: remark || null }),
      },
    },
  },
  evolve: {
    'agents.AgentRecharged': (agent, { data: { userId, amountMinor, rechargedAt } }) => {
      const next = recharged(agent ?? nothingOf(userId), amountMinor, rechargedAt)
      return { ...next, earlierMinor: next.earlierMinor + amountMinor }
    },
    'agents.FloatBrought': (agent, { data }) => {
      const next = having(agent ?? nothingOf(data.userId), data)
      return { ...next, earlierMinor: next.earlierMinor - data.amountMinor }
    },
    'agents.FloatRecharged': (agent, { data }) => having(recharged(agent ?? nothingOf(data.userId), data.amountMinor, data.at), data),
    'agents.AgentTermsSet': (agent, { data: { at: _, ...terms } }) => ({ ...(agent ?? nothingOf(terms.userId)), ...terms }),
    'agents.AgentSaleReserved': (agent, { data: { userId, heldMinor } }) => ({ ...(agent ?? nothingOf(userId)), heldMinor }),
    'agents.AgentSaleReleased': (agent, { data: { heldMinor } }) => agent && { ...agent, heldMinor },
    'agents.AgentSaleCompleted': (agent, { data }) =>
      agent && {
        ...having(agent, data),
        ...{ heldMinor: data.heldMinor, soldMinor: agent.soldMinor + data.amountMinor, sales: agent.sales + 1 },
      },
    'agents.AgentSaleReversed': (agent, { data }) =>
      agent && { ...having(agent, data), soldMinor: agent.soldMinor - data.amountMinor, sales: agent.sales - 1 },
    'agents.AgentCommissionPaid': (agent, { data }) => agent && having(agent, data),
    'agents.AgentSettled': (agent, { data: { userId, settlementNumber } }) => ({
      ...(agent ?? nothingOf(userId)),
      settlements: settlementNumber,
    }),
  },
})

/** The history of the money of an agent, newest first. */
export const agentHistory = (database: PoolClient, userId: number, page: HistoryPage) =>
  readHistory(database, agentBalances.entity, { userId }, page)

export type AgentBalance = Omit<Row, 'userId' | 'floatMinor' | 'earlierMinor'> & { balanceMinor: number; availableMinor: number }

const shown = ({ userId: _, floatMinor, earlierMinor, ...agent }: Row): AgentBalance => {
  const balanceMinor = floatMinor + earlierMinor
  return { ...agent, balanceMinor, availableMinor: balanceMinor + agent.ceilingMinor - agent.heldMinor }
}

const figures = ['float', 'earlier', 'held', 'recharged', 'ceiling', 'sale_limit', 'day_limit', 'sold', 'unpaid'] as const
const fieldOf = (name: string): string => `${name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())}Minor`
const columns = figures.map((name) => `${name}_minor::float8 as "${fieldOf(name)}"`).join(', ')

/** Money of these users of the tenant; of a user without any it is zero. */
export const findBalances = async (database: PoolClient, userIds: readonly number[]): Promise<(userId: number) => AgentBalance> => {
  const { rows } = await database.query<Omit<Row, 'lastRechargedAt'> & { last: Date | null }>(
    `select user_id::float8 as "userId", ${columns}, recharges, commission_basis_points as "commissionBasisPoints", sales, settlements,
       last_recharged_at as last from views.agent_balances where user_id = any($1::bigint[])`,
    [userIds],
  )
  const known = new Map(rows.map(({ last, ...each }) => [each.userId, shown({ ...each, lastRechargedAt: last?.toISOString() ?? null })]))
  return (userId) => known.get(userId) ?? shown(nothingOf(userId))
}

/** Recharges of before the agent had a float, which are not in it yet. */
export const earlierRechargesOf = async (database: PoolClient, userId: number): Promise<number> => {
  const { rows } = await database.query<{ earlier: number }>(
    'select earlier_minor::float8 as earlier from views.agent_balances where user_id = $1',
    [userId],
  )
  return rows[0]?.earlier ?? 0
}

/** Does this user of the tenant hold a role of the type agent? */
export const isAgent = async (database: PoolClient, userId: number): Promise<boolean> => {
  const { rowCount } = await database.query(
    `select from platform.user_roles held join platform.roles role using (tenant, role_id) where held.user_id = $1 and role_type = 'agent' limit 1`,
    [userId],
  )
  return rowCount === 1
}
