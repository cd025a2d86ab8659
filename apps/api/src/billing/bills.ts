import { createHash } from 'node:crypto'
import type { AccountBills } from '@nightflow/domain/billing/account-bills'
import { accountBillsDecider } from '@nightflow/domain/billing/account-bills-decider'
import { balanceOf, presentContract } from '@nightflow/domain/billing/account-contracts'
import { periodOf, refusalOfHeld } from '@nightflow/domain/billing/compose-bill'
import { dueDay } from '@nightflow/domain/billing/due-day'
import { calendarOf, dateOfDay, dayOfDate } from '@nightflow/domain/shared/local-time'
import { unitsOf } from '@nightflow/domain/shared/units-of-money'
import type { Claim } from '@nightflow/event-log/execute-command'
import { storeOf } from '@nightflow/platform/storage/resource-table'
import { billHistory, billNumbers } from '@nightflow/projections/billing/bills'
import { readCollectionSettings } from '@nightflow/projections/billing/collection-settings'
import { findPayment, isPaymentOfAnother, paymentNumbers } from '@nightflow/projections/billing/payments'
import { statusOfAccount } from '@nightflow/projections/customers/accounts'
import { billOfAccount, unbilledOfAccount } from '@nightflow/projections/joined/bill-of-account'
import { paymentFacts } from '@nightflow/projections/joined/sale-facts'
import { BillType, ComposedBill } from '@nightflow/schemas/billing/bill'
import {
  accountMoney,
  billCommands,
  listBillHistory,
  paymentCommands,
  previewBill,
  refundBalance,
} from '@nightflow/schemas/billing/bill-calls'
import { hundredths } from '@nightflow/schemas/billing/money'
import { resourceCalls } from '@nightflow/schemas/resource-calls'
import { resources } from '@nightflow/schemas/resources'
import type { RequestOf } from '@nightflow/schemas/shared/endpoint'
import { isRejection, type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import { askedTogether } from '../http/asked-together.ts'
import { commandRoutes } from '../http/command-routes.ts'
import { commandsOf } from '../http/commands-of.ts'
import { refuseUnconfirmed } from '../http/confirmed-amount.ts'
import { timeZoneOf, tryOut } from '../http/decide.ts'
import { claimOf } from '../http/named-id.ts'
import { pagesAfter } from '../http/pages.ts'
import type { RequestContext } from '../http/request-context.ts'
import { ask, type Route } from '../http/serve.ts'
import { eachBy } from '../resource/recorded-routes.ts'
import { logRoutes } from '../resource/resource-routes.ts'
import { cancelled, moneyOf, refuseAccount } from './account-facts.ts'
import { refuseMonths } from './bill-months.ts'
import { withHolderNames } from './named-holders.ts'
import { release } from './pay-parts.ts'

const calls = resourceCalls.bills
const paymentCalls = resourceCalls.payments

type Command = Parameters<typeof accountBillsDecider.streamOf>[0]

/** The subject of a command: the balance of the contract, and the bill or the payment. */
const moneyOfCommand = (state: AccountBills, given: Command) => {
  const bill = 'billId' in given ? state.bills.get(given.billId) : undefined
  const payment = 'paymentId' in given ? state.payments.get(given.paymentId) : undefined
  const contractNo = 'contractNo' in given ? given.contractNo : undefined
  return {
    balanceMinor: balanceOf(state, bill?.contractNo ?? payment?.contractNo ?? contractNo ?? presentContract(state)),
    ...(bill && { totalMinor: bill.totalMinor, openMinor: bill.openMinor }),
    ...(payment && { amountMinor: payment.received.amountMinor, isReversed: payment.isReversed }),
  }
}

const claimsOf = (given: Command, context: RequestContext): { claims?: Claim } => {
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

const factsOfPayment = askedTogether(paymentFacts)

const refuseOther = async ({ accountNo, paymentId }: { accountNo: string; paymentId: string }, { read }: RequestContext) =>
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
    const billType = unbilled.endsWithHolder ? BillType.enum.transfer : BillType.enum.ordinary
    const bill = await billOfAccount(database, { ...asked, period: unbilled, billType, dueOn: dueDay(Date.now(), timeZone, settings) })
    if (!bill) return rejected('account-not-found', { accountNo })
    return typeof bill === 'string' ? refusalOfHeld(bill) : bill
  })
}

/** The composed bill with the surcharges and instalments that it would take, as the decision itself has it. */
const charged = async ({ accountNo }: Asked, bill: ComposedBill, context: RequestContext): Promise<ComposedBill | Rejection> => {
  const tried = await tryOut(context, accountBillsDecider, { type: 'IssueBill', accountNo, billId: ofNoBill, ...bill })
  if (isRejection(tried)) return tried
  const issued = tried.events.find((event) => event.type === 'billing.BillIssued')
  return issued ? { ...bill, ...ComposedBill.parse(issued.data) } : bill
}

/** No bill has it: of it is computed what would be issued. */
const ofNoBill = '00000000-0000-4000-8000-000000000000'

/** Names what the amounts of a bill were calculated from, not the day on which it is due. */
const calculationOf = ({ billType, periodFrom, periodTo, totalMinor, volumes, lines, charges = [] }: ComposedBill): string =>
  createHash('sha256')
    .update(JSON.stringify([billType, periodFrom, periodTo, totalMinor, volumes, lines, ...(charges.length === 0 ? [] : [charges])]))
    .digest('hex')

const preview = async (asked: RequestOf<typeof previewBill>, context: RequestContext) => {
  const composed = await compose(asked, context)
  if (isRejection(composed)) return composed
  const bill = await charged(asked, composed, context)
  if (isRejection(bill)) return bill
  const { billType: _, computedAtPosition: __, charges = [], ...shown } = bill
  return { ...shown, charges, calculation: calculationOf(bill) }
}

const amountOf = ({ amount }: { amount: number }): number => hundredths(amount)

type PaidTo = { isAccountCancelled: boolean; purchaseLimitMinor: number | null }

const money = commandsOf(accountBillsDecider, moneyOfCommand, claimsOf)

const adjusting = {
  amount: amountOf,
  prepare: (_: unknown, request: { amount: number }) => ({ amountMinor: amountOf(request) }),
  answer: ({ after, given: { billId } }: { after: AccountBills; given: { billId: string } }) => {
    const { totalMinor, openMinor } = after.bills.get(billId)!
    return { totalMinor, openMinor }
  },
}
const ofMoney = { decider: accountBillsDecider, logged: moneyOfCommand, identify: claimsOf }

const showMoney = async ({ accountNo, contractNo }: RequestOf<typeof accountMoney>, context: RequestContext) => {
  const status = await context.read((database) => statusOfAccount(database, accountNo))
  return status === undefined ? rejected('account-not-found', { accountNo }) : moneyOf(context, accountNo, contractNo)
}

export const billResourceRoutes: readonly Route[] = [
  ...logRoutes(calls, storeOf(resources.bills), withHolderNames),
  money(calls.create, {
    // A repeated request answers the bill that it issued the first time, also where it would be held by now.
    repeated: async ({ accountNo, billId }, { read }) => {
      const billNo = await read((database) => billNumbers.numberOf(database, accountNo, billId))
      return billNo === undefined ? undefined : { billNo }
    },
    prepare: async ({ calculation, ...asked }, context) => {
      const bill = await compose(asked, context)
      if (isRejection(bill) || calculation === '') return bill
      const now = await charged(asked, bill, context)
      if (isRejection(now)) return now
      return calculation === calculationOf(now) ? bill : rejected('bill-changed-since-preview', { total: unitsOf(now.totalMinor) })
    },
    command: ({ accountNo, billId }, bill) => ({ type: 'IssueBill', accountNo, billId, ...bill }),
    answer: ({ position }) => ({ billNo: position }),
  }),
  ...logRoutes(paymentCalls, storeOf(resources.payments), withHolderNames),
  ...logRoutes(resourceCalls.transactions, storeOf(resources.transactions), withHolderNames),
  ...logRoutes(resourceCalls.recharges, storeOf(resources.recharges), withHolderNames),
  ...logRoutes(resourceCalls.burnDowns, storeOf(resources.burnDowns), withHolderNames),
  money(paymentCalls.create, {
    amount: amountOf,
    prepare: async (request, context): Promise<PaidTo | Rejection> => {
      const { accountNo, paymentId } = request
      const { status, isOfAnother, purchaseLimitMinor } = await factsOfPayment(context, { accountNo, paymentId })
      if (status === null) return rejected('account-not-found', { accountNo })
      if (isOfAnother) return rejected('transaction-id-reused')
      // A bill may have been debited or reopened after the cancellation: it can still be paid.
      return { isAccountCancelled: status === cancelled, purchaseLimitMinor }
    },
    command: ({ amount, ...asked }, known) => ({ type: 'ReceivePayment', ...asked, ...known, amountMinor: hundredths(amount) }),
    // A repeated request answers the payment that it took the first time.
    answer: async ({ request: { accountNo, paymentId }, context, events, position }) => {
      if (events.length === 1) return { paymentNo: position }
      // Its deduction, and what the balance pays, are events behind it.
      const { claims } = claimOf(context, 'billing.PaymentReceived', paymentId)
      const received = await context.log.findEvent(claims.id)
      if (received) return { paymentNo: received.position }
      // Taken before requests claimed the id of their event.
      return { paymentNo: (await context.read((database) => paymentNumbers.numberOf(database, accountNo, paymentId))) ?? position }
    },
  }),
]

export const billRoutes: readonly Route[] = [
  ask(previewBill, preview),
  ...commandRoutes({ commands: billCommands, find: eachBy(billNumbers.namedBy), ...ofMoney }, { credit: adjusting, debit: adjusting }),
  ...commandRoutes(
    { commands: paymentCommands, find: eachBy(findPayment), ...ofMoney },
    {
      reverse: {
        prepare: async ({ amountMinor }, { confirmedAmount }, context) =>
          (await refuseUnconfirmed(context, amountMinor, { confirmedAmount })) ?? {},
        // The entry of a bank statement that the payment came with waits for an account again.
        afterwards: async ({ given: { paymentId, reason }, context, after }) => {
          const entryId = after.payments.get(paymentId)?.releasedEntryId
          if (entryId === undefined) return undefined
          const released = await release(context, entryId, paymentId, reason)
          return isRejection(released) ? undefined : released.position
        },
      },
    },
  ),
  money(refundBalance, {
    amount: amountOf,
    refuse: refuseOther,
    command: ({ amount, ...asked }) => ({ type: 'RefundBalance', ...asked, amountMinor: hundredths(amount) }),
    answer: ({ after, given }) => ({ balanceMinor: moneyOfCommand(after, given).balanceMinor }),
  }),
  ask(accountMoney, showMoney),
  ask(
    listBillHistory,
    ({ billNo, ...page }, { read }) => read((database) => billHistory(database, billNo, page)),
    pagesAfter(500, ({ position }) => ({ before: position as number })),
  ),
]
