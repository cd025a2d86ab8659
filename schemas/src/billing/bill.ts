import { z } from 'zod'
import { formatText } from '../shared/format-texts.ts'
import { PersonId, personal } from '../shared/personal.ts'
import { defineResource } from '../shared/resource.ts'
import { text, lines as textLines } from '../shared/text.ts'
import { AccountNo, Instant, LocalDate, MeterNumber } from '../shared/values.ts'
import { BillPlan, FeePeriod } from './collection.ts'
import { DeductionLine, deductionLinesMax, PaymentSource, PurchasedLitres, settledByBill } from './deduction.ts'
import { DocumentNumber } from './document-number.ts'
import { customerName } from './holder-of-row.ts'
import { BillMinor, billMinorMax, ContractNo, Postings } from './ledger.ts'
import { PayMethod } from './money.ts'
import { ChargeKind, DividedBy, minorPerUnit, priceMaximum, stepsMax, Tariff } from './tariff.ts'

export const BillType = z.enum({ ordinary: '0', priceAdjustment: '1', meterChange: '2', freeze: '3', transfer: '4', tariffRenewal: '5' })
export type BillType = z.infer<typeof BillType>
/** Overdue, wholly or in part; void: credited whole. */
export const BillStatus = z.enum({ unpaid: '0', paid: '1', paidInPart: '2', overdue: '3', void: '4' })

/** `YYYY-MM`. */
export const BillMonth = z.string().regex(/^(19|20|21)\d\d-(0[1-9]|1[0-2])$/, formatText('month'))

/** Why a bill cannot be calculated. */
export const HeldReason = z.enum([
  'account-closed',
  'not-billed',
  'no-price',
  'no-reading',
  'days-missing',
  'days-questioned',
  'use-below-zero',
])
export type HeldReason = z.infer<typeof HeldReason>

/** The last day of a bill that ends within its last month; absent where it ends with the month. */
export const LastDay = LocalDate.optional()

/** Parts of a bill: an account has few meters in a period, and a price few steps. */
export const billVolumesMax = 200
export const billLinesMax = 1_000

/** Volume of one meter in one month of the account, or in a part of it, as it was known. */
export const BillVolume = z.object({
  meterNo: MeterNumber,
  month: BillMonth,
  /** The first day of the part, where the month was counted in parts. */
  from: LocalDate.optional(),
  litres: z.int().min(0).max(1e12),
  /** Of these, what a person stated in place of what was measured: estimated or edited. */
  statedLitres: z.int().min(0).max(1e12),
  /** Local days that count, and how many of them a person stated. */
  knownDays: z.int().min(0).max(31),
  statedDays: z.int().min(0).max(31),
})
export type BillVolume = z.infer<typeof BillVolume>

const LineInstant = z.int().min(-1e13).max(1e13)
const LineMinor = z.int().min(-billMinorMax).max(billMinorMax)

/** Hundredths of a percent. */
const VatRate = Tariff.shape.vatBasisPoints

/** Rates of VAT in one event: those of the lines before and after, and of what has no line. */
export const vatRatesMax = 2 * billLinesMax + 1

/** The amount that an event adds to a bill at one rate of VAT, below zero where it takes. The rate is null where the bill did not record it. */
export const VatPart = z.object({ vatBasisPoints: VatRate.nullable(), netMinor: LineMinor, vatMinor: LineMinor })
export type VatPart = z.infer<typeof VatPart>

/** One line of the rating, as `Charge` describes it, with the price scheme whose version it names. */
export const BillLine = z.object({
  priceScheme: text(64),
  version: z.int().min(0).max(1e6),
  kind: ChargeKind,
  from: LineInstant,
  to: LineInstant,
  step: z.int().positive().max(stepsMax).nullable(),
  litres: z.int().min(0).max(1e12),
  dividedBy: DividedBy,
  unitPriceMinor: z
    .int()
    .min(0)
    .max(priceMaximum * minorPerUnit)
    .nullable(),
  amountMinor: LineMinor,
  vatMinor: LineMinor,
  /** The rate that the VAT was computed by. Earlier bills did not record it. */
  vatBasisPoints: VatRate.optional(),
})
export type BillLine = z.infer<typeof BillLine>

/** Total of a period, and all inputs of its computation. Amounts are those of the lines and of the charges together. */
const calculated = {
  litres: z.int().min(0).max(1e12),
  amountMinor: BillMinor,
  vatMinor: BillMinor,
  totalMinor: BillMinor,
  volumes: z.array(BillVolume).max(billVolumesMax),
  lines: z.array(BillLine).max(billLinesMax),
  /** Surcharges and instalments of debts that are taken from bills. Their amounts include VAT. */
  charges: z.array(DeductionLine).max(deductionLinesMax).optional(),
  /** The read models held the log up to here when it was computed. */
  computedAtPosition: z.int().min(0).max(Number.MAX_SAFE_INTEGER),
}
/** The bill of a period as computed at a later position. */
export const RecomputedBill = z.object(calculated)
export type RecomputedBill = z.infer<typeof RecomputedBill>

/** Subject and amount of a bill. */
const composed = {
  billType: BillType,
  /** First local day, and the day after the last. */
  periodFrom: LocalDate,
  periodTo: LocalDate,
  dueOn: LocalDate,
  ...calculated,
}
export const ComposedBill = z.object(composed)
export type ComposedBill = z.infer<typeof ComposedBill>

/** The part of an amount that pays one bill. */
export const Allocation = z.object({ billId: z.uuid(), amountMinor: BillMinor })
export type Allocation = z.infer<typeof Allocation>
/** Open bills of one account. */
export const openBillsMax = 600

const ofAccount = { accountNo: AccountNo }
const ofBill = { ...ofAccount, billId: z.uuid() }
/** Whose money it is: the holder's of this contract. Absent for the first, as in all earlier events. */
const contractNo = ContractNo.optional()
export const allocations = z.array(Allocation).max(openBillsMax)
const reason = textLines(200).min(1)
/** The entry of a bank statement that the money came or went with: it is in clearing, and not with the till. */
const bankEntryId = z.uuid().optional()
const received = {
  ...{ ...ofAccount, paymentId: z.uuid(), payMethod: PayMethod, reference: text(64), remark: textLines(100) },
  bankEntryId,
  /** The user of the agent who sold: the money comes from the agent's float, and not from the till. */
  agentId: z.int().positive().optional(),
  /** A recharge, or money for bills; absent for the latter, as in all earlier events. */
  source: PaymentSource.optional(),
}
/** A refund is a payment the other way, with an identifier of its own. */
const refunded = { ...ofAccount, paymentId: z.uuid(), payMethod: PayMethod, reason }

/** Open bills that a payer chose. */
export const chosenBills = z.array(z.uuid()).max(openBillsMax)

export const SignedMinor = z.int().min(-billMinorMax).max(billMinorMax)
export const IssueBill = z.object({ type: z.literal('IssueBill'), ...ofBill, ...composed })
export const ReceivePayment = z.object({
  type: z.literal('ReceivePayment'),
  ...received,
  amountMinor: SignedMinor,
  /** Bills that the payer chose: they are paid before others. Without them the money pays what is due first. */
  billIds: chosenBills.optional(),
  /** Whose payment it is: the holder's of the chosen bills where it is left out, otherwise the present one's. */
  contractNo,
  /** Water that is bought with it, for surcharges by volume. */
  purchasedLitres: PurchasedLitres.optional(),
  /** The most that one recharge of the account may be. */
  purchaseLimitMinor: BillMinor.nullable().optional(),
  /** The account is cancelled: what is open is paid, and no balance is left. */
  isAccountCancelled: z.boolean().optional(),
})
export type ReceivePayment = z.infer<typeof ReceivePayment>
export const RefundBalance = z.object({ type: z.literal('RefundBalance'), ...refunded, amountMinor: SignedMinor, contractNo })
export type IssueOrMoney = z.infer<typeof IssueBill | typeof ReceivePayment | typeof RefundBalance>

export const billEventTypes = {
  'billing.BillIssued': {
    version: 1,
    data: z.object({
      ...ofBill,
      ...composed,
      ...settledByBill,
      /** Paid from the account's balance at once. */ fromBalanceMinor: BillMinor,
      contractNo,
      postings: Postings,
      at: Instant,
    }),
  },
  'billing.PaymentReceived': {
    version: 2,
    data: z.object({
      ...received,
      /** The payment itself, whose key its texts have. Null for a text that is empty or erased. */
      personId: PersonId,
      ...{ reference: personal(received.reference, 'other'), remark: personal(received.remark, 'other') },
      /** `restMinor`: what no bill took. Deductions of the same append take theirs from it; the rest is the account's balance. */
      ...{ amountMinor: BillMinor, allocations, restMinor: BillMinor, contractNo, postings: Postings, at: Instant },
    }),
  },
  /** Money that the account had paid in pays what is open beside it. */
  'billing.BalanceApplied': {
    version: 1,
    data: z.object({ ...ofAccount, allocations, amountMinor: BillMinor, contractNo, postings: Postings, at: Instant }),
  },
  /** A payment was returned by the bank: its fee is part of the bill that is open again. */
  'billing.ReturnFeeCharged': {
    version: 1,
    data: z.object({
      ...ofBill,
      paymentId: z.uuid(),
      amountMinor: BillMinor,
      /** Present total of the bill, and its open part. */
      totalMinor: BillMinor,
      openMinor: BillMinor,
      contractNo,
      postings: Postings,
      at: Instant,
    }),
  },
  'billing.BalanceRefunded': {
    version: 1,
    data: z.object({ ...refunded, amountMinor: BillMinor, contractNo, postings: Postings, at: Instant }),
  },
} as const

/** Digest of what a previewed bill was calculated from; empty where none was previewed. */
const Calculation = z.string().regex(/^([0-9a-f]{64})?$/)

/** Issued bills with their open parts. */
export const bills = defineResource({
  name: 'bill',
  texts: 'billing',
  noun: 'bill',
  path: '/prod-api/business/bill',
  permission: 'billing:bill',
  verbs: ['list', 'query', 'add', 'credit', 'debit', 'rebill', 'plan', 'remind', 'configure', 'export'],
  id: 'billNo',
  table: 'views.bills',
  scope: 'own',
  fields: {
    /** Chosen by the caller, so that a repeated request issues one bill. */
    billId: { schema: z.uuid(), isSetOnce: true },
    accountNo: { schema: AccountNo, filter: 'contains', isSetOnce: true },
    customerName,
    /** On paper. Null for a moment, until it is given. */
    invoiceNumber: { schema: DocumentNumber.nullable(), isReadOnly: true, filter: 'contains' },
    billType: { schema: BillType, isReadOnly: true, filter: 'equals', dictionary: 'bill_type' },
    status: { schema: BillStatus, isReadOnly: true, filter: 'equals', dictionary: 'bill_status' },
    firstMonth: { schema: BillMonth, isWriteOnly: true, isHalf: true },
    lastMonth: { schema: BillMonth, isWriteOnly: true, isHalf: true },
    lastDay: { schema: LastDay, isWriteOnly: true },
    /** Of the preview: the bill is refused where it is calculated otherwise now. */
    calculation: { schema: Calculation.default(''), isWriteOnly: true },
    periodFrom: { schema: text(10), isReadOnly: true },
    periodTo: { schema: text(10), isReadOnly: true },
    /** When the next part is due: of an instalment plan, otherwise the day on which the bill was due from the beginning. */
    dueOn: { schema: text(10), isReadOnly: true },
    billDueOn: { schema: text(10), isReadOnly: true },
    litres: { schema: z.int(), isReadOnly: true, isLarge: true },
    amountMinor: { schema: z.int(), isReadOnly: true, isLarge: true },
    vatMinor: { schema: z.int(), isReadOnly: true, isLarge: true },
    totalMinor: { schema: z.int(), isReadOnly: true, isLarge: true },
    openMinor: { schema: z.int(), isReadOnly: true, isLarge: true },
    /** The last due day that passed unpaid, what is open of the parts up to it, and the late fees of the bill. */
    missedOn: { schema: text(10).nullable(), isReadOnly: true },
    overdueMinor: { schema: z.int(), isReadOnly: true, isLarge: true },
    lateFeesMinor: { schema: z.int(), isReadOnly: true, isLarge: true },
    lastFee: { schema: FeePeriod.nullable(), isReadOnly: true, isJson: true, isUnsortable: true },
    plan: { schema: BillPlan.nullable(), isReadOnly: true, isJson: true, isUnsortable: true },
    /** Stages of reminders that were sent, by due day: `2026-03-31/1`. */
    reminders: { schema: z.array(text(13)), isReadOnly: true, isJson: true, isUnsortable: true },
    volumes: { schema: z.array(BillVolume), isReadOnly: true, isJson: true, isUnsortable: true },
    lines: { schema: z.array(BillLine), isReadOnly: true, isJson: true, isUnsortable: true },
    charges: { schema: z.array(DeductionLine), isReadOnly: true, isJson: true, isUnsortable: true },
    computedAtPosition: { schema: z.int(), isReadOnly: true, isLarge: true },
    /** Whose bill it is: the account's first holder is 1. */
    contractNo: { schema: z.int(), isReadOnly: true, isLarge: true },
    /** The last calculation, where a difference to it was posted. */
    recomputed: { schema: RecomputedBill.nullable(), isReadOnly: true, isJson: true, isUnsortable: true },
  },
  totals: { fields: ['totalMinor', 'openMinor'] },
  menu: {
    directory: 'billing',
    place: 20,
    path: 'bills',
    component: 'billing/bills',
    icon: 'receipt',
    titles: { en: 'Bills', 'zh-CN': '账单', fr: 'Factures', id: 'Tagihan' },
    audience: 'tenant',
    shows: ['/api/v1/bills'],
  },
  screen: {
    columns: [
      'accountNo',
      'customerName',
      'totalMinor',
      'openMinor',
      'status',
      'dueOn',
      'periodFrom',
      'invoiceNumber',
      'litres',
      'billType',
      'createTime',
    ],
    moreColumns: ['overdueMinor', 'lateFeesMinor', 'contractNo'],
    form: ['accountNo', 'firstMonth', 'lastMonth', 'lastDay'],
    spans: { periodFrom: 'periodTo' },
    onPhone: ['accountNo', 'openMinor', 'customerName', 'status'],
  },
})
