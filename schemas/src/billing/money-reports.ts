import { z } from 'zod'
import { PersonName } from '../shared/actors.ts'
import { texts } from '../shared/language.ts'
import { defineReport } from '../shared/report.ts'
import { text } from '../shared/text.ts'
import { BillStatus } from './bill.ts'
import { PayMethod } from './money.ts'

/** Reports of money, for days of the tenant's zone. Without days, a report is of the last thirty, today included. */
const path = '/prod-api/business/moneyReport'
/** Ten years and their leap days. */
const days = { usual: 30, max: 3_660, last: 'today' } as const

export const RechargeRow = z.object({
  /** Place in the report, which identifies the row. */
  place: z.int(),
  /** `YYYY-MM-DD`, or `YYYY-MM` for months. */
  period: z.string(),
  payMethod: PayMethod,
  operator: PersonName.nullable(),
  /** Payments received; those taken back count on the day on which they were taken back. */
  payments: z.int(),
  receivedMinor: z.int(),
  reversedMinor: z.int(),
  refundedMinor: z.int(),
  /** Received less reversed and refunded. */
  netMinor: z.int(),
})
export type RechargeRow = z.infer<typeof RechargeRow>

export const ReportUnit = z.enum(['day', 'month'])
export const rechargeFilter = { unit: ReportUnit.optional(), payMethod: PayMethod.optional(), operator: text(100).optional() }
/** Money received, reversed and refunded: days or months by pay method and operator. */
export const rechargeReport = defineReport({
  name: 'rechargeReport',
  texts: 'billing',
  path: `${path}/recharge`,
  permission: 'billing:transaction:list',
  exportPermission: 'billing:transaction:export',
  summary: 'What was received, reversed and refunded by day or month, pay method and operator',
  noun: 'row',
  id: 'place',
  row: RechargeRow,
  filter: rechargeFilter,
  dictionaries: { payMethod: 'counter_method' },
  totals: ['receivedMinor', 'reversedMinor', 'refundedMinor', 'netMinor'],
  days,
  chart: { values: ['netMinor'] },
  columns: ['period', 'payMethod', 'operator', 'payments', 'receivedMinor', 'reversedMinor', 'refundedMinor', 'netMinor'],
  onPhone: ['period', 'netMinor', 'payMethod'],
  filters: ['unit', 'payMethod', 'operator'],
  source: { screen: 'billing/transactions', search: { payMethod: 'payMethod' }, within: 'period' },
  menu: {
    directory: 'report',
    place: 40,
    path: 'recharge',
    component: 'reports/recharges',
    icon: 'cash',
    titles: texts('Recharge statistics', '充值统计', 'Statistiques des encaissements', 'Statistik penerimaan'),
  },
})

/** One holder's bills of an account: what a former one owes is not the present one's. */
export const PostpaidRow = z.object({
  lineNo: z.string(),
  accountNo: z.string(),
  contractNo: z.int(),
  /** Null where the person was erased, and for callers who may not see accounts. */
  customerName: z.string().nullable(),
  bills: z.int(),
  openBills: z.int(),
  /** Total of the bills after credits and debits, and its paid, open and overdue parts. */
  billedMinor: z.int(),
  paidMinor: z.int(),
  openMinor: z.int(),
  overdueMinor: z.int(),
  status: BillStatus,
})
export type PostpaidRow = z.infer<typeof PostpaidRow>

export const postpaidFilter = { accountNo: text(32).optional(), status: BillStatus.optional() }
/** Accounts with the bills of a period: billed, paid, open and overdue. */
export const postpaidReport = defineReport({
  name: 'postpaidReport',
  texts: 'billing',
  path: `${path}/postpaid`,
  permission: 'billing:bill:list',
  exportPermission: 'billing:bill:export',
  summary: 'Accounts with the bills of a period: billed, paid, open and overdue',
  noun: 'account',
  id: 'lineNo',
  row: PostpaidRow,
  filter: postpaidFilter,
  dictionaries: { status: 'bill_status' },
  totals: ['billedMinor', 'paidMinor', 'openMinor', 'overdueMinor'],
  days,
  chart: { values: ['billedMinor', 'openMinor'] },
  columns: ['accountNo', 'customerName', 'status', 'bills', 'openBills', 'billedMinor', 'paidMinor', 'openMinor', 'overdueMinor'],
  onPhone: ['accountNo', 'openMinor', 'customerName', 'status'],
  filters: ['accountNo', 'status'],
  source: { screen: 'billing/bills', wholeSearch: { accountNo: 'accountNo' } },
  menu: {
    directory: 'report',
    place: 50,
    path: 'postpaid',
    component: 'reports/postpaid',
    icon: 'receipt',
    titles: texts('Postpaid detail', '后付费明细', 'Détail des abonnements facturés', 'Rincian pascabayar'),
  },
})
