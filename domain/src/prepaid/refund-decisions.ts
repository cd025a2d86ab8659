import type { TokenCommand } from '@nightflow/schemas/prepaid/token-commands'
import { RechargeFlag, RefundStatus } from '@nightflow/schemas/prepaid/token-refund'
import type { RefundCommand } from '@nightflow/schemas/prepaid/token-refund-calls'
import { isRejection, type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import type { Context } from '../shared/decider.ts'
import type { MeterTokens, MeterTokensEvent, TokenRefund } from './meter-tokens.ts'
import { isEntered, isUnderWay } from './token-downlinks.ts'

type Command = RefundCommand | TokenCommand
type Of<Type extends Command['type']> = Extract<Command, { type: Type }>
type Decision = readonly MeterTokensEvent[] | Rejection
const statuses = RefundStatus.enum
const flags = RechargeFlag.enum

const isOpen = ({ status }: TokenRefund): boolean => status === statuses.pending || status === statuses.processing

/** The application. A token that is in the meter is refused at once, and one application at a time is open. */
export const requestRefund = (command: Of<'RequestTokenRefund'>, { sales }: MeterTokens, { now, actor }: Context): Decision => {
  const { type: _, ...asked } = command
  const sale = sales.get(asked.requestId)
  if (!sale?.tokens || !sale.requested) return rejected('not-found')
  const { refund, started, tokens, requested } = sale
  if (isEntered(sale) || refund?.flag === flags.alreadyCharged) return rejected('sts-refund-filled')
  if (refund && refund.status !== statuses.rejected) return rejected('sts-refund-open')
  const facts = { accountNo: started.accountNo, tokens: [...tokens], amountMinor: requested.chargedMinor }
  return [{ type: 'prepaid.TokenRefundRequested', data: { ...asked, ...facts, requestedBy: actor, at: now } }]
}

/** The open application of a sale, or why there is none. */
const openRefund = ({ sales }: MeterTokens, requestId: string): TokenRefund | Rejection => {
  const refund = sales.get(requestId)?.refund
  if (!refund) return rejected('not-found')
  return isOpen(refund) ? refund : rejected('sts-refund-decided')
}

export const reviewRefund = ({ type: _, ...asked }: Of<'ReviewTokenRefund'>, state: MeterTokens, { now }: Context): Decision => {
  const refund = openRefund(state, asked.requestId)
  if (isRejection(refund)) return refund
  return refund.status === statuses.processing ? [] : [{ type: 'prepaid.TokenRefundReviewed', data: { ...asked, at: now } }]
}

export const flagRefund = ({ type: _, ...asked }: Of<'FlagTokenRefund'>, state: MeterTokens, { now }: Context): Decision => {
  const refund = openRefund(state, asked.requestId)
  if (isRejection(refund)) return refund
  return refund.flag === asked.rechargeFlag ? [] : [{ type: 'prepaid.TokenRefundFlagged', data: { ...asked, at: now } }]
}

/** Another person than the applicant approves, once it is known that the token is not in the meter. */
export const approveRefund = ({ type: _, ...asked }: Of<'ApproveTokenRefund'>, state: MeterTokens, { now, actor }: Context): Decision => {
  const sale = state.sales.get(asked.requestId)
  const known = sale?.refund
  if (known?.status === statuses.completed) return []
  const refund = openRefund(state, asked.requestId)
  if (isRejection(refund)) return refund
  if ((sale && isEntered(sale)) || refund.flag === flags.alreadyCharged) return rejected('sts-refund-filled')
  // The gateway may enter the token at any moment.
  if (sale && isUnderWay(sale)) return rejected('token-downlink-open')
  if (refund.flag === flags.inSearch) return rejected('sts-refund-in-search')
  if (refund.requestedBy === actor) return rejected('sts-own-request')
  return [{ type: 'prepaid.TokenRefundApproved', data: { ...asked, at: now } }]
}

export const rejectRefund = ({ type: _, ...asked }: Of<'RejectTokenRefund'>, state: MeterTokens, { now }: Context): Decision => {
  const refund = openRefund(state, asked.requestId)
  return isRejection(refund) ? refund : [{ type: 'prepaid.TokenRefundRejected', data: { ...asked, at: now } }]
}
