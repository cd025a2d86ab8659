import { z } from 'zod'
import { PersonName } from '../shared/actors.ts'
import { defineResource, logVerbs } from '../shared/resource.ts'
import { AccountNo, Instant } from '../shared/values.ts'
import { DeductionLine, PurchasedLitres } from './deduction.ts'
import { customerName } from './holder-of-row.ts'
import { PayMethod } from './money.ts'
import { PaymentStatus } from './payment.ts'

/** Payments that recharged an account. The number of a recharge is that of its payment, whose receipt it has. */
export const recharges = defineResource({
  name: 'recharge',
  texts: 'billing',
  noun: 'recharge',
  path: '/prod-api/business/recharge',
  permission: 'billing:recharge',
  verbs: logVerbs,
  id: 'rechargeNo',
  table: 'views.recharges',
  scope: 'own',
  fields: {
    accountNo: { schema: AccountNo, filter: 'contains' },
    customerName,
    status: { schema: PaymentStatus, filter: 'equals', dictionary: 'payment_status' },
    contractNo: { schema: z.int(), isLarge: true },
    payMethod: { schema: PayMethod, filter: 'equals', dictionary: 'counter_method' },
    amountMinor: { schema: z.int(), isLarge: true },
    deductedMinor: { schema: z.int(), isLarge: true },
    /** Paid of bills that were open. */
    billsMinor: { schema: z.int(), isLarge: true },
    restMinor: { schema: z.int(), isLarge: true },
    purchasedLitres: { schema: PurchasedLitres, isLarge: true },
    deductions: { schema: z.array(DeductionLine), isJson: true, isUnsortable: true },
    operator: { schema: PersonName.nullable() },
    createTime: { schema: Instant },
  },
  totals: {
    fields: ['amountMinor', 'deductedMinor', 'billsMinor', 'restMinor'],
    except: { field: 'status', word: PaymentStatus.enum.reversed },
  },
  menu: {
    directory: 'billing',
    place: 26,
    path: 'recharges',
    component: 'billing/recharges',
    icon: 'cash',
    titles: { en: 'Recharges', 'zh-CN': '充值记录', fr: 'Recharges', id: 'Isi ulang' },
    audience: 'tenant',
  },
  screen: {
    columns: [
      'accountNo',
      'customerName',
      'status',
      'payMethod',
      'amountMinor',
      'deductedMinor',
      'billsMinor',
      'restMinor',
      'operator',
      'createTime',
    ],
    moreColumns: ['purchasedLitres', 'contractNo'],
    onPhone: ['accountNo', 'amountMinor', 'customerName', 'status'],
    filters: ['accountNo', 'status', 'payMethod', 'createdWithin'],
  },
})
