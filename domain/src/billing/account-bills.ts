import type { Allocation } from '@nightflow/schemas/billing/bill'
import type { Posting } from '@nightflow/schemas/billing/ledger'
import type { EventIn } from '../shared/decider.ts'

export type AccountBillsEvent = EventIn<
  | 'billing.BillIssued'
  | 'billing.BillCredited'
  | 'billing.BillDebited'
  | 'billing.PaymentReceived'
  | 'billing.PaymentReversed'
  | 'billing.BalanceRefunded'
>
type Issued = EventIn<'billing.BillIssued'>['data']
type Adjusted = EventIn<'billing.BillCredited'>['data']
type Received = EventIn<'billing.PaymentReceived'>['data']
type Refunded = EventIn<'billing.BalanceRefunded'>['data']

/** A bill as credits, debits and payments have left it. */
export type OpenBill = { readonly issued: Issued; readonly totalMinor: number; readonly vatMinor: number; readonly openMinor: number }

/** Bills and payments of one account, in the order of their events. */
export type AccountBills = {
  readonly bills: ReadonlyMap<string, OpenBill>
  readonly payments: ReadonlyMap<string, { readonly received: Received; readonly isReversed: boolean }>
  readonly refunds: ReadonlyMap<string, Refunded>
  readonly adjustments: ReadonlyMap<string, Adjusted>
  /** What the customer has paid in and nothing has taken: the sum of the postings to the customer's money. */
  readonly balanceMinor: number
}

export const noBills: AccountBills = { bills: new Map(), payments: new Map(), refunds: new Map(), adjustments: new Map(), balanceMinor: 0 }

export function evolveBills(state: AccountBills, event: AccountBillsEvent): AccountBills {
  const seen = { ...state, balanceMinor: state.balanceMinor - postedTo('customerMoney', event) }
  switch (event.type) {
    case 'billing.BillIssued': {
      const { billId, totalMinor, vatMinor, fromBalanceMinor } = event.data
      const bill = { issued: event.data, totalMinor, vatMinor, openMinor: totalMinor - fromBalanceMinor }
      return { ...seen, bills: new Map(seen.bills).set(billId, bill) }
    }
    case 'billing.BillCredited':
    case 'billing.BillDebited': {
      const { billId, adjustmentId, totalMinor, openMinor, vatMinor } = event.data
      const bill = seen.bills.get(billId)
      if (!bill) return seen
      const sign = event.type === 'billing.BillCredited' ? -1 : 1
      const changed = { ...bill, totalMinor, openMinor, vatMinor: bill.vatMinor + sign * vatMinor }
      return {
        ...seen,
        bills: new Map(seen.bills).set(billId, changed),
        adjustments: new Map(seen.adjustments).set(adjustmentId, event.data),
      }
    }
    case 'billing.PaymentReceived': {
      const { paymentId, allocations } = event.data
      const payments = new Map(seen.payments).set(paymentId, { received: event.data, isReversed: false })
      return { ...seen, payments, bills: withPaid(seen.bills, allocations, -1) }
    }
    case 'billing.PaymentReversed': {
      const { paymentId, allocations } = event.data
      const payment = seen.payments.get(paymentId)
      if (!payment) return seen
      const payments = new Map(seen.payments).set(paymentId, { ...payment, isReversed: true })
      return { ...seen, payments, bills: withPaid(seen.bills, allocations, 1) }
    }
    case 'billing.BalanceRefunded':
      return { ...seen, refunds: new Map(seen.refunds).set(event.data.paymentId, event.data) }
    default:
      // The stream has the surcharges and the debts of the account too; what these take from its money is in `balanceMinor`.
      return seen
  }
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

/** What of the bills is open. */
export const openOf = ({ bills }: AccountBills): number => [...bills.values()].reduce((sum, { openMinor }) => sum + openMinor, 0)

/** Divides an amount over the open bills: the one that is due first is paid first, of one day the one that was issued first. */
export const allocate = ({ bills }: AccountBills, amountMinor: number): { allocations: Allocation[]; restMinor: number } => {
  const open = [...bills.values()].filter((bill) => bill.openMinor > 0)
  // Sorting keeps the order of the events among bills that are due on one day.
  const byDueDay = open.toSorted(({ issued: one }, { issued: other }) => (one.dueOn < other.dueOn ? -1 : Number(one.dueOn > other.dueOn)))
  let restMinor = amountMinor
  const allocations: Allocation[] = []
  for (const { issued, openMinor } of byDueDay) {
    const paid = Math.min(openMinor, restMinor)
    if (paid === 0) break
    allocations.push({ billId: issued.billId, amountMinor: paid })
    restMinor -= paid
  }
  return { allocations, restMinor }
}
