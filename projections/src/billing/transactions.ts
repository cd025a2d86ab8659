import { firstContract } from '@nightflow/domain/billing/account-contracts'
import { documentNumber } from '@nightflow/domain/billing/document-number'
import type { LedgerAccount, Postings } from '@nightflow/schemas/billing/ledger'
import { PayMethod } from '@nightflow/schemas/billing/money'
import { transactions as resource, TransactionKind } from '@nightflow/schemas/billing/transaction'
import type { PersonErased } from '@nightflow/schemas/privacy/erase-person'
import type { z } from 'zod'
import { defineEntity } from '../projector/entity.ts'
import { personOf } from '../projector/entity-history.ts'
import type { RowEvent } from '../projector/entity-shape.ts'

const kinds = TransactionKind.enum

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
    payMethod: names.includes('cash')
      ? PayMethod.enum.cash
      : names.includes('bank') || names.includes('clearing')
        ? PayMethod.enum.bank
        : null,
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
  version: 3,
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
    'billing.BillIssued': (_, event) => transaction(kinds.bill, event, { amountMinor: event.data.totalMinor, billId: event.data.billId }),
    'billing.BillCredited': (_, event) => {
      const { amountMinor, billId, reason } = event.data
      return transaction(kinds.credit, event, { amountMinor, billId, note: reason })
    },
    'billing.BillDebited': (_, event) => {
      const { amountMinor, billId, reason } = event.data
      return transaction(kinds.debit, event, { amountMinor, billId, note: reason })
    },
    'billing.LateFeeCharged': (_, event) => transaction(kinds.lateFee, event, { amountMinor: event.data.amountMinor }),
    'billing.DocumentNumbered': (seen, { data, version }) =>
      seen && { ...seen, documentNumber: documentNumber({ ...data, sequence: version }) },
    'billing.PaymentReceived': (_, event) => {
      const { amountMinor, reference, remark } = event.data
      return transaction(kinds.payment, event, { amountMinor, reference: reference ?? '', note: remark ?? '' })
    },
    'privacy.PersonErased': (seen) => seen && { ...seen, reference: '', note: '' },
    'billing.PaymentReversed': (_, event) =>
      transaction(kinds.reversal, event, { amountMinor: event.data.amountMinor, note: event.data.reason }),
    'billing.ReturnFeeCharged': (_, event) => transaction(kinds.returnFee, event, { amountMinor: event.data.amountMinor }),
    'billing.BalanceApplied': (_, event) => transaction(kinds.balanceApplied, event, { amountMinor: event.data.amountMinor }),
    'billing.BalanceRefunded': (_, event) =>
      transaction(kinds.refund, event, { amountMinor: event.data.amountMinor, note: event.data.reason }),
    'billing.WaterSold': (_, event) =>
      transaction(kinds.waterSold, event, { amountMinor: event.data.amountMinor, note: event.data.meterNo }),
    'billing.WaterTakenBack': (_, event) =>
      transaction(kinds.waterTakenBack, event, { amountMinor: event.data.amountMinor, note: event.data.reason }),
    'billing.ConsumptionDeducted': (_, event) => {
      const { totalMinor, periodFrom, periodTo } = event.data
      return transaction(kinds.consumption, event, { amountMinor: Math.abs(totalMinor), note: `${periodFrom} – ${periodTo}` })
    },
    'billing.PaymentDeducted': (_, event) => transaction(kinds.deduction, event, { amountMinor: event.data.deductedMinor }),
    'billing.DeductionReversed': (_, event) => transaction(kinds.deductionReversed, event, { amountMinor: event.data.deductedMinor }),
    'billing.DebtWrittenOff': (_, event) => {
      const { amountMinor, feeName, reason } = event.data
      return transaction(kinds.writeOff, event, { amountMinor, note: `${feeName}: ${reason}` })
    },
    'billing.DebtAdded': (_, event) => {
      const { amountMinor, feeName, remark } = event.data
      return transaction(kinds.debt, event, { amountMinor, note: [feeName, remark].filter(Boolean).join(': ') })
    },
    'billing.DebtPaid': (_, event) => {
      const { amountMinor, feeName, remark } = event.data
      return transaction(kinds.debtPayment, event, { amountMinor, note: [feeName, remark].filter(Boolean).join(': ') })
    },
  },
})
