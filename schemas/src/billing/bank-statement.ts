import { z } from 'zod'
import { text } from '../shared/text.ts'
import { LocalDate } from '../shared/values.ts'
import { billMinorMax } from './ledger.ts'
import { TypedAmount } from './money.ts'

/** Limits of one file. */
export const bankEntriesMax = 10_000
export const bankStatementsMax = 100

const SignedMinor = z.int().min(-billMinorMax).max(billMinorMax)
export const BankAccount = text(34).min(1)

/** One entry of a statement as the bank wrote it. Money that came is above zero, money that went below. */
export const BankEntry = z.object({
  bookingDay: LocalDate,
  valueDay: LocalDate,
  amountMinor: SignedMinor,
  /** The bank's own identifier of the entry; empty where the file has none. */
  bankId: text(64),
  /** Reference stated by the payer: a creditor reference, or the payer's own. */
  reference: text(64),
  remittance: text(500),
  counterpartyName: text(140),
  /** Account of the other party, its last four characters alone. */
  counterpartyAccount: text(12),
})
export type BankEntry = z.infer<typeof BankEntry>

/** A statement. Balances are null where a CSV file comes without them. */
export type BankStatement = {
  bankAccount: string
  statementNo: string
  /** The bank numbers its statements, so that no two of them share entries. Exports as CSV may overlap. */
  isNumbered: boolean
  from: string
  to: string
  openingMinor: number | null
  closingMinor: number | null
  entries: BankEntry[]
  /** Entries that the bank has not booked yet. They come again in a later statement. */
  pending: number
}

/** How a CSV file writes days. */
export const BankDayForm = z.enum(['YYYY-MM-DD', 'DD.MM.YYYY', 'DD/MM/YYYY', 'MM/DD/YYYY'])
export type BankDayForm = z.infer<typeof BankDayForm>

const Head = text(64)

/** Columns of a CSV file, by their head. The first two are needed; an empty one is not in the file. */
export const BankCsv = z.object({
  bankAccount: BankAccount,
  delimiter: z.enum([',', ';', 'tab']).default(','),
  decimalMark: z.enum(['.', ',']).default('.'),
  dayForm: BankDayForm.default('YYYY-MM-DD'),
  openingBalance: TypedAmount.nullable().default(null),
  closingBalance: TypedAmount.nullable().default(null),
  bookingDay: Head.min(1).default('Booking day'),
  amount: Head.min(1).default('Amount'),
  valueDay: Head.default('Value day'),
  currency: Head.default('Currency'),
  bankId: Head.default('Bank reference'),
  reference: Head.default('Reference'),
  remittance: Head.default('Remittance'),
  counterpartyName: Head.default('Name'),
  counterpartyAccount: Head.default('Account'),
})
export type BankCsv = z.infer<typeof BankCsv>
