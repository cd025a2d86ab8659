import { availableOf, heldMinorOf } from '@nightflow/domain/agents/agent-float'
import { commissionOf } from '@nightflow/domain/agents/commission-of'
import { refuseSale } from '@nightflow/domain/agents/sale-decisions'
import { localDay } from '@nightflow/domain/shared/assigned-schemes'
import { calendarOf, dayOfDate } from '@nightflow/domain/shared/local-time'
import { statementOfAgent } from '@nightflow/projections/agents/agent-entries'
import { findSale, latestSales } from '@nightflow/projections/agents/agent-sales'
import { paymentNumbers } from '@nightflow/projections/billing/payments'
import { customersOfAgent } from '@nightflow/projections/joined/agent-customers'
import { tokenNumberOf } from '@nightflow/projections/prepaid/tokens'
import {
  type DeskFloat,
  deskCustomersMax,
  deskFind,
  deskFloat,
  deskPreview,
  deskReceipt,
  deskSale,
  deskSales,
  deskSalesMax,
  deskSell,
} from '@nightflow/schemas/agents/agent-desk-calls'
import { minorOfAmount, SaleKind, SaleStatus } from '@nightflow/schemas/agents/agent-money'
import { PaymentSource } from '@nightflow/schemas/billing/deduction'
import type { Endpoint, RequestOf, ResponseOf } from '@nightflow/schemas/shared/endpoint'
import { isRejection, type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import { atDesk, callingAgent, floatOf } from '../agents/float-of.ts'
import { refuseAccount } from '../billing/account-facts.ts'
import { printReceipt } from '../billing/counter.ts'
import { previewOfPayment } from '../billing/preview-payment.ts'
import { clockOf } from '../http/decide.ts'
import type { RequestContext } from '../http/request-context.ts'
import type { FileAnswer } from '../http/send-answer.ts'
import { ask, command, type Route } from '../http/serve.ts'
import { document } from '../resource/export-routes.ts'
import { printToken } from './print-token.ts'
import { sellAsAgent, shownSale, tokensOfSale } from './sell-as-agent.ts'
import { quoteOfToken } from './sell-tokens.ts'

const kinds = SaleKind.enum

/** The caller's float as the log has it now, and the sums of the day. */
const showFloat = async (_: RequestOf<typeof deskFloat>, context: RequestContext): Promise<DeskFloat | Rejection> => {
  const userId = await callingAgent(context)
  if (isRejection(userId)) return userId
  const { now, timeZone } = await clockOf(context)
  const { startOf } = calendarOf(timeZone)
  const today = dayOfDate(localDay(now, timeZone))
  const span = { from: new Date(startOf(today)), to: new Date(startOf(today + 1)) }
  const [line] = await context.read((database) => statementOfAgent(database, { userId, unit: 'day', timeZone, ...span }))
  const state = await floatOf(context, userId)
  const { balanceMinor, unpaidMinor, terms } = state
  return {
    ...{ ...terms, balanceMinor, unpaidMinor, heldMinor: heldMinorOf(state), availableMinor: availableOf(state) },
    ...{ soldTodayMinor: line?.soldMinor ?? 0, salesToday: line?.sales ?? 0, earnedTodayMinor: line?.earnedMinor ?? 0 },
  }
}

const find = async ({ search }: RequestOf<typeof deskFind>, context: RequestContext): Promise<ResponseOf<typeof deskFind> | Rejection> => {
  const userId = await callingAgent(context)
  if (isRejection(userId)) return userId
  return { customers: await context.read((database) => customersOfAgent(database, { userId, search, limit: deskCustomersMax })) }
}

type Asked = Omit<RequestOf<typeof deskPreview>, 'kind'>

/** The things that the amount pays: for tokens together with the meter, as it is shown before money is taken. */
const previewTokens = async ({ accountNo, meterNo, amount }: Asked, context: RequestContext) => {
  const quoted = await quoteOfToken({ accountNo, meterNo, amount }, context)
  if (isRejection(quoted)) return quoted
  const paid = await previewOfPayment({ accountNo, amount, source: PaymentSource.enum.recharge, purchasedLitres: 0 }, context)
  if (isRejection(paid)) return paid
  const { panLastFour, lastToken, tokenCount, litres, chargedMinor } = quoted
  const meter = { meterNo: quoted.meterNo, panLastFour, lastToken: lastToken?.digits ?? null, tokenCount }
  return { ...paid, restMinor: chargedMinor + quoted.balanceMinor, litres, meter }
}

const previewPayment = async ({ accountNo, amount }: Asked, isRecharge: boolean, context: RequestContext) => {
  const refused = isRecharge ? await refuseAccount(context, accountNo) : undefined
  if (refused) return refused
  const source = isRecharge ? PaymentSource.enum.recharge : PaymentSource.enum.bill
  const paid = await previewOfPayment({ accountNo, amount, source, purchasedLitres: 0 }, context)
  return isRejection(paid) ? paid : { ...paid, meter: null }
}

const preview = async (
  { kind, ...asked }: RequestOf<typeof deskPreview>,
  context: RequestContext,
): Promise<ResponseOf<typeof deskPreview> | Rejection> => {
  const userId = await callingAgent(context)
  if (isRejection(userId)) return userId
  const state = await floatOf(context, userId)
  const { now, timeZone } = await clockOf(context)
  const amountMinor = minorOfAmount(asked.amount)
  const refused = refuseSale(state, amountMinor, localDay(now, timeZone))
  if (refused) return refused
  const paid = await (kind === kinds.token ? previewTokens(asked, context) : previewPayment(asked, kind === kinds.recharge, context))
  if (isRejection(paid)) return paid
  const { lines, billsMinor, restMinor, litres, meter } = paid
  const availableMinor = availableOf(state)
  return {
    ...{ amountMinor, billsMinor, restMinor, litres, meter },
    deductions: lines
      .filter((line) => line.amountMinor > 0)
      .map(({ name, amountMinor: takenMinor }) => ({ name, amountMinor: takenMinor })),
    commissionMinor: commissionOf(amountMinor, state.terms.commissionBasisPoints),
    ...{ availableMinor, leftMinor: availableMinor - amountMinor },
  }
}

const showSale = async ({ saleId }: RequestOf<typeof deskSale>, context: RequestContext) => {
  const userId = await callingAgent(context)
  return isRejection(userId) ? userId : shownSale(context, userId, saleId)
}

const showSales = async (_: RequestOf<typeof deskSales>, context: RequestContext) => {
  const userId = await callingAgent(context)
  if (isRejection(userId)) return userId
  const rows = []
  for (const sale of await context.read((database) => latestSales(database, userId, deskSalesMax)))
    rows.push({ ...sale, tokens: sale.kind === kinds.token ? await tokensOfSale(context, sale) : [] })
  return { rows }
}

/** Of a sale of the caller alone: printing again sells nothing. */
const print = async ({ saleNo, language }: RequestOf<typeof deskReceipt>, context: RequestContext): Promise<FileAnswer | Rejection> => {
  const userId = await callingAgent(context)
  if (isRejection(userId)) return userId
  const sale = await context.read((database) => findSale(database, userId, { saleNo }))
  if (!sale || sale.status === SaleStatus.enum.reserved || sale.status === SaleStatus.enum.notSold) return rejected('not-found')
  const { accountNo, saleId, meterNo } = sale
  const numbers = await context.read(async (database) => ({
    token: sale.kind === kinds.token && meterNo !== null ? await tokenNumberOf(database, { meterNo, requestId: saleId }) : undefined,
    payment: await paymentNumbers.numberOf(database, accountNo, saleId),
  }))
  if (numbers.token !== undefined) return printToken({ tokenNo: numbers.token, language }, context)
  return numbers.payment === undefined ? rejected('not-found') : printReceipt({ paymentNo: numbers.payment, language }, context)
}

type Answer<E extends Endpoint, Answered> = (request: RequestOf<E>, context: RequestContext) => Promise<Answered>
const desk =
  <E extends Endpoint, Answered>(endpoint: E, answer: Answer<E, Answered>): Answer<E, Answered> =>
  (request, context) =>
    answer(request, atDesk(context, endpoint))

export const agentDeskRoutes: readonly Route[] = [
  ask(deskFloat, desk(deskFloat, showFloat)),
  ask(deskFind, desk(deskFind, find)),
  ask(deskPreview, desk(deskPreview, preview)),
  command(deskSell, desk(deskSell, sellAsAgent)),
  ask(deskSale, desk(deskSale, showSale)),
  ask(deskSales, desk(deskSales, showSales)),
  document(deskReceipt, desk(deskReceipt, print)),
]
