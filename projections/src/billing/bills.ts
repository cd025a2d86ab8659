import { firstContract } from '@nightflow/domain/billing/account-contracts'
import { missedMinor, nextDueDay } from '@nightflow/domain/billing/bill-due'
import { reminderKey } from '@nightflow/domain/billing/collection-events'
import { documentNumber } from '@nightflow/domain/billing/document-number'
import { BillStatus, RecomputedBill, bills as resource } from '@nightflow/schemas/billing/bill'
import type { HistoryPage } from '@nightflow/schemas/shared/history'
import type { PoolClient } from 'pg'
import type { z } from 'zod'
import { defineEntity } from '../projector/entity.ts'
import { personOf, readHistory } from '../projector/entity-history.ts'
import type { RowEvent } from '../projector/entity-shape.ts'
import { billsOf, paidOf } from './bill-events.ts'
import { accountOf } from './debt-events.ts'
import { rowNumbers } from './row-numbers.ts'

/** Stages of which a bill keeps that they were sent: those of plans of years ago do not come again. */
const remindersKept = 100

/** The holder's name is in `persons` alone, which an erasure empties. */
const row = resource.row.omit({ customerName: true })
type Row = z.output<typeof row>

/**
 * Due day, what is overdue and the state follow from the amounts, the plan and the due day that was missed. A bill of nothing is paid, unless it was
 * credited whole: it is void.
 */
const judged = (row: Row): Row => {
  const due = { dueOn: row.billDueOn, openMinor: row.openMinor, plan: row.plan }
  const overdueMinor = missedMinor(due, row.missedOn)
  return { ...row, dueOn: nextDueDay(due), overdueMinor, status: statusOf({ ...row, overdueMinor }) }
}

const statusOf = ({ amountMinor, totalMinor, openMinor, overdueMinor }: Row): Row['status'] => {
  if (totalMinor === 0 && amountMinor > 0) return BillStatus.enum.void
  if (openMinor === 0) return BillStatus.enum.paid
  if (overdueMinor > 0) return BillStatus.enum.overdue
  return openMinor < totalMinor ? BillStatus.enum.paidInPart : BillStatus.enum.unpaid
}

type Changing = { data: { at: string }; metadata: { actor: string } }
const changed = (seen: Row | undefined, { data: { at }, metadata: { actor } }: Changing, change: Partial<Row>): Row | undefined =>
  seen && judged({ ...seen, ...change, updateBy: personOf(actor), updateTime: at })

/** `bareNumber` of the invoice in SQL, as its index has it. */
export const bareInvoiceNumber = `regexp_replace(upper(invoice_number), '[^0-9A-Z]', '', 'g')`

/** Issued bills, and their rest after credits, debits and payments. */
export const bills = defineEntity({
  name: 'billing/bills',
  version: 10,
  table: 'bills',
  key: ['accountNo', 'billId'],
  row,
  indexes: {
    id: '(tenant, bill_no)',
    number: `(tenant, (${bareInvoiceNumber}))`,
    due: '(tenant, due_on, bill_no) where open_minor > 0',
    // The list by these columns.
    by_due: '(tenant, due_on, bill_no)',
    by_total: '(tenant, total_minor, bill_no)',
    // The postpaid detail reads this in place of whole rows.
    issued: '(tenant, create_time) include (account_no, contract_no, bill_id, due_on, total_minor, open_minor)',
    // Reports of all open bills read this in place of whole rows.
    open: '(tenant, account_no, due_on) include (bill_id, contract_no, open_minor, create_time) where open_minor > 0',
    // Accounts that went to another holder, whose bills are of several contracts.
    transferred: '(tenant, account_no) where contract_no > 1',
  },
  keysOf: (event) => billsOf(event).map((billId) => ({ accountNo: accountOf(event), billId })),
  evolve: {
    'billing.BillIssued': (seen, { data, position, metadata }) => {
      if (seen) return seen
      const {
        postings: _,
        settlements: __,
        settledBefore: ___,
        fromBalanceMinor,
        contractNo = firstContract,
        at,
        charges = [],
        ...bill
      } = data
      return judged({
        ...bill,
        charges,
        billNo: position,
        invoiceNumber: null,
        contractNo,
        recomputed: null,
        openMinor: bill.totalMinor - fromBalanceMinor,
        billDueOn: bill.dueOn,
        ...{ status: BillStatus.enum.unpaid, missedOn: null, overdueMinor: 0, lateFeesMinor: 0, lastFee: null, plan: null, reminders: [] },
        createBy: personOf(metadata.actor),
        createTime: at,
        updateBy: null,
        updateTime: null,
      })
    },
    'billing.DocumentNumbered': (seen, { data, version }) =>
      seen && data.kind === 'invoice' ? { ...seen, invoiceNumber: documentNumber({ ...data, sequence: version }) } : seen,
    'billing.BillCredited': (seen, event) => {
      const { totalMinor, openMinor, vatMinor } = event.data
      return seen && changed(seen, event, { totalMinor, openMinor, vatMinor: seen.vatMinor - vatMinor })
    },
    'billing.BillDebited': (seen, event) => {
      const { totalMinor, openMinor, vatMinor } = event.data
      return seen && changed(seen, event, { totalMinor, openMinor, vatMinor: seen.vatMinor + vatMinor })
    },
    'billing.BillRecomputed': (seen, { data }) => seen && { ...seen, recomputed: RecomputedBill.parse(data) },
    'billing.PaymentReceived': (seen, event, { billId }) =>
      seen && changed(seen, event, { openMinor: seen.openMinor - paidOf(event.data.allocations, billId) }),
    'billing.BalanceApplied': (seen, event, { billId }) =>
      seen && changed(seen, event, { openMinor: seen.openMinor - paidOf(event.data.allocations, billId) }),
    'billing.PaymentReversed': (seen, event, { billId }) =>
      seen && changed(seen, event, { openMinor: seen.openMinor + paidOf(event.data.allocations, billId) }),
    // Bills of a log from before there were contracts go to the holder whose they are.
    'billing.ContractBegan': (seen, { data: { contractNo } }) => seen && { ...seen, contractNo },
    'billing.BillOverdue': (seen, event) => changed(seen, event, { missedOn: event.data.dueOn }),
    'billing.LateFeeCharged': (seen, event) => {
      const { totalMinor, openMinor, amountMinor, dueOn, period } = event.data
      const lastFee = { dueOn, period }
      return seen && changed(seen, event, { totalMinor, openMinor, lateFeesMinor: seen.lateFeesMinor + amountMinor, lastFee })
    },
    'billing.ReturnFeeCharged': (seen, event) => {
      const { totalMinor, openMinor } = event.data
      return changed(seen, event, { totalMinor, openMinor })
    },
    'billing.ReminderSent': (seen, event) =>
      seen && changed(seen, event, { reminders: [...seen.reminders, reminderKey(event.data)].slice(-remindersKept) }),
    // A line of the history: the bill is as it was.
    'billing.BillMailed': (seen) => seen,
    'billing.InstalmentsPlanned': (seen, event, { billId }) => {
      const planned = event.data.bills.find((each) => each.billId === billId)
      return planned
        ? changed(seen, event, { plan: { planId: event.data.planId, plannedMinor: planned.plannedMinor, parts: planned.parts } })
        : seen
    },
    'billing.InstalmentsCancelled': (seen, event) => changed(seen, event, { plan: null }),
  },
  history: {
    sentences: 'billing:bill',
    steps: {
      'billing.BillIssued': [
        {
          step: 'issued',
          tell: ({ data: { totalMinor, fromBalanceMinor } }) => (fromBalanceMinor === 0 ? { facts: { totalMinor } } : undefined),
        },
        {
          step: 'issuedFromBalance',
          tell: ({ data: { totalMinor, fromBalanceMinor } }) =>
            fromBalanceMinor === 0 ? undefined : { facts: { totalMinor, fromBalanceMinor } },
        },
      ],
      'billing.BillCredited': { step: 'credited', tell: ({ data: { amountMinor, reason } }) => ({ facts: { amountMinor }, note: reason }) },
      'billing.BillDebited': { step: 'debited', tell: ({ data: { amountMinor, reason } }) => ({ facts: { amountMinor }, note: reason }) },
      'billing.BillRecomputed': {
        step: 'recomputed',
        tell: ({ data: { differenceMinor, computedAtPosition, reason } }) => ({
          facts: { differenceMinor, computedAtPosition },
          note: reason,
        }),
      },
      'billing.PaymentReceived': {
        step: 'paid',
        tell: ({ data: { allocations } }, { key: { billId } }) => ({ facts: { amountMinor: paidOf(allocations, billId) } }),
      },
      'billing.BalanceApplied': {
        step: 'paidFromBalance',
        tell: ({ data: { allocations } }, { key: { billId } }) => ({ facts: { amountMinor: paidOf(allocations, billId) } }),
      },
      'billing.PaymentReversed': {
        step: 'reopened',
        tell: ({ data: { allocations, reason } }, { key: { billId } }) => ({
          facts: { amountMinor: paidOf(allocations, billId) },
          note: reason,
        }),
      },
      'billing.BillOverdue': {
        step: 'overdue',
        tell: ({ data: { dueOn, overdueMinor } }) => ({ facts: { dueOn, overdueMinor } }),
      },
      'billing.LateFeeCharged': {
        step: 'lateFee',
        tell: ({ data: { amountMinor, dueOn, period } }) => ({ facts: { amountMinor, dueOn, period } }),
      },
      'billing.ReturnFeeCharged': { step: 'returnFee', tell: ({ data: { amountMinor } }) => ({ facts: { amountMinor } }) },
      'billing.ReminderSent': [
        { step: 'remindedByMail', tell: ({ data }) => (data.channel === 'email' ? reminded(data) : undefined) },
        { step: 'remindedBySms', tell: ({ data }) => (data.channel === 'sms' ? reminded(data) : undefined) },
      ],
      'billing.BillMailed': { step: 'mailed' },
      'billing.InstalmentsPlanned': {
        step: 'planned',
        tell: ({ data: { instalments, reason } }) => ({
          facts: { count: instalments.length, firstDay: instalments[0]?.dueOn ?? null, lastDay: instalments.at(-1)?.dueOn ?? null },
          note: reason,
        }),
      },
      'billing.InstalmentsCancelled': { step: 'planCancelled', tell: ({ data: { reason } }) => ({ note: reason }) },
    },
  },
})

const reminded = ({ dueOn, openMinor }: { dueOn: string; openMinor: number }) => ({ facts: { dueOn, openMinor } })

export const billNumbers = rowNumbers({ table: 'bills', number: 'bill_no', identifier: 'billId', column: 'bill_id' })

/** A bill after these events of its account, in the order of the log; undefined where none issues it. */
export const billAfter = (events: readonly RowEvent[], key: { accountNo: string; billId: string }): Row | undefined => {
  const { cases } = bills.entity
  const own = events.filter((event) => concernsBill(event, key.billId))
  return own.reduce<object | undefined>((row, event) => cases.get(event.type)?.(row, event, key) ?? row, undefined) as Row | undefined
}

/** Whether an event of the account changes this bill. */
export const concernsBill = (event: RowEvent, billId: string): boolean =>
  bills.entity.cases.has(event.type) && billsOf(event).includes(billId)

/** The history of one bill, newest first; undefined where there is none. */
export const billHistory = async (database: PoolClient, billNo: number, page: HistoryPage) => {
  const bill = await billNumbers.namedBy(database, billNo)
  return bill && readHistory(database, bills.entity, bill, page)
}
