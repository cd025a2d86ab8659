import type { Allocation, RecomputedBill, VatPart } from '@nightflow/schemas/billing/bill'
import type { Posting } from '@nightflow/schemas/billing/ledger'
import type { EventIn } from '../shared/decider.ts'
import { balanceOf, type Contract, firstContract, presentContract } from './account-contracts.ts'
import { allocateByDueDay, type Due } from './bill-due.ts'
import {
  type AccountCollection,
  type Collected,
  type CollectionEvent,
  type CollectionEventType,
  noCollection,
  notCollected,
  reminderKey,
} from './collection-events.ts'
import { mergedParts, partsOfBill } from './vat-parts.ts'

export type AccountBillsEvent = EventIn<
  | 'billing.BillIssued'
  | 'billing.BillCredited'
  | 'billing.BillDebited'
  | 'billing.BillRecomputed'
  | 'billing.PaymentReceived'
  | 'billing.PaymentReversed'
  | 'billing.BalanceApplied'
  | 'billing.ReturnFeeCharged'
  | 'billing.BalanceRefunded'
  | 'billing.AccountMoneyClosed'
  | 'billing.AccountMoneyReopened'
  | 'billing.WaterSold'
  | 'billing.WaterTakenBack'
  | 'billing.ConsumptionDeducted'
  | CollectionEventType
>
type Issued = EventIn<'billing.BillIssued'>['data']
type Adjusted = EventIn<'billing.BillCredited'>['data']
type Received = EventIn<'billing.PaymentReceived'>['data']
type Refunded = EventIn<'billing.BalanceRefunded'>['data']

/**
 * A bill as credits, debits, payments, late fees and a plan have left it, with its last calculation where it is not the one that it was issued with.
 */
export type OpenBill = Collected & {
  readonly issued: Issued
  /** Whose bill it is. */
  readonly contractNo: number
  readonly recomputed?: RecomputedBill
  readonly totalMinor: number
  readonly vatMinor: number
  /** Its lines by rate of VAT, with credits and debits. Late fees bear none and are not in it. */
  readonly vatParts: readonly VatPart[]
  readonly openMinor: number
}

/** A bill that was credited whole. Its period may be billed again, so nothing is added to it any more. */
export const isVoid = ({ issued, totalMinor }: { issued: { totalMinor: number }; totalMinor: number }): boolean =>
  totalMinor === 0 && issued.totalMinor > 0

export type TakenPayment = {
  readonly received: Received
  readonly contractNo: number
  readonly isReversed: boolean
  /** The entry of a bank statement of which the reversal left the amount open again. */
  readonly releasedEntryId?: string | undefined
}

/** Bills and payments of one account, in the order of their events. */
export type AccountBills = AccountCollection & {
  /** The holders, one after the other. Money is never shared between two of them. */
  readonly contracts: readonly Contract[]
  readonly bills: ReadonlyMap<string, OpenBill>
  readonly payments: ReadonlyMap<string, TakenPayment>
  readonly refunds: ReadonlyMap<string, Refunded>
  readonly adjustments: ReadonlyMap<string, Adjusted>
  /** By adjustment: the bill that was computed again, and by how much. */
  readonly rebills: ReadonlyMap<string, { readonly billId: string; readonly differenceMinor: number }>
  /** Days whose use the balance paid in advance of a bill: the last one excluded, by the first. */
  readonly burned: ReadonlyMap<string, string>
  /** Payments of bills from the balance, the newest last. */
  readonly applied: readonly Allocation[]
  /** The balance of each holder: the sum of the postings to customers' money by contract. */
  readonly balances: ReadonlyMap<number, number>
  /** Of all holders together. */
  readonly balanceMinor: number
  /** The account is cancelled, or about to be: no further bills and debts, and no payment beyond what is open. */
  readonly isClosed: boolean
}

export const noBills: AccountBills = {
  contracts: [{ contractNo: firstContract, from: null }],
  bills: new Map(),
  payments: new Map(),
  refunds: new Map(),
  adjustments: new Map(),
  rebills: new Map(),
  burned: new Map(),
  applied: [],
  balances: new Map(),
  balanceMinor: 0,
  isClosed: false,
  ...noCollection,
}

export function evolveBills(state: AccountBills, event: AccountBillsEvent): AccountBills {
  const { contractNo = firstContract } = event.data as { contractNo?: number }
  const seen = withPosted(state, contractNo, event)
  switch (event.type) {
    case 'billing.BillIssued': {
      const { billId, totalMinor, vatMinor, fromBalanceMinor } = event.data
      const openMinor = totalMinor - fromBalanceMinor
      const bill = {
        issued: event.data,
        contractNo,
        totalMinor,
        vatMinor,
        vatParts: partsOfBill(event.data),
        openMinor,
        ...notCollected,
      }
      const applied = fromBalanceMinor > 0 ? [...seen.applied, { billId, amountMinor: fromBalanceMinor }] : seen.applied
      return { ...seen, applied, bills: new Map(seen.bills).set(billId, bill) }
    }
    case 'billing.BillCredited':
    case 'billing.BillDebited': {
      const { billId, adjustmentId, totalMinor, openMinor, vatMinor, amountMinor } = event.data
      const bill = seen.bills.get(billId)
      if (!bill) return seen
      const sign = event.type === 'billing.BillCredited' ? -1 : 1
      const unrecorded = { vatBasisPoints: null, netMinor: sign * (amountMinor - vatMinor), vatMinor: sign * vatMinor }
      const vatParts = mergedParts([...bill.vatParts, ...(event.data.vatParts ?? [unrecorded])])
      const changed = { ...bill, totalMinor, openMinor, vatMinor: bill.vatMinor + sign * vatMinor, vatParts }
      return {
        ...seen,
        bills: new Map(seen.bills).set(billId, changed),
        adjustments: new Map(seen.adjustments).set(adjustmentId, event.data),
      }
    }
    case 'billing.BillRecomputed': {
      const { billId, adjustmentId } = event.data
      const bill = seen.bills.get(billId)
      if (!bill) return seen
      const bills = new Map(seen.bills).set(billId, { ...bill, recomputed: event.data })
      return { ...seen, bills, rebills: new Map(seen.rebills).set(adjustmentId, event.data) }
    }
    case 'billing.PaymentReceived': {
      const { paymentId, allocations } = event.data
      const payments = new Map(seen.payments).set(paymentId, { received: event.data, contractNo, isReversed: false })
      return { ...seen, payments, bills: withPaid(seen.bills, allocations, -1) }
    }
    case 'billing.PaymentReversed': {
      const { paymentId, allocations, fromBalance = [], releasedEntryId } = event.data
      const payment = seen.payments.get(paymentId)
      if (!payment) return seen
      const payments = new Map(seen.payments).set(paymentId, { ...payment, isReversed: true, releasedEntryId })
      return { ...seen, payments, applied: withoutReopened(seen.applied, fromBalance), bills: withPaid(seen.bills, allocations, 1) }
    }
    case 'billing.BalanceApplied':
      return {
        ...seen,
        applied: [...seen.applied, ...event.data.allocations],
        bills: withPaid(seen.bills, event.data.allocations, -1),
      }
    case 'billing.ReturnFeeCharged': {
      const { billId, amountMinor, totalMinor, openMinor } = event.data
      return withBill(seen, billId, ({ returnFeesMinor }) => ({ totalMinor, openMinor, returnFeesMinor: returnFeesMinor + amountMinor }))
    }
    case 'billing.ContractBegan':
      return withNewContract(seen, event.data)
    case 'billing.BalanceRefunded':
      return { ...seen, refunds: new Map(seen.refunds).set(event.data.paymentId, event.data) }
    case 'billing.ConsumptionDeducted':
      return { ...seen, burned: new Map(seen.burned).set(event.data.periodFrom, event.data.periodTo) }
    // They change the balance alone.
    case 'billing.WaterSold':
    case 'billing.WaterTakenBack':
      return seen
    case 'billing.AccountMoneyClosed':
      return { ...seen, isClosed: true }
    case 'billing.AccountMoneyReopened':
      return { ...seen, isClosed: false }
    default:
      // The stream has the surcharges and the debts of the account too; what these take from its money is in `balances`.
      return evolveCollection(seen, event)
  }
}

function evolveCollection(state: AccountBills, event: CollectionEvent): AccountBills {
  switch (event.type) {
    case 'billing.BillOverdue':
      return withBill(state, event.data.billId, () => ({ missedOn: event.data.dueOn }))
    case 'billing.LateFeeCharged': {
      const { billId, dueOn, period, amountMinor, totalMinor, openMinor } = event.data
      return withBill(state, billId, ({ lateFees, lateFeesMinor }) => ({
        ...{ totalMinor, openMinor, lateFeesMinor: lateFeesMinor + amountMinor },
        lateFees: [...lateFees, { dueOn, period }],
      }))
    }
    case 'billing.ReminderSent':
      return withBill(state, event.data.billId, ({ reminders }) => ({ reminders: [...reminders, reminderKey(event.data)] }))
    case 'billing.BillMailed':
      return withBill(state, event.data.billId, ({ mailingIds }) => ({ mailingIds: [...mailingIds, event.data.mailingId] }))
    case 'billing.RemindersStopped':
      return { ...state, remindersStoppedFor: [...state.remindersStoppedFor, event.data.personId] }
    case 'billing.RemindersAllowed':
      return { ...state, remindersStoppedFor: state.remindersStoppedFor.filter((personId) => personId !== event.data.personId) }
    case 'billing.InstalmentsPlanned': {
      const { planId, instalments, bills } = event.data
      const plan = { billIds: bills.map(({ billId }) => billId), count: instalments.length, firstDay: instalments[0]?.dueOn ?? '' }
      const planned = { ...state, plans: new Map(state.plans).set(planId, plan) }
      return bills.reduce(
        (seen: AccountBills, { billId, plannedMinor, parts }) => withBill(seen, billId, () => ({ plan: { planId, plannedMinor, parts } })),
        planned,
      )
    }
    case 'billing.InstalmentsCancelled':
      return event.data.billIds.reduce((seen: AccountBills, billId) => withBill(seen, billId, () => ({ plan: null })), state)
    case 'billing.ArrearsExceeded':
      return { ...state, isInArrears: true }
    case 'billing.ArrearsSettled':
      return { ...state, isInArrears: false }
    case 'billing.BalanceFellLow':
      return { ...state, isBalanceLow: true }
    case 'billing.BalanceRecovered':
      return { ...state, isBalanceLow: false }
    default:
      return state
  }
}

const withBill = (state: AccountBills, billId: string, change: (bill: OpenBill) => Partial<OpenBill>): AccountBills => {
  const bill = state.bills.get(billId)
  return bill ? { ...state, bills: new Map(state.bills).set(billId, { ...bill, ...change(bill) }) } : state
}

const postedTo = (account: Posting['ledgerAccount'], { data }: { data: object }): number =>
  ((data as { postings?: readonly Posting[] }).postings ?? []).reduce(
    (sum, { ledgerAccount, amountMinor }) => sum + (ledgerAccount === account ? amountMinor : 0),
    0,
  )

const withPaid = (bills: AccountBills['bills'], allocations: readonly Allocation[], sign: 1 | -1): AccountBills['bills'] => {
  const changed = new Map(bills)
  for (const { billId, amountMinor } of allocations) {
    const bill = changed.get(billId)
    if (bill) changed.set(billId, { ...bill, openMinor: bill.openMinor + sign * amountMinor })
  }
  return changed
}

/** Payments from the balance, the newest last, without those that a reversal opened again. */
const withoutReopened = (applied: readonly Allocation[], reopened: readonly Allocation[]): Allocation[] => {
  const left = applied.map((each) => ({ ...each }))
  for (const { billId, amountMinor } of reopened) {
    let missingMinor = amountMinor
    for (const each of left.toReversed()) {
      if (each.billId !== billId) continue
      const takenMinor = Math.min(each.amountMinor, missingMinor)
      each.amountMinor -= takenMinor
      missingMinor -= takenMinor
    }
  }
  return left.filter(({ amountMinor }) => amountMinor > 0)
}

const withPosted = (state: AccountBills, contractNo: number, event: { data: object }): AccountBills => {
  const postedMinor = postedTo('customerMoney', event)
  if (postedMinor === 0) return { ...state }
  const balances = new Map(state.balances).set(contractNo, balanceOf(state, contractNo) - postedMinor)
  return { ...state, balances, balanceMinor: state.balanceMinor - postedMinor }
}

/** Bills and payments of a log from before there were contracts go to the holder whose they are. */
const withNewContract = (
  state: AccountBills,
  { contractNo, from, since, billIds, balanceMinor }: EventIn<'billing.ContractBegan'>['data'],
): AccountBills => {
  const before = presentContract(state)
  const balances = new Map(state.balances)
  if (balanceMinor !== 0)
    balances.set(before, balanceOf(state, before) - balanceMinor).set(contractNo, balanceOf(state, contractNo) + balanceMinor)
  const isLate = ({ received, contractNo: payers }: TakenPayment): boolean =>
    payers === before && Date.parse(received.at) >= Date.parse(since)
  return {
    ...state,
    contracts: [...state.contracts, { contractNo, from }],
    balances,
    bills: new Map([...state.bills].map(([billId, bill]) => [billId, billIds.includes(billId) ? { ...bill, contractNo } : bill])),
    payments: new Map([...state.payments].map(([id, payment]) => [id, isLate(payment) ? { ...payment, contractNo } : payment])),
  }
}

/** The bills of one holder. */
export const billsOfContract = ({ bills }: AccountBills, contractNo: number): OpenBill[] =>
  [...bills.values()].filter((bill) => bill.contractNo === contractNo)

/** The open part of the bills of one holder. */
export const openOf = (state: AccountBills, contractNo: number): number =>
  billsOfContract(state, contractNo).reduce((sum, { openMinor }) => sum + openMinor, 0)

export const dueOf = ({ issued: { dueOn }, openMinor, plan }: OpenBill): Due => ({ dueOn, openMinor, plan })

/**
 * Divides an amount over what is open of the bills of one holder, in the order of its due days: first over the bills that the payer chose, then over the
 * others, so that no bill stays open beside a balance.
 */
export const allocate = (
  state: AccountBills,
  contractNo: number,
  amountMinor: number,
  chosen: readonly string[] = [],
): { allocations: Allocation[]; restMinor: number } => {
  const owed = billsOfContract(state, contractNo).map((bill) => ({ billId: bill.issued.billId, due: dueOf(bill) }))
  const first = allocateByDueDay(
    owed.filter(({ billId }) => chosen.includes(billId)),
    amountMinor,
  )
  const { allocations, restMinor } = allocateByDueDay(
    owed.filter(({ billId }) => !chosen.includes(billId)),
    first.restMinor,
  )
  return { allocations: [...first.allocations, ...allocations], restMinor }
}
