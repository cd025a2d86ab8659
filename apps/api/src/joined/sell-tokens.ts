import { accountBillsDecider, refuseOverLimit } from '@nightflow/domain/billing/account-bills-decider'
import { balanceOf, presentContract } from '@nightflow/domain/billing/account-contracts'
import { leftOfPayment, paymentToDivide } from '@nightflow/domain/billing/payment-deduction'
import { priceOfWater, waterFor } from '@nightflow/domain/billing/water-for'
import { type WaterSales, waterSalesDecider } from '@nightflow/domain/billing/water-sales-decider'
import type { MeterTokens } from '@nightflow/domain/prepaid/meter-tokens'
import { litresPerUnit, meterTokensDecider } from '@nightflow/domain/prepaid/meter-tokens-decider'
import { exactParts, exactUnitsMax } from '@nightflow/domain/prepaid/sts/transfer-amount'
import { finishTokenSale, type SaleParts } from '@nightflow/domain/sell-tokens'
import type { Decider } from '@nightflow/domain/shared/decider'
import { type CommandExecuted, loadStream, stateOfStream } from '@nightflow/event-log/execute-command'
import type { Loaded } from '@nightflow/event-log/kept-states'
import { purchaseLimitOf } from '@nightflow/projections/customers/accounts'
import { pricePlanOf } from '@nightflow/projections/joined/price-plan'
import { saleFacts } from '@nightflow/projections/joined/sale-facts'
import { tokenNumberOf } from '@nightflow/projections/prepaid/tokens'
import { waitForViews } from '@nightflow/projections/projector/checkpoint'
import { PaymentSource } from '@nightflow/schemas/billing/deduction'
import type { EventType } from '@nightflow/schemas/events'
import { LargeTokenSales } from '@nightflow/schemas/platform/token-settings'
import { litresOfVolume, minorOfAmount, quoteToken, sellToken, type TokenQuote } from '@nightflow/schemas/prepaid/token-calls'
import type { RequestOf } from '@nightflow/schemas/shared/endpoint'
import { isRejection, type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import { refusalOfStatus, refuseAccount } from '../billing/account-facts.ts'
import { holderSeenBy } from '../billing/bill-documents.ts'
import { askedTogether } from '../http/asked-together.ts'
import { confirmed } from '../http/confirmed-amount.ts'
import { execute, timeZoneOf, tryOut } from '../http/decide.ts'
import { claimOf } from '../http/named-id.ts'
import type { RequestContext } from '../http/request-context.ts'
import { ask, command, type Route } from '../http/serve.ts'
import { tenantOfCaller } from '../http/tenant-of-caller.ts'
import { meterAmong, meterOfSale, panLastFourOf, tokensOf, vendorFor } from '../prepaid/vending.ts'

export const moneyOf = (context: RequestContext, accountNo: string): Promise<WaterSales> =>
  stateOfStream(context.log, `${context.caller.tenant}/billing-account-${accountNo}`, waterSalesDecider)

const askFacts = askedTogether(saleFacts)

const factsFor = async (context: RequestContext, accountNo: string) =>
  askFacts(context, { accountNo, timeZone: await timeZoneOf(context), at: Date.now() })

const planOf = async (context: RequestContext, accountNo: string) => {
  const timeZone = await timeZoneOf(context)
  return context.read((database) => pricePlanOf(database, { accountNo, timeZone, at: Date.now() }))
}

/** The states that a sale has read or left behind, by decider: a sale is of one meter and one account. */
type Known = Map<unknown, Loaded<never>>

/**
 * A payment of a sale has the identifier of the sale, which no other payment of the tenant may have. Streams grow with every sale: each step goes on from
 * the state that the step before it left, and reads further events only after a conflict.
 */
const executeIn =
  (context: RequestContext, known: Known) =>
  async <Command extends { type: string }, State, Event extends { type: EventType; data: object }>(
    decider: Decider<Command, State, Event>,
    given: Command,
  ): Promise<CommandExecuted<State, Event> | Rejection> => {
    const claims =
      given.type === 'ReceivePayment'
        ? claimOf(context, 'billing.PaymentReceived', (given as unknown as { paymentId: string }).paymentId)
        : {}
    const executed = await execute<Command, State, never>(context, decider as never, given, { ...claims, known: known.get(decider) })
    if (!isRejection(executed))
      known.set(decider, { state: executed.after as never, version: executed.version, position: executed.position })
    return executed
  }

/** The money of an account as it is now, from which the sale of its water goes on. */
const freshMoneyOf = async (context: RequestContext, accountNo: string, known: Known): Promise<WaterSales> => {
  const stream = `${context.caller.tenant}/billing-account-${accountNo}`
  const loaded = await loadStream(context.log, stream, waterSalesDecider)
  known.set(waterSalesDecider, { ...loaded, state: loaded.state as never })
  return loaded.state
}

/** The part of an amount that is left for water, as its payment would be divided now: deductions, open bills and a balance below zero come first. */
const leftOf = async (context: RequestContext, { bills }: WaterSales, accountNo: string, amountMinor: number) => {
  const payment = paymentToDivide(accountNo, amountMinor)
  const tried = await tryOut(context, accountBillsDecider, { ...payment, source: PaymentSource.enum.recharge })
  if (isRejection(tried)) return tried
  const restMinor = leftOfPayment(tried.after, payment.paymentId)
  const leftMinor = Math.max(0, Math.min(restMinor, restMinor + balanceOf(bills, presentContract(bills))))
  return { leftMinor, owedMinor: amountMinor - leftMinor }
}

const owedBefore = (money: WaterSales): number => {
  const contractNo = presentContract(money.bills)
  const open = [...money.bills.bills.values()].reduce((sum, bill) => sum + (bill.contractNo === contractNo ? bill.openMinor : 0), 0)
  return Math.max(0, open - balanceOf(money.bills, contractNo))
}

/** Whether the utility refuses a sale above the exact range instead of splitting it. */
const refusesLarge = async (context: RequestContext): Promise<boolean> =>
  (await tenantOfCaller(context)).settings.largeTokenSales === LargeTokenSales.enum.refuse

/** The tokens of a sale: one, or several where the utility splits what is above the exact range. */
const partsFor = async (context: RequestContext, units: number): Promise<number[] | Rejection> => {
  const parts = exactParts(units)
  if (isRejection(parts) || parts.length === 1 || !(await refusesLarge(context))) return parts
  return rejected('sts-sale-too-large', { most: (exactUnitsMax * litresPerUnit) / litresPerCubicMetre })
}

/** The water that an amount buys now, in units of a token. */
const unitsFor = async (context: RequestContext, { accountNo, amountMinor }: { accountNo: string; amountMinor: number }) => {
  const plan = await planOf(context, accountNo)
  if (isRejection(plan)) return plan
  const money = await moneyOf(context, accountNo)
  const left = await leftOf(context, money, accountNo, amountMinor)
  return isRejection(left) ? left : Math.ceil(waterFor(plan, money, left.leftMinor, Date.now()).litres / litresPerUnit)
}

const litresPerCubicMetre = 1_000

type Asked = { amount?: number | undefined; cubicMetres?: number | undefined }

/** The amount of a sale: the one that is named, or what a volume costs together with what is owed. */
const amountOf = (money: WaterSales, plan: Parameters<typeof priceOfWater>[0], { amount, cubicMetres }: Asked): number | Rejection => {
  if ((amount === undefined) === (cubicMetres === undefined)) return rejected('sts-amount-or-volume')
  if (amount !== undefined) return minorOfAmount(amount)
  const units = Math.ceil(litresOfVolume(cubicMetres!) / litresPerUnit)
  return owedBefore(money) + priceOfWater(plan, money, units * litresPerUnit, Date.now()).amountMinor
}

export const lastTokenOf = ({ sales }: MeterTokens): TokenQuote['lastToken'] => {
  const last = [...sales.values()].findLast(({ tokens }) => tokens !== undefined)
  return last ? { digits: last.tokens!.join(' '), issuedAt: last.requested!.at, litres: last.requested!.litres } : null
}

/** The meter, the money and the water of a sale as it would be now. */
export const quoteOfToken = async (
  { accountNo, meterNo: wanted, ...asked }: RequestOf<typeof quoteToken>,
  context: RequestContext,
): Promise<TokenQuote | Rejection> => {
  const refused = await refuseAccount(context, accountNo)
  if (refused) return refused
  const meter = await meterOfSale(context, accountNo, wanted)
  if (isRejection(meter)) return meter
  const plan = await planOf(context, accountNo)
  if (isRejection(plan)) return plan
  const money = await moneyOf(context, accountNo)
  const amountMinor = amountOf(money, plan, asked)
  if (isRejection(amountMinor)) return amountMinor
  const overLimit = refuseOverLimit(amountMinor, await context.read((database) => purchaseLimitOf(database, accountNo)))
  if (overLimit) return overLimit
  const left = await leftOf(context, money, accountNo, amountMinor)
  if (isRejection(left)) return left
  const water = waterFor(plan, money, left.leftMinor, Date.now())
  const units = Math.ceil(water.litres / litresPerUnit)
  const parts = await partsFor(context, units)
  if (isRejection(parts)) return parts
  const holder = await holderSeenBy(context, { accountNo, contractNo: presentContract(money.bills) })
  return {
    ...{ accountNo, meterNo: meter.meterNo, panLastFour: panLastFourOf(meter.pan) },
    ...{ customerName: holder?.name ?? null, address: holder?.address ?? null },
    lastToken: lastTokenOf(await tokensOf(context, meter.meterNo)),
    ...{ amountMinor, owedMinor: left.owedMinor, chargedMinor: water.amountMinor, vatMinor: water.vatMinor },
    balanceMinor: left.leftMinor - water.amountMinor,
    ...{ litres: water.litres, roundedUpLitres: units * litresPerUnit - water.litres },
    tokenCount: water.litres === 0 ? 0 : parts.length,
  }
}

/**
 * Sells tokens. Refused before the first event is what the meter, the module or the price would refuse; from the first event on the sale is finished
 * here, or by the policy `prepaid/finish-token-sales` where this process stops.
 */
const sell = async (sent: RequestOf<typeof sellToken>, context: RequestContext) => {
  const request = await confirmed(context, sent, minorOfAmount(sent.amount))
  if (isRejection(request)) return request
  const { amount, ...sale } = request
  return sellTokens(context, { ...sale, amountMinor: minorOfAmount(amount) })
}

/** A sale as its seller names it; `agentId` where an agent sells. */
type SaleOfTokens = Omit<RequestOf<typeof sellToken>, 'amount' | 'confirmedAmount'> & { amountMinor: number; agentId?: number }

export const sellTokens = async (context: RequestContext, { panLastFour, ...asked }: SaleOfTokens) => {
  const { requestId, accountNo, meterNo, amountMinor } = asked
  const named = { meterNo, requestId }
  const known: Known = new Map()
  let facts: ReturnType<typeof factsFor> | undefined
  const factsOnce = () => (facts ??= factsFor(context, accountNo))
  const loaded = await loadStream(context.log, `${context.caller.tenant}/prepaid-sts-meter-${meterNo}`, meterTokensDecider)
  const before = loaded.state
  const vendor = await vendorFor(context, before.registered)
  if (isRejection(vendor)) return vendor
  if (!before.sales.has(requestId)) {
    const refused = await refuseSale(context, { accountNo, meterNo, panLastFour, amountMinor }, factsOnce)
    if (refused) return refused
  }
  const executing = executeIn(context, known)
  known.set(meterTokensDecider, { ...loaded, state: loaded.state as never })
  const started = await executing(meterTokensDecider, { type: 'StartTokenSale', ...asked })
  if (isRejection(started)) return started
  const isNew = started.events.length === 1
  const parts: SaleParts = {
    execute: executing,
    moneyOf: (of) => freshMoneyOf(context, of, known),
    planOf: async () => (await factsOnce()).plan,
    vendor,
    now: Date.now,
  }
  let end = await finishTokenSale(parts, named, started.after.sales.get(requestId)!)
  // Another request of the same sale was faster: it is read again, and goes on from there.
  for (let nth = 0; nth < sameSaleMax && isRejection(end) && end.rejected === 'changed-meanwhile'; nth += 1) {
    const sale = (await tokensOf(context, meterNo)).sales.get(requestId)
    if (sale) end = await finishTokenSale(parts, named, sale)
  }
  if (isRejection(end)) return end
  const { sale } = end
  if (!sale.tokens || !sale.requested) return rejected('sts-nothing-bought')
  const position = Math.max(started.position, end.position)
  const tokenNo = isNew ? started.position : ((await numberOf(context, named, position)) ?? started.position)
  const { chargedMinor, litres, roundedUpLitres } = sale.requested
  const response = { tokenNo, tokens: [...sale.tokens], amountMinor, chargedMinor, litres, roundedUpLitres }
  return { response, position, after: { meterNo, accountNo, requestId, amountMinor, chargedMinor, litres } }
}

/** The number of a sale that was started before: that of its first event. */
const numberOf = async (context: RequestContext, named: { meterNo: string; requestId: string }, position: number) => {
  await waitForViews(context.servicePool, position, context.viewWaitMilliseconds)
  return context.read((database) => tokenNumberOf(database, named))
}

/** Attempts to finish a sale that another request finishes at the same time. */
const sameSaleMax = 5

const refuseSale = async (
  context: RequestContext,
  { accountNo, meterNo, panLastFour, amountMinor }: { accountNo: string; meterNo: string; panLastFour: string; amountMinor: number },
  factsOnce: () => ReturnType<typeof factsFor>,
): Promise<Rejection | undefined> => {
  const { status, purchaseLimitMinor, meters, plan } = await factsOnce()
  const refused = refusalOfStatus(status ?? undefined, accountNo) ?? refuseOverLimit(amountMinor, purchaseLimitMinor)
  if (refused) return refused
  const meter = meterAmong(meters, accountNo, meterNo)
  if (isRejection(meter)) return meter
  if (panLastFourOf(meter.pan) !== panLastFour) return rejected('sts-pan-differs')
  if (isRejection(plan)) return plan
  if (!(await refusesLarge(context))) return undefined
  const units = await unitsFor(context, { accountNo, amountMinor })
  if (isRejection(units)) return units
  const parts = await partsFor(context, units)
  return isRejection(parts) ? parts : undefined
}

export const sellTokenRoutes: readonly Route[] = [ask(quoteToken, quoteOfToken), command(sellToken, sell)]
