import { z } from 'zod'
import { confirmedAmount } from '../shared/confirmed-amount.ts'
import { endpoint } from '../shared/endpoint.ts'
import { HistoryRow, historyOf, historyPage } from '../shared/history.ts'
import { RowId } from '../shared/lists.ts'
import { Instant } from '../shared/values.ts'
import { AgentMinor, ofAgent, remark, TypedAmount } from './agent-money.ts'

/** How an agent paid: by the proprietary channel, at a POS terminal, or by a third party. */
export const PurchaseMethod = z.enum({ proprietary: '0', posTerminal: '1', thirdParty: '2' })
export type PurchaseMethod = z.infer<typeof PurchaseMethod>

/** One recharge is a million at most. */
const rechargeMinorMax = 100_000_000
const minorPerUnit = 100

/** Of the command and of its event. */
export const recharge = {
  /** Chosen by the caller, so that a repeated request recharges once. */
  rechargeId: z.uuid(),
  ...ofAgent,
  amountMinor: AgentMinor.max(rechargeMinorMax),
  purchaseMethod: PurchaseMethod,
  remark,
}

export const rechargeEventTypes = {
  /** Recharges of before the agent had a float: each in a stream of its own, and none in the ledger. */
  'agents.AgentRecharged': { version: 1, data: z.object({ ...recharge, rechargedAt: Instant }) },
} as const

export const agentRecharge = endpoint({
  method: 'POST',
  path: '/prod-api/system/user/agentRecharge',
  permission: 'system:agent:recharge',
  summary: 'Put money on an agent’s float; the same identifier again changes nothing',
  request: z.object({
    rechargeId: z.uuid(),
    userId: RowId,
    amount: TypedAmount.max(rechargeMinorMax / minorPerUnit),
    ...confirmedAmount,
    purchaseMethod: PurchaseMethod.default(PurchaseMethod.enum.proprietary),
    remark: remark.default(''),
  }),
  response: z.object({ balanceMinor: z.int() }),
})

export const listAgentHistory = endpoint({
  method: 'GET',
  path: '/api/v1/agents/:userId/history',
  permission: 'system:agent:list',
  summary: 'What happened to an agent’s money, newest first; page on with `before`',
  request: z.object({ userId: RowId, ...historyPage }),
  response: historyOf(HistoryRow),
  row: HistoryRow,
})
