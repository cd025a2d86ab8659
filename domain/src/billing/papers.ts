import type { agentSettlements } from '@nightflow/schemas/agents/agent-lists'
import type { AccountStatement } from '@nightflow/schemas/billing/account-statement'
import type { bills, VatPart } from '@nightflow/schemas/billing/bill'
import type { BillCalculation } from '@nightflow/schemas/billing/bill-documents'
import type { BillNote } from '@nightflow/schemas/billing/bill-notes'
import type { payments } from '@nightflow/schemas/billing/payment'
import type { LineDifference } from '@nightflow/schemas/billing/rebill'
import type { BalanceVolume, Bounded } from '@nightflow/schemas/leakage/water-balance'
import type { DateForm } from '@nightflow/schemas/platform/date-form'
import type { ColourRanges } from '@nightflow/schemas/shared/colour-ranges'
import type { Language } from '@nightflow/schemas/shared/language'
import type { RowOf } from '@nightflow/schemas/shared/resource'
import type { workOrders } from '@nightflow/schemas/work-orders/work-order'
import type { ReportDocument } from '../shared/report-document.ts'
import type { MonthOfUse } from './compare-use.ts'

/** Whose paper it is. */
export type Issuer = {
  name: string
  logo: Uint8Array | null
  /** `#rrggbb`. */
  colour: string
  currency: string
  dateForm: DateForm
  timeZone: string
  iban: string | null
}

/** The holder as the reader may see it; null where the reader may not, and null values where the person was erased. */
export type HolderOnPaper = {
  name: string | null
  address: string | null
  /** Where the paper is sent; it is not printed. */
  email?: string | null
} | null

/** Everything that one bill shows. */
export type BillDocument = {
  bill: Omit<RowOf<typeof bills>, 'customerName'>
  /** The moment at which the bill was believed so; null for the bill as it is. */
  asOf: string | null
  /** The local day. */
  issuedOn: string
  holder: HolderOnPaper
  /** Water use of the account in the months of the bill and those before, each month once. */
  use: readonly MonthOfUse[]
  /** Where the holder pays without a sign-in; null where no platform is offered, and for readers who may not see the holder. */
  payOnline: { address: string; page: string; code: string } | null
  calculation: BillCalculation
  hasAnnex: boolean
}

export type NoteDocument = {
  note: BillNote & { accountNo: string }
  bill: { billNo: number; invoiceNumber: string | null; periodFrom: string; periodTo: string }
  /** The local day. */
  issuedOn: string
  holder: HolderOnPaper
  /** Net amount and VAT by rate, never below zero. */
  vatParts: readonly VatPart[]
  /** Change of the open part of the bill, never below zero; the rest went to the balance. */
  onBillMinor: number
  /** Of a bill that was calculated again: the lines that differ. */
  differences: readonly LineDifference[]
}

/** The part of one bill that a payment paid, and the part that was open after it. */
export type PaidBill = { billNo: number; periodFrom: string; periodTo: string; paidMinor: number; leftMinor: number }

export type ReceiptDocument = {
  payment: RowOf<typeof payments>
  payer: HolderOnPaper
  bills: readonly PaidBill[]
  /** The open amount of all bills after the payment, and the balance then. */
  leftMinor: number
  balanceMinor: number
}

export type StatementDocument = { statement: AccountStatement; holder: HolderOnPaper }

export type Paper = { issuer: Issuer; language: Language }

/** The receipt of tokens: their digits, what was paid for them, and the water in them. */
export type TokenDocument = {
  tokenNo: number
  accountNo: string
  meterNo: string
  /** Twenty digits each, in the order in which they are entered. */
  tokens: readonly string[]
  amountMinor: number
  chargedMinor: number
  litres: number
  roundedUpLitres: number
  soldAt: string
  buyer: HolderOnPaper
}

export type SettlementDocument = RowOf<typeof agentSettlements>

/** The receipt of an order that was paid on the public page. Its reader has no sign-in: the holder of the account is not on it. */
export type PayReceiptDocument = {
  orderNumber: string
  paymentNo: number
  accountNo: string
  platform: string
  placedAt: string
  paidAt: string | null
  receivedMinor: number
  feeMinor: number
  lines: readonly { name: string; amountMinor: number }[]
  billsMinor: number
  restMinor: number
  /** Null where no meter was named, or no token came of it: the rest is then in the balance. */
  token: { meterNo: string; digits: readonly string[]; litres: number } | null
}

/** The paper that a crew takes to the place of an order. Words of dictionaries are in the language of the paper. */
export type OrderDocument = {
  order: RowOf<typeof workOrders>
  orderType: string
  priority: string
  status: string
  crewName: string | null
  partitionName: string | null
  meter: { address: string | null; longitude: number | null; latitude: number | null } | null
  leakCase: { caseNo: number; partitionName: string; stage: string } | null
  alarms: readonly { alarmId: number; name: string; at: string }[]
  /** Where the browser opens the order; null where it is not known. */
  address: string | null
}

/** How a figure of the leakage report is written: litres as m³, litres an hour as m³/h. */
export type LeakageUnit = 'litres' | 'litres-per-hour' | 'share' | 'ratio'

/** The leakage of one metering point and month. Words of screens and dictionaries are in the language of the paper. */
export type LeakageDocument = {
  partitionId: string
  name: string
  month: string
  days: number
  daysKnown: number
  daysEstimated: number
  /** Null is unknown. */
  figures: readonly { name: string; unit: LeakageUnit; value: number | null; before: number | null }[]
  volumes: readonly { volume: BalanceVolume; name: string; figure: Bounded }[]
  /** The metering point first, then those below it. */
  points: readonly {
    name: string
    level: number
    boundary: readonly (readonly [number, number])[] | null
    supplyLitres: number | null
    leakageLitres: number | null
    leakageRate: number | null
  }[]
  ranges: ColourRanges
  /** The first of them; null for readers who may not see them. */
  alarms: { total: number; rows: readonly { at: string; name: string; pointName: string; status: string }[] } | null
  cases: { total: number; rows: readonly { caseNo: number; at: string; pointName: string; stage: string }[] } | null
  assumptions: readonly string[]
}

/** Facts of the message of a report. */
export type ReportMail = {
  utility: string
  title: string
  fileName: string | null
  rows: number
  /** Where the report is in the browser, as a path. */
  place: string
}

/** Draws documents as PDF, in the form of the utility and the language of the reader. */
export type Papers = {
  bill: (paper: Paper, document: BillDocument) => Promise<Buffer>
  /** So many bills one behind the other, each from a page of its own. */
  bills: (paper: Paper, count: number, documents: AsyncIterable<BillDocument>) => Promise<Buffer>
  /** The message that a bill is attached to. */
  billMail: (paper: Paper, document: BillDocument) => Promise<{ subject: string; body: string; bytes: Buffer }>
  note: (paper: Paper, document: NoteDocument) => Promise<Buffer>
  receipt: (paper: Paper, document: ReceiptDocument) => Promise<Buffer>
  statement: (paper: Paper, document: StatementDocument) => Promise<Buffer>
  token: (paper: Paper, document: TokenDocument) => Promise<Buffer>
  payReceipt: (paper: Paper, document: PayReceiptDocument) => Promise<Buffer>
  settlement: (paper: Paper, document: SettlementDocument) => Promise<Buffer>
  order: (paper: Paper, document: OrderDocument) => Promise<Buffer>
  leakage: (paper: Paper, document: LeakageDocument) => Promise<Buffer>
  report: (paper: Paper, document: ReportDocument) => Promise<Buffer>
  /** The message that a report is attached to; null names no file, because it is too large for a message. */
  reportMail: (language: Language, about: ReportMail) => { subject: string; body: string }
}

/** Months of a bill, `YYYY-MM`, both included. */
export const monthsOfBill = ({ periodFrom, periodTo }: { periodFrom: string; periodTo: string }): { first: string; last: string } => ({
  first: periodFrom.slice(0, 7),
  last: lastDayOf(periodTo).slice(0, 7),
})

/** The last day of a period that ends before this day. */
export const lastDayOf = (periodTo: string): string => new Date(Date.parse(`${periodTo}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10)

/** A bill that has no number for a moment is named by its event. */
export const numberOnPaper = ({ invoiceNumber, billNo }: { invoiceNumber: string | null; billNo: number }): string =>
  invoiceNumber ?? String(billNo)

/** The name of a bill's file. */
export const billFileName = ({ accountNo, periodFrom, billNo }: { accountNo: string; periodFrom: string; billNo: number }): string =>
  `${accountNo}-${periodFrom.slice(0, 7)}-${billNo}.pdf`
