import { z } from 'zod'
import { PersonName } from '../shared/actors.ts'
import { defineResource } from '../shared/resource.ts'
import { lines, text } from '../shared/text.ts'
import { AccountNo, Instant, MeterNumber } from '../shared/values.ts'

/** Application, review by an administrator, and its end. */
export const RefundStatus = z.enum({ pending: '0', processing: '1', completed: '2', rejected: '3' })
export type RefundStatus = z.infer<typeof RefundStatus>
/** The knowledge about a token in the meter. A token goes one way: without the meter's own log it stays in search. */
export const RechargeFlag = z.enum({ collected: '0', inSearch: '1', noCharge: '2', alreadyCharged: '3', returned: '4' })
export type RechargeFlag = z.infer<typeof RechargeFlag>

/** Applications to give back the price of tokens that were not entered. */
export const stsRefunds = defineResource({
  name: 'stsRefund',
  texts: 'prepaid',
  noun: 'token refund',
  path: '/prod-api/business/stsRefund',
  permission: 'prepaid:stsRefund',
  verbs: ['list', 'query', 'review', 'export'],
  id: 'refundNo',
  table: 'views.sts_refunds',
  scope: 'own',
  fields: {
    requestId: { schema: z.uuid(), isReadOnly: true },
    meterNo: { schema: MeterNumber, filter: 'contains', isReadOnly: true },
    accountNo: { schema: AccountNo, filter: 'contains', isReadOnly: true },
    digits: { schema: text(260), isReadOnly: true, filter: 'contains', filterMax: 30, isUnsortable: true },
    refundStatus: { schema: RefundStatus, isReadOnly: true, filter: 'equals', dictionary: 'sts_refund_status' },
    rechargeFlag: { schema: RechargeFlag, isReadOnly: true, filter: 'equals', dictionary: 'sts_recharge_flag' },
    amountMinor: { schema: z.int(), isReadOnly: true, isLarge: true },
    reason: { schema: lines(200), isReadOnly: true },
    applicant: { schema: PersonName.nullable(), isReadOnly: true, filter: 'equals', filterMax: 100 },
    auditor: { schema: PersonName.nullable(), isReadOnly: true, filter: 'equals', filterMax: 100 },
    auditComments: { schema: lines(200), isReadOnly: true },
    createTime: { schema: Instant, isReadOnly: true },
  },
  totals: { fields: ['amountMinor'] },
  menu: {
    directory: 'prepaid',
    place: 33,
    path: 'stsRefund',
    component: 'prepaid/sts-refund',
    icon: 'receipt',
    titles: { en: 'Token refunds', 'zh-CN': '代码退购', fr: 'Remboursements de jetons', id: 'Pengembalian token' },
    audience: 'tenant',
    shows: ['/api/v1/sts-refunds'],
  },
  screen: {
    columns: ['digits', 'meterNo', 'accountNo', 'amountMinor', 'refundStatus', 'rechargeFlag', 'applicant', 'auditor', 'createTime'],
    moreColumns: ['reason', 'auditComments'],
    filters: ['digits', 'meterNo', 'accountNo', 'refundStatus', 'rechargeFlag', 'applicant', 'auditor', 'createdWithin'],
    onPhone: ['digits', 'amountMinor', 'refundStatus', 'rechargeFlag'],
    title: 'meterNo',
    form: [],
  },
})
