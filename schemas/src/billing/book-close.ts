import { z } from 'zod'
import { defineResource } from '../shared/resource.ts'
import { lines } from '../shared/text.ts'
import { Instant } from '../shared/values.ts'
import { BillMonth } from './bill.ts'
import { LedgerAccount } from './ledger.ts'

/** A sum of postings stays exact: nine million times the largest posting is less. */
const SumMinor = z.int().min(Number.MIN_SAFE_INTEGER).max(Number.MAX_SAFE_INTEGER)
const UnsignedSumMinor = z.int().min(0).max(Number.MAX_SAFE_INTEGER)

/** One line of a trial balance: what a ledger account had, what was posted to it, and what it has. A debit is above zero. */
export const TrialBalanceLine = z.object({
  ledgerAccount: LedgerAccount,
  openingMinor: SumMinor,
  debitMinor: UnsignedSumMinor,
  creditMinor: UnsignedSumMinor,
  closingMinor: SumMinor,
})
export type TrialBalanceLine = z.infer<typeof TrialBalanceLine>

/** Every ledger account that anything was posted to; all closings together are zero. */
export const TrialBalance = z
  .array(TrialBalanceLine)
  .max(LedgerAccount.options.length)
  .refine((balance) => balance.reduce((sum, { closingMinor }) => sum + closingMinor, 0) === 0)

const reason = lines(200).min(1)
const closed = {
  month: BillMonth,
  /** The month's local days as instants; what is posted before `until` is closed. */
  from: Instant,
  until: Instant,
  /** Of the month, its opening being everything before. */
  trialBalance: TrialBalance,
  /** The read models held the log up to here. */
  computedAtPosition: z.int().min(0).max(Number.MAX_SAFE_INTEGER),
  reason,
}

export const CloseMonth = z.object({
  type: z.literal('CloseMonth'),
  ...closed,
  /** The month of the first posting; null where nothing was posted. */
  firstMonth: BillMonth.nullable(),
})
export type CloseMonth = z.infer<typeof CloseMonth>

export const bookEventTypes = {
  'billing.MonthClosed': { version: 1, data: z.object({ ...closed, at: Instant }) },
} as const

/** The months whose books are closed, each with its trial balance. */
export const bookCloses = defineResource({
  name: 'bookClose',
  texts: 'billing',
  noun: 'month close',
  path: '/prod-api/business/ledger/close',
  permission: 'billing:bookClose',
  verbs: ['list', 'query', 'add', 'export'],
  id: 'closeNo',
  table: 'views.book_closes',
  scope: 'own',
  order: { field: 'month', direction: 'desc' },
  fields: {
    month: { schema: BillMonth, filter: 'equals', isSetOnce: true },
    turnoverMinor: { schema: z.int(), isReadOnly: true, isLarge: true },
    receivablesMinor: { schema: z.int(), isReadOnly: true, isLarge: true },
    customerMoneyMinor: { schema: z.int(), isReadOnly: true, isLarge: true },
    customerDebtsMinor: { schema: z.int(), isReadOnly: true, isLarge: true },
    trialBalance: { schema: z.array(TrialBalanceLine), isReadOnly: true, isJson: true, isUnsortable: true },
    computedAtPosition: { schema: z.int(), isReadOnly: true, isLarge: true },
    reason: { schema: reason, lines: 2 },
  },
  menu: {
    directory: 'ledger',
    place: 60,
    path: 'closes',
    component: 'billing/book-closes',
    icon: 'clock',
    titles: { en: 'Month closes', 'zh-CN': '月结', fr: 'Clôtures mensuelles', id: 'Tutup buku bulanan' },
    audience: 'tenant',
  },
  screen: {
    columns: ['month', 'turnoverMinor', 'receivablesMinor', 'customerMoneyMinor', 'customerDebtsMinor', 'reason', 'createBy', 'createTime'],
    moreColumns: ['computedAtPosition'],
    filters: [],
    title: 'month',
  },
})
