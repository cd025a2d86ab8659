import { z } from 'zod'
import { endpoint } from '../shared/endpoint.ts'
import { Language } from '../shared/language.ts'
import { wording } from '../shared/lists.ts'
import { mediaTypeOfReport, ReportFormat } from '../shared/report.ts'
import { lines } from '../shared/text.ts'
import { AccountNo, Instant, LocalDate } from '../shared/values.ts'
import { ContractNo, ContractOfQuery } from './ledger.ts'

/** The type of an event of an account's money on its statement. */
export const StatementKind = z.enum([
  ...['bill', 'credit', 'debit', 'recomputed', 'lateFee', 'returnFee'],
  ...['payment', 'bankPayment', 'reversal', 'balanceApplied', 'refund'],
  ...['deduction', 'deductionReversed', 'debt', 'debtPayment', 'repaymentPlan', 'debtWrittenOff'],
  ...['waterSold', 'waterTakenBack', 'consumption'],
  ...['instalments', 'instalmentsCancelled', 'contractBegan'],
] as const)
export type StatementKind = z.infer<typeof StatementKind>

/** Lines of one statement: ten years of a busy account. */
export const statementLinesMax = 2_000
/** Ten years and their leap days. */
export const statementDaysMax = 3_660

const SignedMinor = z.int()

/** One event of the account's money. Amounts above zero are owed to the utility; those below zero are the customer's. */
export const StatementLine = z.object({
  /** The event's number in the log. */
  position: z.int(),
  at: Instant,
  kind: StatementKind,
  /** Of a bill: its first day, and the day after its last. */
  period: z.object({ from: LocalDate, to: LocalDate }).nullable(),
  /** Of instalments: how many, and of a repayment plan how many deductions. */
  count: z.int().nullable(),
  /** Purpose of the event: the reference of a payment, the reason of a credit, the names of surcharges. */
  note: lines(500),
  /** By how much the account owes more; zero for what moves no money. */
  amountMinor: SignedMinor,
  /** Debt after the event. */
  balanceMinor: SignedMinor,
})
export type StatementLine = z.infer<typeof StatementLine>

export const AccountStatement = z.object({
  accountNo: AccountNo,
  /** Whose statement it is: the account's first holder is 1. */
  contractNo: ContractNo,
  from: LocalDate,
  to: LocalDate,
  openingMinor: SignedMinor,
  lines: z.array(StatementLine).max(statementLinesMax),
  /** Amounts charged and settled: opening + charged - settled = closing. */
  chargedMinor: z.int().min(0),
  settledMinor: z.int().min(0),
  closingMinor: SignedMinor,
})
export type AccountStatement = z.infer<typeof AccountStatement>

const period = {
  accountNo: AccountNo,
  contractNo: ContractOfQuery.meta({ description: 'whose statement; that of the holder of the last day where it is left out' }),
  from: LocalDate,
  to: LocalDate.meta({ description: `the last local day, included; more than ${statementDaysMax} days are rejected with range-too-long` }),
}

export const accountStatement = endpoint({
  method: 'GET',
  path: '/prod-api/business/bill/statement/:accountNo',
  permission: 'billing:transaction:list',
  summary: 'Statement of an account: what was owed at the start, every event of its money with what was owed after it, and at the end',
  request: z.object(period),
  response: AccountStatement,
})

export const statementPdf = endpoint({
  method: 'GET',
  path: '/prod-api/business/bill/statement/:accountNo/pdf',
  permission: 'billing:transaction:list',
  summary: 'The statement of an account as PDF; name and address of the holder only for callers who may see the account',
  envelope: 'file',
  fileTypes: ['application/pdf'],
  request: z.object({ ...period, language: Language.optional().meta({ description: 'the reader’s unless given' }) }),
  response: z.object({}),
})

/** A line of the file of a statement. The first one is the opening, the last one the closing, and the amounts between them add up. */
export const StatementFileRow = z.object({
  at: Instant.nullable(),
  kind: z.enum([...StatementKind.options, 'opening', 'closing']),
  from: LocalDate.nullable(),
  /** The last day. */
  to: LocalDate.nullable(),
  note: lines(500),
  chargedMinor: z.int(),
  settledMinor: z.int(),
  balanceMinor: SignedMinor,
  position: z.int().nullable(),
})
export type StatementFileRow = z.infer<typeof StatementFileRow>

export const statementExport = endpoint({
  method: 'POST',
  path: '/prod-api/business/bill/statement/:accountNo/export',
  permission: 'billing:transaction:list',
  summary: 'The lines of the statement of an account, with its opening and its closing, as a spreadsheet or CSV',
  envelope: 'file',
  fileTypes: [mediaTypeOfReport.xlsx, mediaTypeOfReport.csv],
  request: z.object({ ...period, ...wording, format: ReportFormat.extract(['xlsx', 'csv']).default('xlsx') }),
  response: z.object({}),
})
