import type { LedgerAccount, Postings } from '@nightflow/schemas/billing/ledger'
import { transactions as resource, type TransactionKind } from '@nightflow/schemas/billing/transaction'
import type { z } from 'zod'
import { defineEntity } from '../projector/entity.ts'
import { personOf } from '../projector/entity-history.ts'

type Row = z.output<typeof resource.row>
type Moving = {
  position: number
  metadata: { actor: string }
  data: { accountNo: string; postings: z.output<typeof Postings>; at: string }
}
type Facts = { amountMinor: number; reference?: string; note?: string }

/** What the postings move, as the account's transaction. */
const transaction = (
  kind: TransactionKind,
  { position, metadata, data }: Moving,
  { amountMinor, reference = '', note = '' }: Facts,
): Row => {
  const { accountNo, postings, at } = data
  const moved = (...accounts: LedgerAccount[]): number =>
    postings.reduce((sum, posting) => sum + (accounts.includes(posting.ledgerAccount) ? posting.amountMinor : 0), 0)
  const names = postings.map(({ ledgerAccount }) => ledgerAccount)
  return {
    ...{ transactionNo: position, accountNo, kind, amountMinor, reference, note },
    payMethod: names.includes('cash') ? '0' : names.includes('bank') || names.includes('clearing') ? '1' : null,
    owedMinor: moved('receivables', 'customerDebts', 'customerMoney'),
    balanceMinor: 0 - moved('customerMoney'),
    operator: personOf(metadata.actor),
    createTime: at,
  }
}

/** Every movement of money of every account. An event of money is one row, and its number is the event's. */
export const transactions = defineEntity({
  name: 'billing/transactions',
  version: 1,
  table: 'transactions',
  key: ['transactionNo'],
  row: resource.row,
  indexes: { account: '(tenant, account_no, transaction_no)', time: '(tenant, create_time)' },
  keysOf: ({ position }) => [{ transactionNo: position }],
  evolve: {
    'billing.BillIssued': (_, event) => transaction('0', event, { amountMinor: event.data.totalMinor }),
    'billing.BillCredited': (_, event) => transaction('1', event, { amountMinor: event.data.amountMinor, note: event.data.reason }),
    'billing.BillDebited': (_, event) => transaction('2', event, { amountMinor: event.data.amountMinor, note: event.data.reason }),
    'billing.LateFeeCharged': (_, event) => transaction('9', event, { amountMinor: event.data.amountMinor }),
    'billing.PaymentReceived': (_, event) => {
      const { amountMinor, reference, remark } = event.data
      return transaction('3', event, { amountMinor, reference, note: remark })
    },
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
