import { z } from 'zod'
import { confirmedAmount } from '../shared/confirmed-amount.ts'
import { endpoint } from '../shared/endpoint.ts'
import { formatText } from '../shared/format-texts.ts'
import { HistoryRow, historyOf, historyPage } from '../shared/history.ts'
import { RowId } from '../shared/lists.ts'
import type { NamedCommand } from '../shared/named-command.ts'
import { lines } from '../shared/text.ts'
import { Instant } from '../shared/values.ts'

/** How an agent paid: by the proprietary channel, at a POS terminal, or by a third party. */
export const PurchaseMethod = z.enum({ proprietary: '0', posTerminal: '1', thirdParty: '2' })
export type PurchaseMethod = z.infer<typeof PurchaseMethod>

/** Money is counted in hundredths of the tenant's currency, whatever the currency calls them; one recharge is a million at most. */
const amountMinorMax = 100_000_000
const minorPerUnit = 100
const remark = lines(100)

const recharge = {
  /** Chosen by the caller, so that a repeated request recharges once. */
  rechargeId: z.uuid(),
  userId: z.int().positive(),
  amountMinor: z.int().positive().max(amountMinorMax),
  purchaseMethod: PurchaseMethod,
  remark,
}

export const RechargeAgent = z.object({ type: z.literal('RechargeAgent'), ...recharge })
export type RechargeAgent = z.infer<typeof RechargeAgent>

export const AgentRecharged = z.object({ ...recharge, rechargedAt: Instant })

/** An amount as people type it: above zero, two decimals at most. */
const Amount = z
  .number()
  .positive()
  .max(amountMinorMax / minorPerUnit)
  .refine((amount) => Number.isInteger(minorOf(amount)), formatText('amount'))

/** Doubles carry two decimals of a million exactly enough: what is left of the third is noise. */
export const minorOf = (amount: number): number => Number((amount * minorPerUnit).toFixed(6))

export const agentRecharge = endpoint({
  method: 'POST',
  path: '/prod-api/system/user/agentRecharge',
  permission: 'system:agent:recharge',
  summary: 'Put money on an agent’s balance; the same identifier again changes nothing',
  request: z.object({
    rechargeId: z.uuid(),
    userId: RowId,
    amount: Amount,
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
  summary: 'What an agent was given, newest first; page on with `before`',
  request: z.object({ userId: RowId, ...historyPage }),
  response: historyOf(HistoryRow),
  row: HistoryRow,
})

/** Commands on agents. */
export const agentCommands: readonly NamedCommand<{ userId: number }>[] = [
  { name: 'recharge', endpoint: agentRecharge, requestId: 'rechargeId', icon: 'money' },
]
