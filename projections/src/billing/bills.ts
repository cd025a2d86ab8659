import { bills as resource } from '@nightflow/schemas/billing/bill'
import type { HistoryPage } from '@nightflow/schemas/shared/history'
import type { PoolClient } from 'pg'
import { defineEntity } from '../projector/entity.ts'
import { personOf, readHistory } from '../projector/entity-history.ts'
import { billsOf, paidOf } from './bill-events.ts'
import { accountOf } from './debt-events.ts'
import { rowNumbers } from './row-numbers.ts'

/** Paid in part is what was paid or credited in part; a bill of nothing is paid. */
const statusOf = ({ totalMinor, openMinor }: { totalMinor: number; openMinor: number }) =>
  openMinor === 0 ? ('1' as const) : openMinor < totalMinor ? ('2' as const) : ('0' as const)

type Changed = { at: string; actor: string }
const changedBy = ({ data: { at }, metadata: { actor } }: { data: { at: string }; metadata: { actor: string } }): Changed => ({ at, actor })

type Amounts = { totalMinor: number; vatMinor: number; openMinor: number }
const withAmounts = <Row extends Amounts>(row: Row, amounts: Partial<Amounts>, { at, actor }: Changed) => {
  const changed = { ...row, ...amounts }
  return { ...changed, status: statusOf(changed), updateBy: personOf(actor), updateTime: at }
}

/** What was billed, and what credits, debits and payments have left of it. */
export const bills = defineEntity({
  name: 'billing/bills',
  version: 1,
  table: 'bills',
  key: ['accountNo', 'billId'],
  row: resource.row,
  indexes: { id: '(tenant, bill_no)', due: "(tenant, due_on, bill_no) where status <> '1'" },
  keysOf: (event) => billsOf(event).map((billId) => ({ accountNo: accountOf(event), billId })),
  evolve: {
    'billing.BillIssued': (seen, { data, position, metadata }) => {
      if (seen) return seen
      const { postings: _, fromBalanceMinor, at, ...bill } = data
      const openMinor = bill.totalMinor - fromBalanceMinor
      return {
        ...bill,
        billNo: position,
        openMinor,
        status: statusOf({ totalMinor: bill.totalMinor, openMinor }),
        createBy: personOf(metadata.actor),
        createTime: at,
        updateBy: null,
        updateTime: null,
      }
    },
    'billing.BillCredited': (seen, event) => {
      const { totalMinor, openMinor, vatMinor } = event.data
      return seen && withAmounts(seen, { totalMinor, openMinor, vatMinor: seen.vatMinor - vatMinor }, changedBy(event))
    },
    'billing.BillDebited': (seen, event) => {
      const { totalMinor, openMinor, vatMinor } = event.data
      return seen && withAmounts(seen, { totalMinor, openMinor, vatMinor: seen.vatMinor + vatMinor }, changedBy(event))
    },
    'billing.PaymentReceived': (seen, event, { billId }) =>
      seen && withAmounts(seen, { openMinor: seen.openMinor - paidOf(event.data.allocations, billId) }, changedBy(event)),
    'billing.PaymentReversed': (seen, event, { billId }) =>
      seen && withAmounts(seen, { openMinor: seen.openMinor + paidOf(event.data.allocations, billId) }, changedBy(event)),
  },
  history: {
    sentences: 'billing:bill',
    steps: {
      'billing.BillIssued': {
        step: 'issued',
        tell: ({ data: { totalMinor, fromBalanceMinor } }) => ({ facts: { totalMinor, fromBalanceMinor } }),
      },
      'billing.BillCredited': { step: 'credited', tell: ({ data: { amountMinor, reason } }) => ({ facts: { amountMinor }, note: reason }) },
      'billing.BillDebited': { step: 'debited', tell: ({ data: { amountMinor, reason } }) => ({ facts: { amountMinor }, note: reason }) },
      'billing.PaymentReceived': {
        step: 'paid',
        tell: ({ data: { allocations } }, { key: { billId } }) => ({ facts: { amountMinor: paidOf(allocations, billId) } }),
      },
      'billing.PaymentReversed': {
        step: 'reopened',
        tell: ({ data: { allocations, reason } }, { key: { billId } }) => ({
          facts: { amountMinor: paidOf(allocations, billId) },
          note: reason,
        }),
      },
    },
  },
})

export const billNumbers = rowNumbers({ table: 'bills', number: 'bill_no', identifier: 'billId', column: 'bill_id' })

/** What happened to one bill, newest first; undefined where there is none. */
export const billHistory = async (database: PoolClient, billNo: number, page: HistoryPage) => {
  const bill = await billNumbers.namedBy(database, billNo)
  return bill && readHistory(database, bills.entity, bill, page)
}
