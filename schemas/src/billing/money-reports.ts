import { z } from 'zod'
import { PersonName } from '../shared/actors.ts'
import { totalsOf } from '../shared/calls-of-resource.ts'
import { endpoint } from '../shared/endpoint.ts'
import { boundedTotal, fromEnd } from '../shared/list-page.ts'
import { createdWithin, paging, wording } from '../shared/lists.ts'
import { text } from '../shared/text.ts'
import { BillStatus } from './bill.ts'
import { PayMethod } from './money.ts'

/** Reports of money, for days of the tenant's zone. Without days, a report is of the last thirty, today included. */
const path = '/prod-api/business/moneyReport'

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
const recharge = { ...rechargeFilter, ...createdWithin }

export const listRecharges = endpoint({
  method: 'GET',
  path: `${path}/recharge/list`,
  permission: 'billing:transaction:list',
  summary: 'What was received, reversed and refunded by day or month, pay method and operator',
  envelope: 'rows',
  request: z.object({ ...recharge, ...paging, ...fromEnd }),
  response: z.object({ rows: z.array(RechargeRow), ...boundedTotal }),
})

/** Of what the filter leaves: days or months by pay method and operator. */
export const rechargeTotals = totalsOf({
  path: `${path}/recharge`,
  permission: 'billing:transaction:list',
  noun: 'row',
  filter: rechargeFilter,
})

export const exportRecharges = endpoint({
  method: 'POST',
  path: `${path}/recharge/export`,
  permission: 'billing:transaction:export',
  summary: 'The recharge statistics that the filter leaves, as a spreadsheet',
  envelope: 'file',
  request: z.object({ ...recharge, ...wording }),
  response: z.object({}),
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
const postpaid = { ...postpaidFilter, ...createdWithin }

export const listPostpaid = endpoint({
  method: 'GET',
  path: `${path}/postpaid/list`,
  permission: 'billing:bill:list',
  summary: 'Accounts with the bills of a period: billed, paid, open and overdue',
  envelope: 'rows',
  request: z.object({ ...postpaid, ...paging, ...fromEnd }),
  response: z.object({ rows: z.array(PostpaidRow), ...boundedTotal }),
})

export const postpaidTotals = totalsOf({
  path: `${path}/postpaid`,
  permission: 'billing:bill:list',
  noun: 'account',
  filter: postpaidFilter,
})

export const exportPostpaid = endpoint({
  method: 'POST',
  path: `${path}/postpaid/export`,
  permission: 'billing:bill:export',
  summary: 'The postpaid detail that the filter leaves, as a spreadsheet',
  envelope: 'file',
  request: z.object({ ...postpaid, ...wording }),
  response: z.object({}),
})
