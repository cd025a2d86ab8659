import { createHash } from 'node:crypto'
import type { Claim } from '@nightflow/event-log/execute-command'
import type { EventType } from '@nightflow/schemas/events'
import type { RequestContext } from './request-context.ts'

/** The same identifier for the same name, a UUID of version 8. */
export const namedId = (name: string): string => {
  const digest = createHash('sha256').update(name).digest('hex')
  return `${digest.slice(0, 8)}-${digest.slice(8, 12)}-8${digest.slice(13, 16)}-8${digest.slice(17, 20)}-${digest.slice(20, 32)}`
}

/** Events of the same kind share their identifiers: refunds and payments of debts are payments. */
const kindOf = {
  'billing.BillCredited': 'adjustment',
  'billing.BillDebited': 'adjustment',
  'billing.BillRecomputed': 'adjustment',
  'billing.BillIssued': 'bill',
  'billing.DebtAdded': 'debt',
  'billing.PaymentDeducted': 'deduction',
  'billing.PaymentReceived': 'payment',
  'billing.BalanceRefunded': 'payment',
  'billing.DebtPaid': 'payment',
  'billing.InstalmentsPlanned': 'plan',
  'agents.FloatRecharged': 'agent-recharge',
  'agents.AgentCommissionPaid': 'agent-payout',
  'agents.AgentSaleReserved': 'agent-sale',
} as const satisfies Partial<Record<EventType, string>>
export type ClaimingType = keyof typeof kindOf

/** The id of the event that an identifier of a request is for: the log refuses a second one of the tenant, whatever its account. */
export const claimOf = ({ caller: { tenant } }: Pick<RequestContext, 'caller'>, type: ClaimingType, id: string): { claims: Claim } => ({
  claims: { type, id: namedId(`${tenant}/${kindOf[type]}/${id.toLowerCase()}`) },
})
