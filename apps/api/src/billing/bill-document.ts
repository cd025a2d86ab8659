import type { MonthOfUse } from '@nightflow/domain/billing/compare-use'
import type { bills } from '@nightflow/schemas/billing/bill'
import type { BillCalculation } from '@nightflow/schemas/billing/bill-documents'
import type { DateForm } from '@nightflow/schemas/platform/date-form'
import type { Language } from '@nightflow/schemas/shared/language'
import type { RowOf } from '@nightflow/schemas/shared/resource'
import type { Sheet } from '../pdf/sheet.ts'
import { documentTexts } from './bill-document-texts.ts'
import type { DocumentTexts } from './document-texts.ts'
import { type Written, writtenIn } from './written.ts'

/** Whose paper it is. */
export type Issuer = {
  name: string
  logo: Buffer | null
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
  calculation: BillCalculation
  hasAnnex: boolean
}

/** Parameters for drawing every part of a document. */
export type Drawing = { sheet: Sheet; texts: DocumentTexts; written: Written; issuer: Issuer }

export const drawingOf = (sheet: Sheet, issuer: Issuer, language: Language): Drawing => ({
  sheet,
  issuer,
  texts: documentTexts[language],
  written: writtenIn(language, issuer),
})

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
