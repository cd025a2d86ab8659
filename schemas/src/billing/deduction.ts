import { z } from 'zod'
import { defineResource } from '../shared/resource.ts'
import { AccountNo, Instant, LocalDate } from '../shared/values.ts'
import { DeductionMethod, FeeType, ItemMinor, ItemName, itemMinorMax, ratioBasisPointsMax, VatBasisPoints } from './charging-item.ts'
import { ContractNo, Postings } from './ledger.ts'
import { AmountMinor, amountMinorMax, RestMinor } from './money.ts'

/** Kinds of deductions from a payment. */
export const DeductionKind = z.enum(['percentage', 'fixed', 'frequency', 'debt'])
export type DeductionKind = z.infer<typeof DeductionKind>

/** Which kind is taken first, second, third and last: each kind once. */
export const DeductionOrder = z.tuple([DeductionKind, DeductionKind, DeductionKind, DeductionKind])
export type DeductionOrder = z.infer<typeof DeductionOrder>
export const defaultDeductionOrder: DeductionOrder = ['percentage', 'fixed', 'frequency', 'debt']

export const PaymentSource = z.enum({ bill: '0', recharge: '1' })
export type PaymentSource = z.infer<typeof PaymentSource>

export const DebtType = z.enum({ unpaidWater: '0', meter: '1', repair: '2', installation: '3', penalty: '4', other: '5' })
export type DebtType = z.infer<typeof DebtType>

/** Water that was bought, in litres: of one payment a million cubic metres at most. */
export const PurchasedLitres = z.int().min(0).max(1e9)
export const CumulativeLitres = z.int().min(0).max(1e12)

/** Days, months, years or cubic metres that one payment settles; what is beyond waits for the next. */
export const unitsMax = 1_000_000

const dueMinorMax = Math.max(amountMinorMax, unitsMax * itemMinorMax)

/** One line of a deduction. `dueMinor` was owed, `amountMinor` was taken and includes `vatMinor`. */
export const DeductionLine = z.object({
  kind: DeductionKind,
  name: ItemName,
  /** Of a surcharge. */
  feeType: FeeType.nullable(),
  method: DeductionMethod.nullable(),
  ratioBasisPoints: z.int().min(1).max(ratioBasisPointsMax).nullable(),
  /** Days, months, years or cubic metres that are settled, and the amount of each. */
  units: z.int().min(0).max(unitsMax).nullable(),
  unitAmountMinor: ItemMinor.nullable(),
  vatBasisPoints: VatBasisPoints,
  dueMinor: z.int().min(0).max(dueMinorMax),
  amountMinor: RestMinor,
  vatMinor: RestMinor,
  /** Of a debt: which, what kind, how much it was, what is left of it, and how many deductions remain. */
  debtId: z.uuid().nullable(),
  debtType: DebtType.nullable(),
  debtMinor: AmountMinor.nullable(),
  residualMinor: RestMinor.nullable(),
  remainingDeductions: z.int().min(0).max(1000).nullable(),
})
export type DeductionLine = z.infer<typeof DeductionLine>

/** Up to where an item of an account is settled. */
export const Settlement = z.object({
  feeType: FeeType,
  itemName: ItemName,
  settledThrough: LocalDate,
  settledLitres: CumulativeLitres,
  lastDeductionMinor: RestMinor,
  /** Of a settlement that a reversal restored: when that was taken, null where nothing was. */
  lastDeductionAt: Instant.nullable().optional(),
})
export type Settlement = z.infer<typeof Settlement>

/** Lines of one deduction: the items of a scheme, those of the account, and its debts. */
export const deductionLinesMax = 200

export const deductionResult = {
  deductionOrder: DeductionOrder,
  lines: z.array(DeductionLine).max(deductionLinesMax),
  deductedMinor: RestMinor,
  vatMinor: RestMinor,
  /** The rest for water. */
  restMinor: RestMinor,
}

export const PaymentDeducted = z.object({
  deductionId: z.uuid(),
  accountNo: AccountNo,
  source: PaymentSource,
  paymentMinor: AmountMinor,
  purchasedLitres: PurchasedLitres,
  cumulativeLitres: CumulativeLitres,
  ...deductionResult,
  settlements: z.array(Settlement).max(deductionLinesMax),
  /** The same before it, so that a reversal can restore them. Earlier events did not record it. */
  settledBefore: z.array(Settlement).max(deductionLinesMax).optional(),
  /** The payment that started it. Absent where a person deducted from the balance. */
  paymentId: z.uuid().optional(),
  /** Whose money was deducted: the holder's of this contract. Absent for the first. */
  contractNo: ContractNo.optional(),
  postings: Postings,
  at: Instant,
})

/** A deduction was taken back with its payment: lines, settlements and litres are as they are after it, the last line first. */
export const DeductionReversed = z.object({
  deductionId: z.uuid(),
  paymentId: z.uuid(),
  accountNo: AccountNo,
  lines: z.array(DeductionLine).max(deductionLinesMax),
  deductedMinor: RestMinor,
  vatMinor: RestMinor,
  settlements: z.array(Settlement).max(deductionLinesMax),
  cumulativeLitres: CumulativeLitres,
  contractNo: ContractNo.optional(),
  postings: Postings,
  at: Instant,
})

/** Up to where a bill settled the items of its account, and the same before it. Amounts that a bill takes are its `charges`. */
export const settledByBill = {
  settlements: z.array(Settlement).max(deductionLinesMax).optional(),
  settledBefore: z.array(Settlement).max(deductionLinesMax).optional(),
}

/**
 * Surcharges and instalments of a bill that a credit gives back: all of them with their settlements where it voids the bill, otherwise the part of its
 * instalments that it reaches. Lines and settlements are as they are after it, the last line first.
 */
export const ReturnedCharges = z.object({
  lines: z.array(DeductionLine).max(deductionLinesMax),
  settlements: z.array(Settlement).max(deductionLinesMax),
})
export type ReturnedCharges = z.infer<typeof ReturnedCharges>

export const DeductionStatus = z.enum({ made: '0', reversed: '1' })

/** The payments from which something was deducted, each with its order and its lines. */
export const deductions = defineResource({
  name: 'deduction',
  texts: 'billing',
  noun: 'deduction',
  path: '/prod-api/business/deduction',
  permission: 'billing:deduction',
  verbs: ['list', 'query', 'add', 'export', 'configure'],
  id: 'deductionNo',
  table: 'views.deductions',
  scope: 'own',
  fields: {
    accountNo: { schema: AccountNo, isReadOnly: true, filter: 'contains' },
    source: { schema: PaymentSource, isReadOnly: true, filter: 'equals', dictionary: 'payment_source' },
    paymentMinor: { schema: z.int(), isReadOnly: true, isLarge: true },
    deductedMinor: { schema: z.int(), isReadOnly: true, isLarge: true },
    vatMinor: { schema: z.int(), isReadOnly: true, isLarge: true },
    restMinor: { schema: z.int(), isReadOnly: true, isLarge: true },
    deductionOrder: { schema: z.array(DeductionKind), isReadOnly: true, isJson: true, isUnsortable: true },
    lines: { schema: z.array(DeductionLine), isReadOnly: true, isJson: true, isUnsortable: true },
    /** Taken back with its payment. */
    status: { schema: DeductionStatus, isReadOnly: true, filter: 'equals', dictionary: 'deduction_status' },
  },
  totals: {
    fields: ['paymentMinor', 'deductedMinor', 'vatMinor', 'restMinor'],
    except: { field: 'status', word: DeductionStatus.enum.reversed },
  },
  menu: {
    directory: 'billing',
    place: 30,
    path: 'deductions',
    component: 'billing/deductions',
    icon: 'list',
    titles: { en: 'Deductions', 'zh-CN': '扣费', fr: 'Prélèvements', id: 'Pemotongan' },
    audience: 'tenant',
    shows: ['/prod-api/business/deductionOrder'],
  },
  screen: {
    columns: ['accountNo', 'source', 'status', 'paymentMinor', 'deductedMinor', 'vatMinor', 'restMinor', 'createBy', 'createTime'],
    onPhone: ['accountNo', 'deductedMinor', 'source'],
  },
})

export const SetDeductionOrder = z.object({ type: z.literal('SetDeductionOrder'), deductionOrder: DeductionOrder })
export type SetDeductionOrder = z.infer<typeof SetDeductionOrder>
export const DeductionOrderSet = z.object({ deductionOrder: DeductionOrder, at: Instant })
