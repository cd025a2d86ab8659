import { createHash } from 'node:crypto'
import { accountBillsDecider } from '@nightflow/domain/billing/account-bills-decider'
import type { Claim } from '@nightflow/event-log/execute-command'
import type { CardPayMethod } from '@nightflow/schemas/cards/card-events'
import { isRejection, type Rejection } from '@nightflow/schemas/shared/rejections'
import { execute, refusalOf } from '../http/decide.ts'
import type { RequestContext } from '../http/request-context.ts'

/** The identifier of an event of money by that of its payment, as billing names it: a payment and a refund of the tenant never share one. */
export const claimOfPayment = (
  { caller: { tenant } }: RequestContext,
  type: 'billing.PaymentReceived' | 'billing.BalanceRefunded',
  paymentId: string,
): { claims: Claim } => {
  const digest = createHash('sha256').update(`${tenant}/payment/${paymentId.toLowerCase()}`).digest('hex')
  const parts = [digest.slice(0, 8), digest.slice(8, 12), `8${digest.slice(13, 16)}`, `8${digest.slice(17, 20)}`, digest.slice(20, 32)]
  return { claims: { type, id: parts.join('-') } }
}

/** Takes the payment of a recharge back that is on no card; nothing where there is none. */
export const takeBack = async (context: RequestContext, accountNo: string, paymentId: string, reason: string): Promise<number> => {
  const reversed = await execute(context, accountBillsDecider, { type: 'ReversePayment', accountNo, paymentId, reason: reason || '-' })
  return isRejection(reversed) ? 0 : reversed.position
}

type Refund = { accountNo: string; operationId: string; payMethod: CardPayMethod; reason: string }
const refundOf = ({ accountNo, operationId, payMethod, reason }: Refund, amountMinor: number) => ({
  type: 'RefundBalance' as const,
  ...{ accountNo, paymentId: operationId, amountMinor, payMethod, reason: reason || '-' },
})

/** Whether the account has the money of a purchase, before it is taken off the card. */
export const refuseRefund = (context: RequestContext, refund: Refund, amountMinor: number): Promise<Rejection | undefined> =>
  refusalOf(context, accountBillsDecider, refundOf(refund, amountMinor))

/** Gives the money of a purchase back that is off the card; bills that came in between keep theirs, and the answer is what was given. */
export const giveBack = async (context: RequestContext, refund: Refund, amountMinor: number) => {
  const claim = claimOfPayment(context, 'billing.BalanceRefunded', refund.operationId)
  return execute(context, accountBillsDecider, refundOf(refund, amountMinor), claim)
}
