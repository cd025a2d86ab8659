import { z } from 'zod'
import { PersonName } from '../shared/actors.ts'
import { defineResource, logVerbs } from '../shared/resource.ts'
import { lines, text } from '../shared/text.ts'
import { AccountNo, Instant } from '../shared/values.ts'
import { DocumentNumber } from './document-number.ts'
import { customerName } from './holder-of-row.ts'
import { PayMethod } from './money.ts'

/** Transactions of an account's money. */
export const TransactionKind = z.enum({
  bill: '0',
  credit: '1',
  debit: '2',
  payment: '3',
  reversal: '4',
  refund: '5',
  deduction: '6',
  debt: '7',
  debtPayment: '8',
  lateFee: '9',
  balanceApplied: '10',
  returnFee: '11',
  deductionReversed: '12',
  writeOff: '13',
  waterSold: '14',
  waterTakenBack: '15',
  consumption: '16',
})
export type TransactionKind = z.infer<typeof TransactionKind>

/** Every movement of money of every account, one row per event of money. */
export const transactions = defineResource({
  name: 'transaction',
  texts: 'billing',
  noun: 'transaction',
  path: '/prod-api/business/transaction',
  permission: 'billing:transaction',
  verbs: logVerbs,
  id: 'transactionNo',
  table: 'views.transactions',
  scope: 'own',
  fields: {
    accountNo: { schema: AccountNo, filter: 'contains' },
    customerName,
    /** Of a bill, a credit or a debit: the number on its paper, null for a moment until it is given. Null for other kinds. */
    documentNumber: { schema: DocumentNumber.nullable(), filter: 'contains' },
    /** The bill that a bill, credit or debit is about. */
    billId: { schema: z.uuid().nullable() },
    /** Whose money moved: the account's first holder is 1. */
    contractNo: { schema: z.int(), isLarge: true },
    kind: { schema: TransactionKind, filter: 'equals', dictionary: 'transaction_kind' },
    payMethod: { schema: PayMethod.nullable(), filter: 'equals', dictionary: 'counter_method' },
    /** The amount of the bill, the payment, the deduction: never below zero. */
    amountMinor: { schema: z.int(), isLarge: true },
    /** By how much the account owes more, all of bills, debts and balance together. Below zero where it owes less. */
    owedMinor: { schema: z.int(), isLarge: true },
    /** By how much the balance of the account rises. */
    balanceMinor: { schema: z.int(), isLarge: true },
    reference: { schema: text(64), filter: 'contains' },
    note: { schema: lines(200) },
    operator: { schema: PersonName.nullable(), filter: 'equals', filterMax: 100 },
    createTime: { schema: Instant },
  },
  totals: { fields: ['owedMinor', 'balanceMinor'] },
  menu: {
    directory: 'billing',
    place: 28,
    path: 'transactions',
    component: 'billing/transactions',
    icon: 'list',
    titles: { en: 'Transactions', 'zh-CN': '交易记录', fr: 'Mouvements', id: 'Transaksi' },
    audience: 'tenant',
  },
  screen: {
    columns: [
      'accountNo',
      'customerName',
      'kind',
      'documentNumber',
      'payMethod',
      'amountMinor',
      'owedMinor',
      'balanceMinor',
      'reference',
      'operator',
      'createTime',
    ],
    moreColumns: ['note', 'contractNo'],
    onPhone: ['accountNo', 'amountMinor', 'kind'],
    filters: ['accountNo', 'kind', 'documentNumber', 'payMethod', 'reference', 'operator', 'createdWithin'],
  },
})
