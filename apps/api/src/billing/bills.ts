import { createHash } from 'node:crypto'
import type { AccountBills } from '@nightflow/domain/billing/account-bills'
import { accountBillsDecider } from '@nightflow/domain/billing/account-bills-decider'
import { balanceOf, presentContract } from '@nightflow/domain/billing/account-contracts'
import { periodOf, refusalOfHeld } from '@nightflow/domain/billing/compose-bill'
import { calendarOf, dateOfDay, dayOfDate } from '@nightflow/domain/shared/local-time'
import { unitsOf } from '@nightflow/domain/shared/units-of-money'
import type { Claim } from '@nightflow/event-log/execute-command'
import { storeOf } from '@nightflow/platform/storage/resource-table'
import { billHistory, billNumbers } from '@nightflow/projections/billing/bills'
import { readCollectionSettings } from '@nightflow/projections/billing/collection-settings'
import { findPayment, isPaymentOfAnother, paymentNumbers } from '@nightflow/projections/billing/payments'
import { statusOfAccount } from '@nightflow/projections/customers/accounts'
import { billOfAccount, unbilledOfAccount } from '@nightflow/projections/joined/bill-of-account'
import type { BillCommand, ComposedBill } from '@nightflow/schemas/billing/bill'
import {
  accountMoney,
  creditBill,
  debitBill,
  listBillHistory,
  previewBill,
  refundBalance,
  reversePayment,
} from '@nightflow/schemas/billing/bill-calls'
import { hundredths } from '@nightflow/schemas/billing/money'
import { resourceCalls } from '@nightflow/schemas/resource-calls'
import { resources } from '@nightflow/schemas/resources'
import type { RequestOf } from '@nightflow/schemas/shared/endpoint'
import { isRejection, type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import { confirming, refuseUnconfirmed } from '../http/confirmed-amount.ts'
import { decide, timeZoneOf } from '../http/decide.ts'
import { pagesAfter } from '../http/pages.ts'
import type { RequestContext } from '../http/request-context.ts'
import { ask, command, type Route } from '../http/serve.ts'
import { logRoutes } from '../resource/resource-routes.ts'
import { cancelled, moneyOf, refuseAccount } from './account-facts.ts'
import { dueDay, refuseMonths } from './bill-months.ts'
import { withHolderNames } from './named-holders.ts'
import { claimOf } from './named-id.ts'
import { releaseEntryOf } from './pay-parts.ts'

const calls = resourceCalls.bills
const paymentCalls = resourceCalls.payments

const give = (context: RequestContext, given: BillCommand) => {
  const describe = (state: AccountBills) => {
    const { bills, payments } = state
    const bill = 'billId' in given ? bills.get(given.billId) : undefined
    const payment = 'paymentId' in given ? payments.get(given.paymentId) : undefined
    const contractNo = 'contractNo' in given ? given.contractNo : undefined
    return {
      balanceMinor: balanceOf(state, bill?.contractNo ?? payment?.contractNo ?? contractNo ?? presentContract(state)),
      ...(bill && { totalMinor: bill.totalMinor, openMinor: bill.openMinor }),
      ...(payment && { amountMinor: payment.received.amountMinor, isReversed: payment.isReversed }),
    }
  }
  return decide(context, accountBillsDecider, given, describe, claimsOf(context, given))
}

const claimsOf = (context: RequestContext, given: BillCommand): { claims?: Claim } => {
  switch (given.type) {
    case 'IssueBill':
      return claimOf(context, 'billing.BillIssued', given.billId)
    case 'CreditBill':
      return claimOf(context, 'billing.BillCredited', given.adjustmentId)
    case 'DebitBill':
      return claimOf(context, 'billing.BillDebited', given.adjustmentId)
    case 'ReceivePayment':
      return claimOf(context, 'billing.PaymentReceived', given.paymentId)
    case 'RefundBalance':
      return claimOf(context, 'billing.BalanceRefunded', given.paymentId)
    default:
      return {}
  }
}

const refuseOther = async ({ read }: RequestContext, { accountNo, paymentId }: { accountNo: string; paymentId: string }) =>
  (await read((database) => isPaymentOfAnother(database, accountNo, paymentId))) ? rejected('transaction-id-reused') : undefined

type Asked = { accountNo: string; firstMonth: string; lastMonth: string; lastDay?: string | undefined }

/**
 * The bill of an account for the days of whole months, or up to a last day, that are over and that no bill has yet; or why there is none. The
 * debt of the holder before a transfer is a bill of its own.
 */
const compose = async (
  { accountNo, firstMonth, lastMonth, lastDay }: Asked,
  context: RequestContext,
): Promise<ComposedBill | Rejection> => {
  const refused = await refuseAccount(context, accountNo)
  if (refused) return refused
  const timeZone = await timeZoneOf(context)
  const today = calendarOf(timeZone).dayOf(Date.now())
  const wrong = refuseMonths({ firstMonth, lastMonth })
  if (wrong) return wrong
  const whole = periodOf({ firstMonth, lastMonth, timeZone })
  const to = lastDay === undefined ? whole.to : dateOfDay(dayOfDate(lastDay) + 1)
  if (to <= whole.from || to > whole.to) return rejected('bill-last-day-outside', { from: whole.from, to: whole.to })
  if (to > dateOfDay(today)) return rejected('bill-period-not-over', { to })
  return context.read(async (database) => {
    const asked = { accountNo, timeZone, period: { from: whole.from, to } }
    const unbilled = await unbilledOfAccount(database, asked)
    if ('billed' in unbilled) return rejected('bill-period-billed', unbilled.billed)
    const { settings } = await readCollectionSettings(database)
    const billType = unbilled.endsWithHolder ? '4' : '0'
    const bill = await billOfAccount(database, { ...asked, period: unbilled, billType, dueOn: dueDay(timeZone, settings) })
    if (!bill) return rejected('account-not-found', { accountNo })
    return typeof bill === 'string' ? refusalOfHeld(bill) : bill
  })
}

/** Names what the amounts of a bill were calculated from, not the day on which it is due. */
const calculationOf = ({ billType, periodFrom, periodTo, totalMinor, volumes, lines }: ComposedBill): string =>
  createHash('sha256')
    .update(JSON.stringify([billType, periodFrom, periodTo, totalMinor, volumes, lines]))
    .digest('hex')

const preview = async (asked: RequestOf<typeof previewBill>, context: RequestContext) => {
  const bill = await compose(asked, context)
  if (isRejection(bill)) return bill
  const { billType: _, computedAtPosition: __, ...shown } = bill
  return { ...shown, calculation: calculationOf(bill) }
}

const issue = async ({ accountNo, billId, calculation, ...months }: RequestOf<typeof calls.create>, context: RequestContext) => {
  const known = await context.read((database) => billNumbers.numberOf(database, accountNo, billId))
  // A repeated request answers the bill that it issued the first time, also where it would be held by now.
  if (known !== undefined) return { response: { billNo: known } }
  const bill = await compose({ accountNo, ...months }, context)
  if (isRejection(bill)) return bill
  if (calculation !== '' && calculation !== calculationOf(bill))
    return rejected('bill-changed-since-preview', { total: unitsOf(bill.totalMinor) })
  const decided = await give(context, { type: 'IssueBill', accountNo, billId, ...bill })
  if (isRejection(decided)) return decided
  return { ...decided, response: { billNo: decided.position } }
}

const adjust =
  (type: 'CreditBill' | 'DebitBill') =>
  async ({ billNo, amount, ...asked }: RequestOf<typeof creditBill>, context: RequestContext) => {
    const bill = await context.read((database) => billNumbers.namedBy(database, billNo))
    if (!bill) return rejected('not-found')
    const decided = await give(context, { type, ...bill, ...asked, amountMinor: hundredths(amount) })
    if (isRejection(decided)) return decided
    const { totalMinor, openMinor } = decided.after as { totalMinor: number; openMinor: number }
    return { ...decided, response: { totalMinor, openMinor } }
  }

const receive = async ({ amount, ...asked }: RequestOf<typeof paymentCalls.create>, context: RequestContext) => {
  const status = await context.read((database) => statusOfAccount(database, asked.accountNo))
  if (status === undefined) return rejected('account-not-found', { accountNo: asked.accountNo })
  const reused = await refuseOther(context, asked)
  if (reused) return reused
  // A bill may have been debited or reopened after the cancellation: it can still be paid.
  const isAccountCancelled = status === cancelled
  const decided = await give(context, { type: 'ReceivePayment', ...asked, amountMinor: hundredths(amount), isAccountCancelled })
  if (isRejection(decided)) return decided
  // A repeated request answers the payment that it took the first time.
  const known = await context.read((database) => paymentNumbers.numberOf(database, asked.accountNo, asked.paymentId))
  return { ...decided, response: { paymentNo: known ?? decided.position } }
}

const reverse = async ({ paymentNo, reason, ...said }: RequestOf<typeof reversePayment>, context: RequestContext) => {
  const found = await context.read((database) => findPayment(database, paymentNo))
  if (!found) return rejected('not-found')
  const { amountMinor, ...payment } = found
  const unconfirmed = await refuseUnconfirmed(context, amountMinor, said)
  if (unconfirmed) return unconfirmed
  const decided = await give(context, { type: 'ReversePayment', ...payment, reason })
  if (isRejection(decided)) return decided
  const released = await releaseEntryOf(context, payment, reason)
  return { ...decided, position: Math.max(decided.position, released), response: {} }
}

const refund = async ({ amount, ...asked }: RequestOf<typeof refundBalance>, context: RequestContext) => {
  const reused = await refuseOther(context, asked)
  if (reused) return reused
  const decided = await give(context, { type: 'RefundBalance', ...asked, amountMinor: hundredths(amount) })
  if (isRejection(decided)) return decided
  const { balanceMinor } = decided.after as { balanceMinor: number }
  return { ...decided, response: { balanceMinor } }
}

const money = async ({ accountNo, contractNo }: RequestOf<typeof accountMoney>, context: RequestContext) => {
  const status = await context.read((database) => statusOfAccount(database, accountNo))
  return status === undefined ? rejected('account-not-found', { accountNo }) : moneyOf(context, accountNo, contractNo)
}

const amountOf = ({ amount }: { amount: number }): number => hundredths(amount)

export const billResourceRoutes: readonly Route[] = [
  ...logRoutes(calls, storeOf(resources.bills), withHolderNames),
  command(calls.create, issue),
  ...logRoutes(paymentCalls, storeOf(resources.payments), withHolderNames),
  ...logRoutes(resourceCalls.transactions, storeOf(resources.transactions), withHolderNames),
  command(paymentCalls.create, confirming(amountOf, receive)),
]

export const billRoutes: readonly Route[] = [
  ask(previewBill, preview),
  command(creditBill, confirming(amountOf, adjust('CreditBill'))),
  command(debitBill, confirming(amountOf, adjust('DebitBill'))),
  command(reversePayment, reverse),
  command(refundBalance, confirming(amountOf, refund)),
  ask(accountMoney, money),
  ask(
    listBillHistory,
    ({ billNo, ...page }, { read }) => read((database) => billHistory(database, billNo, page)),
    pagesAfter(500, ({ position }) => ({ before: position as number })),
  ),
]
