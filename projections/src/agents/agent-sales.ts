import type { DeskSale } from '@nightflow/schemas/agents/agent-desk-calls'
import { agentSales as resource } from '@nightflow/schemas/agents/agent-lists'
import { SaleStatus } from '@nightflow/schemas/agents/agent-money'
import type { PoolClient } from 'pg'
import { defineEntity } from '../projector/entity.ts'
import { personOf } from '../projector/entity-history.ts'

const statuses = SaleStatus.enum

/** Sales of agents with what became of each. */
export const agentSales = defineEntity({
  name: 'agents/agent-sales',
  version: 1,
  table: 'agent_sales',
  key: ['saleId'],
  row: resource.row,
  indexes: {
    id: '(tenant, sale_no)',
    agent: '(tenant, user_id, sale_no)',
    account: '(tenant, account_no)',
    time: '(tenant, create_time)',
  },
  evolve: {
    'agents.AgentSaleReserved': (seen, { data: { saleId, userId, kind, payerAccountNo, meterNo, amountMinor, at }, position }) =>
      seen ?? {
        ...{ saleNo: position, saleId, userId, agent: personOf(`user:${userId}`), kind, status: statuses.reserved },
        ...{ accountNo: payerAccountNo, meterNo, amountMinor, commissionMinor: 0, reasonCode: '', createTime: at },
      },
    'agents.AgentSaleCompleted': (seen, { data: { commissionMinor } }) =>
      seen && { ...seen, status: statuses.sold, commissionMinor, reasonCode: '' },
    'agents.AgentSaleReleased': (seen, { data: { reasonCode } }) => seen && { ...seen, status: statuses.notSold, reasonCode },
    'agents.AgentSaleReversed': (seen, { data: { commissionMinor } }) =>
      seen && { ...seen, status: statuses.reversed, commissionMinor: seen.commissionMinor - commissionMinor },
  },
})

const columns = `sale_no::float8 as "saleNo", sale_id as "saleId", kind, status, account_no as "accountNo", meter_no as "meterNo",
  amount_minor::float8 as "amountMinor", commission_minor::float8 as "commissionMinor", reason_code as "reasonCode", create_time as "soldAt"`

export type SaleOfAgent = Omit<DeskSale, 'tokens' | 'createTime'>
type Stored = SaleOfAgent & { soldAt: Date }

const shown = ({ soldAt, ...sale }: Stored): SaleOfAgent & { createTime: string } => ({ ...sale, createTime: soldAt.toISOString() })

/** A sale of this agent by its identifier, or by its number. */
export const findSale = async (database: PoolClient, userId: number, { saleId, saleNo }: { saleId?: string; saleNo?: number }) => {
  const { rows } = await database.query<Stored>(
    `select ${columns} from views.agent_sales where user_id = $1 and (sale_id = $2 or sale_no = $3)`,
    [userId, saleId ?? null, saleNo ?? null],
  )
  return rows[0] && shown(rows[0])
}

/** The latest sales of this agent. */
export const latestSales = async (database: PoolClient, userId: number, limit: number) => {
  const { rows } = await database.query<Stored>(
    `select ${columns} from views.agent_sales where user_id = $1 order by sale_no desc limit $2`,
    [userId, limit],
  )
  return rows.map(shown)
}
