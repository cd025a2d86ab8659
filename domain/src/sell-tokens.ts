import { PaymentSource } from '@nightflow/schemas/billing/deduction'
import { PayMethod } from '@nightflow/schemas/billing/money'
import type { EventType } from '@nightflow/schemas/events'
import { SalePayMethod } from '@nightflow/schemas/prepaid/token'
import { isRejection, type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import { accountBillsDecider } from './billing/account-bills-decider.ts'
import { balanceOf } from './billing/account-contracts.ts'
import { leftOfPayment } from './billing/payment-deduction.ts'
import type { RatePlan } from './billing/rate-usage.ts'
import { waterFor } from './billing/water-for.ts'
import { type WaterSales, waterSalesDecider } from './billing/water-sales-decider.ts'
import type { MeterTokens, TokenSale } from './prepaid/meter-tokens.ts'
import { meterTokensDecider } from './prepaid/meter-tokens-decider.ts'
import type { TokenVendor } from './prepaid/token-vendor.ts'
import { vendSale } from './prepaid/vend-tokens.ts'
import type { Decider } from './shared/decider.ts'

/** Runs one command on its stream; answers the state after it. Every command here may be repeated. */
export type Execute = <Command extends { type: string }, State, Event extends { type: EventType; data: object }>(
  decider: Decider<Command, State, Event>,
  command: Command,
) => Promise<{ after: State; position: number } | Rejection>

export type SaleParts = {
  execute: Execute
  /** The present state of an account's money. */
  moneyOf(accountNo: string): Promise<WaterSales>
  /** The price of the account now. */
  planOf(accountNo: string): Promise<RatePlan | Rejection>
  vendor: TokenVendor
  now(): number
}

export type SaleEnd = { sale: TokenSale; position: number } | Rejection
type Sale = { meterNo: string; requestId: string }

const payMethods = { [SalePayMethod.enum.cash]: PayMethod.enum.cash, [SalePayMethod.enum.bank]: PayMethod.enum.bank } as const

/**
 * Brings a sale that was started to its end: payment, price, request, vending module, tokens. Each step is done once however often this runs and
 * wherever it stopped before, because each is decided in a stream under the identifier of the sale. A refusal before the tokens were requested
 * ends the sale, and what was paid is the balance of the account.
 */
export const finishTokenSale = async (parts: SaleParts, named: Sale, started: TokenSale): Promise<SaleEnd> => {
  const { execute } = parts
  let sale = started
  let position = 0
  if (!sale.requested && sale.failed === undefined) {
    const bought = await takeMoney(parts, named, sale)
    const requested = isRejection(bought)
      ? bought
      : await execute(meterTokensDecider, { type: 'RequestTokens', ...named, litres: bought.litres, chargedMinor: bought.amountMinor })
    if (isRejection(requested)) return isPassing(requested) ? requested : giveUp(parts, named, sale, requested)
    ;({ sale, position } = saleOf(requested, named))
  }
  if (sale.failed !== undefined) return { sale, position }
  if (!sale.tokens) {
    const tokens = await vendSale(parts.vendor, sale)
    if (isRejection(tokens)) return tokens
    const recorded = await execute(meterTokensDecider, { type: 'RecordTokens', ...named, tokens: [...tokens] })
    if (isRejection(recorded)) return recorded
    ;({ sale, position } = saleOf(recorded, named))
  }
  return { sale, position }
}

const saleOf = ({ after, position }: { after: MeterTokens; position: number }, { requestId }: Sale) => ({
  sale: after.sales.get(requestId)!,
  position,
})

/** A stream that others keep changing is no reason to end a sale. */
const isPassing = ({ rejected: code }: Rejection): boolean => code === 'changed-meanwhile'

/**
 * Ends a sale without a token, unless another process has requested its tokens meanwhile. Water that was sold is taken back after that, or by the policy
 * `prepaid/return-token-money`.
 */
const giveUp = async ({ execute, moneyOf }: SaleParts, named: Sale, { started }: TokenSale, why: Rejection): Promise<Rejection> => {
  const failed = await execute(meterTokensDecider, { type: 'FailTokenSale', ...named, reasonCode: why.rejected })
  if (isRejection(failed)) return failed
  if (failed.after.sales.get(named.requestId)?.failed === undefined) return rejected('changed-meanwhile')
  const { accountNo } = started
  const isSold = (await moneyOf(accountNo)).sales.has(named.requestId)
  if (isSold) await execute(waterSalesDecider, { type: 'TakeWaterBack', accountNo, saleId: named.requestId, reason: why.rejected })
  return why
}

/** The payment goes through the account's money like any other: what it leaves for water is the rest after bills, debts and surcharges. */
const takeMoney = async (parts: SaleParts, { meterNo, requestId }: Sale, { started }: TokenSale) => {
  const { accountNo, amountMinor, payMethod, agentId } = started
  const { execute, moneyOf, planOf } = parts
  const known = (await moneyOf(accountNo)).sales.get(requestId)
  if (known) return known.isTakenBack ? rejected('sts-nothing-bought') : known.sold
  const payment = {
    accountNo,
    paymentId: requestId,
    amountMinor,
    payMethod: payMethods[payMethod],
    reference: meterNo,
    remark: '',
    agentId,
  }
  const paid = await execute(accountBillsDecider, { type: 'ReceivePayment', ...payment, source: PaymentSource.enum.recharge })
  if (isRejection(paid)) return paid
  const money = await moneyOf(accountNo)
  // Another process may have finished this step meanwhile.
  const sale = money.sales.get(requestId)
  if (sale) return sale.sold
  const received = money.bills.payments.get(requestId)
  if (!received) return rejected('not-found')
  const leftMinor = Math.min(leftOfPayment(paid.after, requestId), balanceOf(money.bills, received.contractNo))
  const plan = await planOf(accountNo)
  if (isRejection(plan)) return plan
  const water = waterFor(plan, money, leftMinor, parts.now())
  if (water.litres <= 0) return rejected('sts-nothing-bought')
  const { contractNo } = received
  const sold = await execute(waterSalesDecider, { type: 'SellWater', accountNo, saleId: requestId, meterNo, contractNo, ...water })
  return isRejection(sold) ? sold : sold.after.sales.get(requestId)!.sold
}
