import { z } from 'zod'
import { PersonName } from '../shared/actors.ts'
import { confirmedAmount } from '../shared/confirmed-amount.ts'
import { defineResource, logVerbs } from '../shared/resource.ts'
import { lines } from '../shared/text.ts'
import { AccountNo, Instant } from '../shared/values.ts'
import { ItemName } from './charging-item.ts'
import { DebtType, PaymentSource } from './deduction.ts'
import { customerName } from './holder-of-row.ts'
import { ContractNo, Postings } from './ledger.ts'
import { AmountMinor, amountMinorMax, TypedAmount } from './money.ts'

export const DebtStatus = z.enum({ open: '0', paid: '1', writtenOff: '2' })

/** Instalments of one debt: twenty years of months. */
export const instalmentsMax = 240
export const RemainingDeductions = z.int32().min(0).max(instalmentsMax)

/** From which payments instalments are taken, and how many are left. */
export const RepaymentPlan = z.object({ source: PaymentSource, deductions: z.int().min(1).max(instalmentsMax) })
export type RepaymentPlan = z.infer<typeof RepaymentPlan>

const remark = lines(100)
const planFields = {
  planSource: PaymentSource.nullable().default(null),
  planDeductions: z.int().min(1).max(instalmentsMax).nullable().default(null),
}

/** Debts of customers beside their bills, and their repayment. */
export const debts = defineResource({
  name: 'debt',
  texts: 'billing',
  noun: 'debt',
  path: '/prod-api/business/debt',
  permission: 'billing:debt',
  verbs: ['list', 'query', 'add', 'plan', 'pay', 'writeOff', 'export'],
  id: 'debtNo',
  table: 'views.debts',
  scope: 'own',
  fields: {
    /** Chosen by the caller, so that a repeated request adds one debt. */
    debtId: { schema: z.uuid(), isSetOnce: true },
    accountNo: { schema: AccountNo, filter: 'contains', isSetOnce: true },
    customerName,
    debtType: { schema: DebtType, filter: 'equals', dictionary: 'debt_type', isHalf: true },
    feeName: { schema: ItemName, filter: 'contains', isHalf: true },
    amount: { schema: TypedAmount, isWriteOnly: true },
    confirmedAmount: { schema: confirmedAmount.confirmedAmount, isWriteOnly: true },
    amountMinor: { schema: z.int(), isReadOnly: true, isLarge: true },
    residualMinor: { schema: z.int(), isReadOnly: true, isLarge: true },
    status: { schema: DebtStatus, isReadOnly: true, filter: 'equals', dictionary: 'debt_status' },
    /** Null without a repayment plan: the debt is paid at the counter. */
    planSource: { schema: planFields.planSource, dictionary: 'payment_source', isHalf: true },
    planDeductions: { schema: planFields.planDeductions, isWriteOnly: true, isHalf: true },
    remainingDeductions: { schema: RemainingDeductions.nullable(), isReadOnly: true },
    /** The person that proposed to give the rest up, while another person has not confirmed or dismissed it. */
    writeOffBy: { schema: PersonName.nullable(), isReadOnly: true },
    remark: { schema: remark.default(''), lines: 2 },
  },
  totals: { fields: ['amountMinor', 'residualMinor'] },
  menu: {
    directory: 'billing',
    place: 70,
    path: 'debts',
    component: 'billing/debts',
    icon: 'user-dollar',
    titles: { en: 'Debts', 'zh-CN': '个人欠款', fr: 'Dettes', id: 'Utang' },
    audience: 'tenant',
    shows: ['/api/v1/debts'],
  },
  screen: {
    columns: [
      'feeName',
      'accountNo',
      'customerName',
      'debtType',
      'status',
      'amountMinor',
      'residualMinor',
      'planSource',
      'remainingDeductions',
      'createBy',
      'createTime',
    ],
    moreColumns: ['writeOffBy', 'remark'],
    onPhone: ['feeName', 'residualMinor', 'customerName', 'accountNo'],
    form: ['accountNo', 'debtType', 'feeName', 'amount', 'planSource', 'planDeductions', 'remark'],
  },
})

/** Paid by hand, deducted from a payment, taken back with it, or given up. */
export const DebtRecordKind = z.enum({ added: '0', paid: '1', deducted: '2', reversed: '3', writtenOff: '4' })

/** Every transaction of every debt. */
export const debtRecords = defineResource({
  name: 'debtRecord',
  texts: 'billing',
  noun: 'debt record',
  path: '/prod-api/business/debtRecord',
  permission: 'billing:debtRecord',
  verbs: logVerbs,
  id: 'debtRecordNo',
  table: 'views.debt_records',
  scope: 'own',
  fields: {
    accountNo: { schema: AccountNo, filter: 'contains' },
    feeName: { schema: ItemName, filter: 'contains' },
    debtType: { schema: DebtType, filter: 'equals', dictionary: 'debt_type' },
    kind: { schema: DebtRecordKind, filter: 'equals', dictionary: 'debt_record_kind' },
    debtMinor: { schema: z.int(), isLarge: true },
    transactionMinor: { schema: z.int(), isLarge: true },
    residualMinor: { schema: z.int(), isLarge: true },
    remainingDeductions: { schema: RemainingDeductions.nullable() },
    operator: { schema: PersonName.nullable() },
    createTime: { schema: Instant },
  },
  menu: {
    directory: 'billing',
    place: 80,
    path: 'debtRecords',
    component: 'billing/debt-records',
    icon: 'list',
    titles: { en: 'Debt records', 'zh-CN': '欠款记录', fr: 'Historique des dettes', id: 'Catatan utang' },
    audience: 'tenant',
  },
})

export const SignedMinor = z.int().min(-amountMinorMax).max(amountMinorMax)
export const ofDebt = { accountNo: AccountNo, debtId: z.uuid() }
const added = { ...ofDebt, debtType: DebtType, feeName: ItemName, plan: RepaymentPlan.nullable(), remark }

export const AddDebt = z.object({ type: z.literal('AddDebt'), ...added, amountMinor: SignedMinor })
export type AddDebt = z.infer<typeof AddDebt>

/** Whose debt it is: the holder's of this contract. Absent for the first. */
export const contractNo = ContractNo.optional()

export const debtEventTypes = {
  'billing.DebtAdded': { version: 1, data: z.object({ ...added, amountMinor: AmountMinor, contractNo, postings: Postings, at: Instant }) },
} as const

/** The open part of a debt that is not paid in full. */
export const OpenDebt = z.object({
  debtNo: z.int(),
  feeName: z.string(),
  amountMinor: z.int(),
  residualMinor: z.int(),
  /** Both are null without a repayment plan. */
  planSource: PaymentSource.nullable(),
  remainingDeductions: z.int().nullable(),
})
export type OpenDebt = z.infer<typeof OpenDebt>
