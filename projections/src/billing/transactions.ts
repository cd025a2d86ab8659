import { firstContract } from '@nightflow/domain/billing/account-contracts'
import { documentNumber } from '@nightflow/domain/billing/document-number'
import type { LedgerAccount, Postings } from '@nightflow/schemas/billing/ledger'
import { transactions as resource, type TransactionKind } from '@nightflow/schemas/billing/transaction'
import type { PersonErased } from '@nightflow/schemas/privacy/erase-person'
import type { z } from 'zod'
import { defineEntity } from '../projector/entity.ts'
import { personOf } from '../projector/entity-history.ts'
import type { RowEvent } from '../projector/entity-shape.ts'

/** The holder's name is in `persons` alone, which an erasure empties. */
const row = resource.row.omit({ customerName: true })
type Row = z.output<typeof row>
type Moving = {
  position: number
  metadata: { actor: string }
  data: { accountNo: string; contractNo?: number | undefined; postings: z.output<typeof Postings>; at: string }
}
type Facts = { amountMinor: number; billId?: string; reference?: string; note?: string }

/** The postings as a transaction of the account. */
const transaction = (
  kind: TransactionKind,
  { position, metadata, data }: Moving,
  { amountMinor, billId, reference = '', note = '' }: Facts,
): Row => {
  const { accountNo, contractNo = firstContract, postings, at } = data
  const moved = (...accounts: LedgerAccount[]): number =>
    postings.reduce((sum, posting) => sum + (accounts.includes(posting.ledgerAccount) ? posting.amountMinor : 0), 0)
  const names = postings.map(({ ledgerAccount }) => ledgerAccount)
  return {
    ...{ transactionNo: position, accountNo, contractNo, documentNumber: null, billId: billId ?? null, kind, amountMinor, reference, note },
    payMethod: names.includes('cash') ? '0' : names.includes('bank') || names.includes('clearing') ? '1' : null,
    owedMinor: moved('receivables', 'customerDebts', 'customerMoney'),
    balanceMinor: 0 - moved('customerMoney'),
    operator: personOf(metadata.actor),
    createTime: at,
  }
}

/** The document that an event gives a number. */
const numberedBy = ({ type, data }: RowEvent): number | undefined =>
  type === 'billing.DocumentNumbered' ? (data as { documentPosition: number }).documentPosition : undefined

/** Every movement of money of every account. An event of money is one row, and its number is the event's. Bills, credits and debits get the number of their paper later. */
export const transactions = defineEntity({
  name: 'billing/transactions',
  version: 2,
  table: 'transactions',
  key: ['transactionNo'],
  row,
  indexes: {
    account: '(tenant, account_no, transaction_no)',
    time: '(tenant, create_time)',
    // Credit and debit notes of a bill.
    bill: '(tenant, bill_id, transaction_no) where bill_id is not null',
  },
  keysOf: (event) => {
    if (event.type !== 'privacy.PersonErased') return [{ transactionNo: numberedBy(event) ?? event.position }]
    const { payment } = event.data as PersonErased
    return payment ? [{ transactionNo: payment.transactionNo }] : []
  },
  evolve: {
    'billing.BillIssued': (_, event) => transaction('0', event, { amountMinor: event.data.totalMinor, billId: event.data.billId }),
    'billing.BillCredited': (_, event) => {
      const { amountMinor, billId, reason } = event.data
      return transaction('1', event, { amountMinor, billId, note: reason })
    },
    'billing.BillDebited': (_, event) => {
      const { amountMinor, billId, reason } = event.data
      return transaction('2', event, { amountMinor, billId, note: reason })
    },
    'billing.LateFeeCharged': (_, event) => transaction('9', event, { amountMinor: event.data.amountMinor }),
    'billing.DocumentNumbered': (seen, { data, version }) =>
      seen && { ...seen, documentNumber: documentNumber({ ...data, sequence: version }) },
    'billing.PaymentReceived': (_, event) => {
      const { amountMinor, reference, remark } = event.data
      return transaction('3', event, { amountMinor, reference: reference ?? '', note: remark ?? '' })
    },
    'privacy.PersonErased': (seen) => seen && { ...seen, reference: '', note: '' },
    'billing.PaymentReversed': (_, event) => transaction('4', event, { amountMinor: event.data.amountMinor, note: event.data.reason }),
    'billing.ReturnFeeCharged': (_, event) => transaction('11', event, { amountMinor: event.data.amountMinor }),
    'billing.BalanceApplied': (_, event) => transaction('10', event, { amountMinor: event.data.amountMinor }),
    'billing.BalanceRefunded': (_, event) => transaction('5', event, { amountMinor: event.data.amountMinor, note: event.data.reason }),
    'billing.PaymentDeducted': (_, event) => transaction('6', event, { amountMinor: event.data.deductedMinor }),
    'billing.DebtAdded': (_, event) => {
      const { amountMinor, feeName, remark } = event.data
      return transaction('7', event, { amountMinor, note: [feeName, remark].filter(Boolean).join(': ') })
    },
    'billing.DebtPaid': (_, event) => {
      const { amountMinor, feeName, remark } = event.data
      return transaction('8', event, { amountMinor, note: [feeName, remark].filter(Boolean).join(': ') })
    },
  },
})
