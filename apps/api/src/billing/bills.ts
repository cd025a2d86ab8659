import { accountBillsDecider } from '@nightflow/domain/billing/account-bills-decider'
import { type BillOrder, composeBill, firstDayOfUse, type HeldFor, periodOf } from '@nightflow/domain/billing/compose-bill'
import { calendarOf, dateOfDay } from '@nightflow/domain/shared/local-time'
import { storeOf } from '@nightflow/platform/storage/resource-table'
import { findAccountToBill, schemesOfAccount } from '@nightflow/projections/accounts-to-bill'
import { billHistory, billNumbers } from '@nightflow/projections/billing/bills'
import { paymentNumbers } from '@nightflow/projections/billing/payments'
import { findVersionsOfName } from '@nightflow/projections/billing/price-schemes'
import { statusOfAccount } from '@nightflow/projections/customers/accounts'
import { viewsPosition } from '@nightflow/projections/projector/checkpoint'
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
import type { PriceSchemeVersion } from '@nightflow/schemas/billing/price-scheme'
import { resourceCalls } from '@nightflow/schemas/resource-calls'
import { resources } from '@nightflow/schemas/resources'
import type { RequestOf } from '@nightflow/schemas/shared/endpoint'
import { isRejection, type Rejection, type RejectionCode, rejected } from '@nightflow/schemas/shared/rejections'
import { decide, timeZoneOf } from '../http/decide.ts'
import { pagesAfter } from '../http/pages.ts'
import type { RequestContext } from '../http/request-context.ts'
import { ask, command, type Route } from '../http/serve.ts'
import { logRoutes } from '../resource/resource-routes.ts'
import { moneyOf, refuseAccount } from './account-facts.ts'

const calls = resourceCalls.bills
const paymentCalls = resourceCalls.payments
/** A bill is due so many days after it was issued. */
const dueDays = 30
/** Months of one bill. */
const monthsMax = 24

const give = (context: RequestContext, given: BillCommand) =>
  decide(context, accountBillsDecider, given, ({ bills, payments, balanceMinor }) => {
    const bill = 'billId' in given ? bills.get(given.billId) : undefined
    const payment = 'paymentId' in given ? payments.get(given.paymentId) : undefined
    return {
      balanceMinor,
      ...(bill && { totalMinor: bill.totalMinor, openMinor: bill.openMinor }),
      ...(payment && { amountMinor: payment.received.amountMinor, isReversed: payment.isReversed }),
    }
  })

const refusalOf = {
  'not-billed': 'bill-held-not-billed',
  'no-price': 'bill-held-no-price',
  'no-reading': 'bill-held-no-reading',
  'days-missing': 'bill-held-days-missing',
  'days-questioned': 'bill-held-days-questioned',
  'use-below-zero': 'bill-held-use-below-zero',
} as const satisfies Record<HeldFor, RejectionCode>

type Asked = { accountNo: string; firstMonth: string; lastMonth: string }

/** The ordinary bill of an account for whole months that are over, or why there is none. */
const compose = async ({ accountNo, firstMonth, lastMonth }: Asked, context: RequestContext): Promise<ComposedBill | Rejection> => {
  const refused = await refuseAccount(context, accountNo)
  if (refused) return refused
  const timeZone = await timeZoneOf(context)
  const calendar = calendarOf(timeZone)
  const today = calendar.dayOf(Date.now())
  const months = monthsBetween(firstMonth, lastMonth)
  if (months < 1 || months > monthsMax) return rejected('bill-months-wrong', { max: monthsMax })
  const period = periodOf({ firstMonth, lastMonth, timeZone })
  if (period.to > dateOfDay(today)) return rejected('bill-period-not-over', { to: period.to })
  return context.read(async (database) => {
    const computedAtPosition = await viewsPosition(database)
    const schemes = (await schemesOfAccount(database, accountNo)) ?? []
    const versions = new Map<string, readonly PriceSchemeVersion[]>()
    for (const name of new Set(schemes.flatMap(({ priceScheme }) => (priceScheme === null ? [] : [priceScheme])))) {
      const found = await findVersionsOfName(database, name)
      if (found) versions.set(name, found.versions)
    }
    const order: BillOrder = {
      ...{ billType: '0', firstMonth, lastMonth, timeZone, computedAtPosition },
      versionsOf: (name) => versions.get(name),
      dueOn: dateOfDay(today + dueDays),
    }
    const days = { firstDay: firstDayOfUse(order, schemes), periodFrom: period.from, periodTo: period.to }
    const account = await findAccountToBill(database, accountNo, days)
    if (!account) return rejected('account-not-found', { accountNo })
    const bill = composeBill(order, account)
    return typeof bill === 'string' ? rejected(refusalOf[bill]) : bill
  })
}

const monthsBetween = (first: string, last: string): number => {
  const monthOf = (month: string): number => Number(month.slice(0, 4)) * 12 + Number(month.slice(5))
  return monthOf(last) - monthOf(first) + 1
}

const preview = async (asked: RequestOf<typeof previewBill>, context: RequestContext) => {
  const bill = await compose(asked, context)
  if (isRejection(bill)) return bill
  const { billType: _, computedAtPosition: __, ...shown } = bill
  return shown
}

const issue = async ({ accountNo, billId, ...months }: RequestOf<typeof calls.create>, context: RequestContext) => {
  const known = await context.read((database) => billNumbers.numberOf(database, accountNo, billId))
  // A repeated request answers the bill that it issued the first time, also where it would be held by now.
  if (known !== undefined) return { response: { billNo: known } }
  const bill = await compose({ accountNo, ...months }, context)
  if (isRejection(bill)) return bill
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
  const refused = await refuseAccount(context, asked.accountNo)
  if (refused) return refused
  const decided = await give(context, { type: 'ReceivePayment', ...asked, amountMinor: hundredths(amount) })
  if (isRejection(decided)) return decided
  // A repeated request answers the payment that it took the first time.
  const known = await context.read((database) => paymentNumbers.numberOf(database, asked.accountNo, asked.paymentId))
  return { ...decided, response: { paymentNo: known ?? decided.position } }
}

const reverse = async ({ paymentNo, reason }: RequestOf<typeof reversePayment>, context: RequestContext) => {
  const payment = await context.read((database) => paymentNumbers.namedBy(database, paymentNo))
  if (!payment) return rejected('not-found')
  const decided = await give(context, { type: 'ReversePayment', ...payment, reason })
  return isRejection(decided) ? decided : { ...decided, response: {} }
}

const refund = async ({ amount, ...asked }: RequestOf<typeof refundBalance>, context: RequestContext) => {
  const decided = await give(context, { type: 'RefundBalance', ...asked, amountMinor: hundredths(amount) })
  if (isRejection(decided)) return decided
  const { balanceMinor } = decided.after as { balanceMinor: number }
  return { ...decided, response: { balanceMinor } }
}

const money = async ({ accountNo }: RequestOf<typeof accountMoney>, context: RequestContext) => {
  const status = await context.read((database) => statusOfAccount(database, accountNo))
  return status === undefined ? rejected('account-not-found', { accountNo }) : moneyOf(context, accountNo)
}

export const billResourceRoutes: readonly Route[] = [
  ...logRoutes(calls, storeOf(resources.bills)),
  command(calls.create, issue),
  ...logRoutes(paymentCalls, storeOf(resources.payments)),
  command(paymentCalls.create, receive),
]

export const billRoutes: readonly Route[] = [
  ask(previewBill, preview),
  command(creditBill, adjust('CreditBill')),
  command(debitBill, adjust('DebitBill')),
  command(reversePayment, reverse),
  command(refundBalance, refund),
  ask(accountMoney, money),
  ask(
    listBillHistory,
    ({ billNo, ...page }, { read }) => read((database) => billHistory(database, billNo, page)),
    pagesAfter(500, ({ position }) => ({ before: position as number })),
  ),
]
