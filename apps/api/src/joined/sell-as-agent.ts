import { accountBillsDecider, refuseOverLimit } from '@nightflow/domain/billing/account-bills-decider'
import { findSale } from '@nightflow/projections/agents/agent-sales'
import { purchaseLimitOf, statusOfAccount } from '@nightflow/projections/customers/accounts'
import { waitForViews } from '@nightflow/projections/projector/checkpoint'
import type { DeskSale, deskSell } from '@nightflow/schemas/agents/agent-desk-calls'
import { minorOfAmount, SaleKind, SaleStatus } from '@nightflow/schemas/agents/agent-money'
import { PaymentSource } from '@nightflow/schemas/billing/deduction'
import { PayMethod } from '@nightflow/schemas/billing/money'
import { SalePayMethod } from '@nightflow/schemas/prepaid/token'
import type { RequestOf } from '@nightflow/schemas/shared/endpoint'
import { isRejection, type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import { callingAgent, executeOnFloat } from '../agents/float-of.ts'
import { cancelled } from '../billing/account-facts.ts'
import { confirmed } from '../http/confirmed-amount.ts'
import { execute } from '../http/decide.ts'
import { claimOf } from '../http/named-id.ts'
import type { RequestContext } from '../http/request-context.ts'
import { tokensOf } from '../prepaid/vending.ts'
import { moneyOf, sellTokens } from './sell-tokens.ts'

const kinds = SaleKind.enum
type Asked = Omit<RequestOf<typeof deskSell>, 'amount' | 'confirmedAmount'> & { amountMinor: number }
type Sale = Asked & { userId: number }

/** The tokens of a sale, once they are made. */
export const tokensOfSale = async (context: RequestContext, sale: { saleId: string; meterNo: string | null }): Promise<string[]> =>
  sale.meterNo === null ? [] : [...((await tokensOf(context, sale.meterNo)).sales.get(sale.saleId)?.tokens ?? [])]

/** A sale of an agent as the list has it, with its tokens. */
export const shownSale = async (context: RequestContext, userId: number, saleId: string): Promise<DeskSale | undefined> => {
  const sale = await context.read((database) => findSale(database, userId, { saleId }))
  return sale && { ...sale, tokens: sale.kind === kinds.token ? await tokensOfSale(context, sale) : [] }
}

const isSame = (sale: DeskSale, asked: Asked): boolean =>
  sale.kind === asked.kind &&
  sale.accountNo === asked.accountNo &&
  sale.amountMinor === asked.amountMinor &&
  (asked.kind !== kinds.token || sale.meterNo === asked.meterNo)

/** The money of a sale: a payment of the account, or a sale of tokens, whose payment is of the same identifier. */
const moveMoney = async (context: RequestContext, sale: Sale): Promise<{ position: number } | Rejection> => {
  const { userId: agentId, saleId, kind, accountNo, amountMinor, meterNo, panLastFour } = sale
  if (kind === kinds.token) {
    if (meterNo === undefined || panLastFour === undefined) return rejected('agent-meter-missing')
    const sold = { requestId: saleId, accountNo, meterNo, panLastFour, amountMinor, payMethod: SalePayMethod.enum.cash, agentId }
    return sellTokens(context, sold)
  }
  const known = await context.read(async (database) => ({
    status: await statusOfAccount(database, accountNo),
    purchaseLimitMinor: await purchaseLimitOf(database, accountNo),
  }))
  if (known.status === undefined) return rejected('account-not-found', { accountNo })
  const payment = { accountNo, paymentId: saleId, amountMinor, payMethod: PayMethod.enum.cash, reference: '', remark: '', agentId }
  const source = kind === kinds.recharge ? PaymentSource.enum.recharge : PaymentSource.enum.bill
  const { purchaseLimitMinor, status } = known
  const command = { type: 'ReceivePayment' as const, ...payment, source, purchaseLimitMinor, isAccountCancelled: status === cancelled }
  return execute(context, accountBillsDecider, command, claimOf(context, 'billing.PaymentReceived', saleId))
}

const isPaid = async (context: RequestContext, { accountNo, saleId, userId }: Sale): Promise<boolean> =>
  (await moneyOf(context, accountNo)).bills.payments.get(saleId)?.received.agentId === userId

/** A sale of tokens that was started in the stream of its meter goes on, whatever this process does. */
const goesOn = async (context: RequestContext, { kind, meterNo, saleId }: Sale): Promise<boolean> => {
  if (kind !== kinds.token || meterNo === undefined) return false
  const started = (await tokensOf(context, meterNo)).sales.get(saleId)
  return started !== undefined && started.failed === undefined
}

/** A recharge above the purchase limit of its account is refused before the float is held. */
const refuseRecharge = async (context: RequestContext, { accountNo, amountMinor }: Asked): Promise<Rejection | undefined> =>
  refuseOverLimit(amountMinor, await context.read((database) => purchaseLimitOf(database, accountNo)))

/** The float follows the money: debited where it is on the account, free again where it will not come. */
const follow = async (context: RequestContext, sale: Sale, refused: Rejection | undefined) => {
  const { userId, saleId } = sale
  if (refused === undefined || (await isPaid(context, sale))) return executeOnFloat(context, { type: 'CompleteSale', userId, saleId })
  if (refused.rejected === 'changed-meanwhile' || (await goesOn(context, sale))) return refused
  return executeOnFloat(context, { type: 'ReleaseSale', userId, saleId, reasonCode: refused.rejected })
}

/**
 * Sells from the caller's float: it is held first, then the money goes to the account, then the float is debited and the commission earned. Where this
 * process stops in between, the policy `agents/follow-sales` does the rest.
 */
export const sellAsAgent = async (sent: RequestOf<typeof deskSell>, context: RequestContext) => {
  const userId = await callingAgent(context)
  if (isRejection(userId)) return userId
  const request = await confirmed(context, sent, minorOfAmount(sent.amount))
  if (isRejection(request)) return request
  const { amount, ...named } = request
  const asked = { ...named, amountMinor: minorOfAmount(amount) }
  const { saleId, kind, accountNo } = asked
  const known = await shownSale(context, userId, saleId)
  if (known && !isSame(known, asked)) return rejected('agent-sale-id-used')
  if (known?.status === SaleStatus.enum.sold && (kind !== kinds.token || known.tokens.length > 0)) return { response: known }
  const overLimit = known || kind === kinds.payment ? undefined : await refuseRecharge(context, asked)
  if (overLimit) return overLimit
  const sale = { ...asked, userId }
  const meterNo = kind === kinds.token ? (asked.meterNo ?? null) : null
  if (kind === kinds.token && meterNo === null) return rejected('agent-meter-missing')
  const reservation = {
    type: 'ReserveSale' as const,
    userId,
    saleId,
    kind,
    payerAccountNo: accountNo,
    meterNo,
    amountMinor: asked.amountMinor,
  }
  const reserved = await executeOnFloat(context, reservation, claimOf(context, 'agents.AgentSaleReserved', saleId))
  if (isRejection(reserved)) return reserved.rejected === 'transaction-id-reused' ? rejected('agent-sale-id-used') : reserved
  const moved = await moveMoney(context, sale)
  const followed = await follow(context, sale, isRejection(moved) ? moved : undefined)
  if (isRejection(moved)) return moved
  if (isRejection(followed)) return followed
  const position = Math.max(moved.position, followed.position)
  await waitForViews(context.servicePool, position, context.viewWaitMilliseconds)
  const response = await shownSale(context, userId, saleId)
  if (!response) return rejected('changed-meanwhile')
  return {
    response,
    position,
    after: { saleId, accountNo, kind, amountMinor: asked.amountMinor, commissionMinor: response.commissionMinor },
  }
}
