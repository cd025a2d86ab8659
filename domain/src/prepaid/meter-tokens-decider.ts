import type { SaleCommand, TokenPart } from '@nightflow/schemas/prepaid/token'
import type { ManagementCommand, TokenCommand } from '@nightflow/schemas/prepaid/token-commands'
import type { TokenDownlinkCommand } from '@nightflow/schemas/prepaid/token-downlink'
import type { RefundCommand } from '@nightflow/schemas/prepaid/token-refund-calls'
import { isRejection, type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import type { Context, Decider } from '../shared/decider.ts'
import {
  approveManagement,
  cancelKeyChange,
  confirmKeyChange,
  refuseManagement,
  requestKeyChange,
  requestManagement,
} from './management-decisions.ts'
import { evolveTokens, type MeterTokens, type MeterTokensEvent, noTokens, soldToOf } from './meter-tokens.ts'
import { nextIdentifiers } from './next-identifiers.ts'
import { approveRefund, flagRefund, rejectRefund, requestRefund, reviewRefund } from './refund-decisions.ts'
import { sendToken } from './send-token.ts'
import { exactParts } from './sts/transfer-amount.ts'
import { confirmDownlink, downlinkOf, failDownlink, markDownlinkSent, requestDownlink } from './token-downlinks.ts'

type Of<Type extends SaleCommand['type']> = Extract<SaleCommand, { type: Type }>
export type MeterTokensCommand = SaleCommand | TokenCommand | TokenDownlinkCommand | RefundCommand | ManagementCommand
type Decision = readonly MeterTokensEvent[] | Rejection

/** A token counts in tenths of a cubic metre. */
export const litresPerUnit = 100

/**
 * Sales of tokens for one meter. Identifiers are taken in the meter's stream, so that they rise where several sell at the same time; the vending module
 * is given the identifier and does not choose one.
 */
export const meterTokensDecider: Decider<MeterTokensCommand, MeterTokens, MeterTokensEvent> = {
  streamOf: ({ meterNo }) => `prepaid-sts-meter-${meterNo}`,
  initialState: noTokens,
  isKept: true,
  evolve: evolveTokens,
  decide: {
    StartTokenSale: start,
    RequestTokens: request,
    RecordTokens: record,
    FailTokenSale: fail,
    SendToken: sendToken,
    RequestTokenDownlink: requestDownlink,
    MarkTokenDownlinkSent: markDownlinkSent,
    ConfirmTokenDownlink: confirmDownlink,
    FailTokenDownlink: failDownlink,
    RequestTokenRefund: requestRefund,
    ReviewTokenRefund: reviewRefund,
    FlagTokenRefund: flagRefund,
    ApproveTokenRefund: approveRefund,
    RejectTokenRefund: rejectRefund,
    RequestManagement: requestManagement,
    ApproveManagement: approveManagement,
    RefuseManagement: refuseManagement,
    RequestKeyChange: requestKeyChange,
    ConfirmKeyChange: confirmKeyChange,
    CancelKeyChange: cancelKeyChange,
  },
}

/** Refused here is what the meter would refuse, before any money is taken. */
function start({ type: _, ...asked }: Of<'StartTokenSale'>, state: MeterTokens, { now }: Context): Decision {
  const made = state.sales.get(asked.requestId)?.started
  if (made) {
    const isSame = made.accountNo === asked.accountNo && made.amountMinor === asked.amountMinor && made.payMethod === asked.payMethod
    return isSame ? [] : rejected('sts-request-id-used')
  }
  const identifiers = nextIdentifiers(state, 1, now)
  return isRejection(identifiers) ? identifiers : [{ type: 'prepaid.TokenSaleStarted', data: { ...asked, at: now } }]
}

/** The tokens of a sale that was paid: each exact, so that a large sale has several. */
function request({ type: _, litres, ...asked }: Of<'RequestTokens'>, state: MeterTokens, { now }: Context): Decision {
  const sale = state.sales.get(asked.requestId)
  if (!sale) return rejected('not-found')
  if (sale.requested || sale.failed !== undefined) return []
  if (litres <= 0) return rejected('sts-nothing-bought')
  const units = Math.ceil(litres / litresPerUnit)
  const amounts = exactParts(units)
  if (isRejection(amounts)) return amounts
  const identifiers = nextIdentifiers(state, amounts.length, now)
  if (isRejection(identifiers)) return identifiers
  const parts = amounts.map((each, nth): TokenPart => ({ units: each, tokenIdentifier: identifiers[nth]! }))
  const roundedUpLitres = units * litresPerUnit - litres
  const soldTo = soldToOf(state.registered!)
  return [{ type: 'prepaid.TokensRequested', data: { ...asked, litres, roundedUpLitres, parts, soldTo, at: now } }]
}

/** Recorded once: a repeat changes nothing, and other digits for the same request are a fault of the module. */
function record({ type: _, ...asked }: Of<'RecordTokens'>, state: MeterTokens, { now }: Context): Decision {
  const { sales, managements, keyChanges } = state
  const { requestId } = asked
  const sale = sales.get(requestId)
  const management = managements.get(requestId)
  const isAwaited = sale?.requested !== undefined || management?.approved !== undefined || keyChanges.has(requestId)
  if (!isAwaited) return rejected('not-found')
  const made = (sale ?? management ?? keyChanges.get(requestId))?.tokens
  if (made) return made.join() === asked.tokens.join() ? [] : rejected('sts-request-id-used')
  const issued: MeterTokensEvent = { type: 'prepaid.TokensIssued', data: { ...asked, at: now } }
  // A two-way meter gets its tokens by its gateway, once.
  return state.registered?.isTwoWay ? [issued, downlinkOf(asked, requestId, asked.tokens, now)] : [issued]
}

/** Before its tokens were requested a sale can end without any: what was paid is the balance of the account. */
function fail({ type: _, ...asked }: Of<'FailTokenSale'>, { sales }: MeterTokens, { now }: Context): Decision {
  const sale = sales.get(asked.requestId)
  if (!sale) return rejected('not-found')
  if (sale.failed !== undefined || sale.requested) return []
  return [{ type: 'prepaid.TokenSaleFailed', data: { ...asked, at: now } }]
}
