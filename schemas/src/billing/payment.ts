import { z } from 'zod'
import { confirmedAmount } from '../shared/confirmed-amount.ts'
import { personalInput } from '../shared/personal.ts'
import { defineResource } from '../shared/resource.ts'
import { text, lines as textLines } from '../shared/text.ts'
import { AccountNo } from '../shared/values.ts'
import { Allocation, chosenBills } from './bill.ts'
import { DeductionLine, PaymentSource, PurchasedLitres } from './deduction.ts'
import { customerName } from './holder-of-row.ts'
import { ContractNo } from './ledger.ts'
import { PayMethod, TypedAmount } from './money.ts'

/** Refunded: money that went back to the customer, its amounts below zero. */
export const PaymentStatus = z.enum({ received: '0', reversed: '1', refunded: '2' })

/** Money that was received, what it paid, what was taken back and what was refunded. */
export const payments = defineResource({
  name: 'payment',
  texts: 'billing',
  noun: 'payment',
  path: '/prod-api/business/payment',
  permission: 'billing:payment',
  verbs: ['list', 'query', 'add', 'reverse', 'refund', 'export'],
  id: 'paymentNo',
  table: 'views.payments',
  scope: 'own',
  fields: {
    /** Chosen by the caller, so that a repeated request takes one payment. */
    paymentId: { schema: z.uuid(), isSetOnce: true },
    accountNo: { schema: AccountNo, filter: 'contains', isSetOnce: true },
    customerName,
    status: { schema: PaymentStatus, isReadOnly: true, filter: 'equals', dictionary: 'payment_status' },
    amount: { schema: TypedAmount, isWriteOnly: true, isHalf: true },
    /** Bills that the payer chose, which are paid before others. */
    billIds: { schema: chosenBills.optional(), isWriteOnly: true },
    confirmedAmount: { schema: confirmedAmount.confirmedAmount, isWriteOnly: true },
    /** Whose bills it pays: the present holder's where it is left out. */
    contractNo: { schema: ContractNo.optional(), shown: z.int(), isLarge: true, isHalf: true },
    payMethod: { schema: PayMethod.default(PayMethod.enum.cash), filter: 'equals', dictionary: 'counter_method', isHalf: true },
    /** Money for bills, or a recharge of the account. */
    source: { schema: PaymentSource.default(PaymentSource.enum.bill), filter: 'equals', dictionary: 'payment_source', isHalf: true },
    purchasedLitres: { schema: PurchasedLitres.default(0), isWriteOnly: true },
    reference: { schema: personalInput(text(64), 'other').default(''), filter: 'contains' },
    amountMinor: { schema: z.int(), isReadOnly: true, isLarge: true },
    /** The amount that the payment's own deductions took, and their lines. */
    deductedMinor: { schema: z.int(), isReadOnly: true, isLarge: true },
    deductions: { schema: z.array(DeductionLine), isReadOnly: true, isJson: true, isUnsortable: true },
    restMinor: { schema: z.int(), isReadOnly: true, isLarge: true },
    allocations: { schema: z.array(Allocation), isReadOnly: true, isJson: true, isUnsortable: true },
    remark: { schema: personalInput(textLines(100), 'other').default(''), lines: 2 },
  },
  totals: { fields: ['amountMinor', 'deductedMinor', 'restMinor'], except: { field: 'status', word: PaymentStatus.enum.reversed } },
  menu: {
    directory: 'billing',
    place: 25,
    path: 'payments',
    component: 'billing/payments',
    icon: 'cash',
    titles: { en: 'Payments', 'zh-CN': '收款', fr: 'Paiements', id: 'Pembayaran' },
    audience: 'tenant',
  },
  screen: {
    columns: [
      'accountNo',
      'customerName',
      'status',
      'source',
      'payMethod',
      'amountMinor',
      'deductedMinor',
      'restMinor',
      'reference',
      'createBy',
      'createTime',
    ],
    moreColumns: ['remark', 'contractNo'],
    onPhone: ['accountNo', 'amountMinor', 'customerName', 'status'],
    form: ['accountNo', 'amount', 'source', 'contractNo', 'payMethod', 'reference', 'remark'],
  },
})
