import { PayoutWay } from '@nightflow/schemas/agents/agent-money'
import type { StatementLine, StatementUnit } from '@nightflow/schemas/agents/agent-statement'
import type { PoolClient } from 'pg'
import { z } from 'zod'
import { defineEntity, type EventAt } from '../projector/entity.ts'

const figures = ['recharged', 'sold', 'reversed', 'paid_to_float', 'earned', 'taken_back', 'paid_out'] as const
const nothing = {
  ...{ rechargedMinor: 0, soldMinor: 0, sales: 0, reversedMinor: 0, paidToFloatMinor: 0 },
  ...{ earnedMinor: 0, takenBackMinor: 0, paidOutMinor: 0 },
}
const row = z.object({
  entryNo: z.int(),
  userId: z.int(),
  ...{ rechargedMinor: z.int(), soldMinor: z.int(), sales: z.int32(), reversedMinor: z.int(), paidToFloatMinor: z.int() },
  ...{ earnedMinor: z.int(), takenBackMinor: z.int(), paidOutMinor: z.int() },
  /** After the entry. */
  ...{ balanceMinor: z.int(), unpaidMinor: z.int(), createTime: z.iso.datetime() },
})

type Posted = EventAt<
  'agents.FloatBrought' | 'agents.FloatRecharged' | 'agents.AgentSaleCompleted' | 'agents.AgentSaleReversed' | 'agents.AgentCommissionPaid'
>
const entry = ({ position, data: { userId, balanceMinor, unpaidMinor, at } }: Posted, moved: Partial<typeof nothing>) => ({
  ...{ entryNo: position, userId, ...nothing, ...moved, balanceMinor, unpaidMinor, createTime: at },
})

/** Every movement of the money of agents; statements are sums of them. */
export const agentEntries = defineEntity({
  name: 'agents/agent-entries',
  version: 1,
  table: 'agent_entries',
  key: ['entryNo'],
  row,
  indexes: { agent: '(tenant, user_id, entry_no)' },
  keysOf: ({ position }) => [{ entryNo: position }],
  evolve: {
    'agents.FloatBrought': (_, event) => entry(event, { rechargedMinor: event.data.amountMinor }),
    'agents.FloatRecharged': (_, event) => entry(event, { rechargedMinor: event.data.amountMinor }),
    'agents.AgentSaleCompleted': (_, event) =>
      entry(event, { soldMinor: event.data.amountMinor, sales: 1, earnedMinor: event.data.commissionMinor }),
    'agents.AgentSaleReversed': (_, event) =>
      entry(event, { reversedMinor: event.data.amountMinor, takenBackMinor: event.data.commissionMinor }),
    'agents.AgentCommissionPaid': (_, event) => {
      const { amountMinor, payTo } = event.data
      return entry(event, { paidOutMinor: amountMinor, paidToFloatMinor: payTo === PayoutWay.enum.float ? amountMinor : 0 })
    },
  },
})

const fieldOf = (name: string): string => `${name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())}Minor`
const sums = figures.map((name) => `sum(${name}_minor)::float8 as "${fieldOf(name)}"`).join(', ')

type Asked = { userId: number; unit: StatementUnit; from: Date; to: Date; timeZone: string }

/** The money of an agent by local day or month, from opening to closing. */
export const statementOfAgent = async (database: PoolClient, { userId, unit, from, to, timeZone }: Asked): Promise<StatementLine[]> => {
  const before = await database.query<{ balanceMinor: number }>(
    `select balance_minor::float8 as "balanceMinor" from views.agent_entries where user_id = $1 and create_time < $2 order by entry_no desc limit 1`,
    [userId, from],
  )
  const { rows } = await database.query<Omit<StatementLine, 'openingMinor'>>(
    `select to_char(create_time at time zone $4, $5) as period, ${sums}, sum(sales)::int as sales,
       (array_agg(balance_minor order by entry_no desc))[1]::float8 as "closingMinor",
       (array_agg(unpaid_minor order by entry_no desc))[1]::float8 as "unpaidMinor"
     from views.agent_entries where user_id = $1 and create_time >= $2 and create_time < $3 group by 1 order by 1`,
    [userId, from, to, timeZone, unit === 'day' ? 'YYYY-MM-DD' : 'YYYY-MM'],
  )
  let openingMinor = before.rows[0]?.balanceMinor ?? 0
  return rows.map((line) => {
    const opened = { ...line, openingMinor }
    openingMinor = line.closingMinor
    return opened
  })
}
