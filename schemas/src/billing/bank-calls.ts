import { z } from 'zod'
import { commandsOn, type GivenTo } from '../shared/commands-on.ts'
import { confirmedAmount } from '../shared/confirmed-amount.ts'
import { endpoint } from '../shared/endpoint.ts'
import { Heads, RowId } from '../shared/lists.ts'
import { historyCallOf } from '../shared/recorded-calls.ts'
import type { RowOf } from '../shared/resource.ts'
import { lines } from '../shared/text.ts'
import { AccountNo } from '../shared/values.ts'
import { BankEntryStatus, bankEntries, bankPartsMax, type EntryCommand, MatchedBy } from './bank-entry.ts'
import { bankStatementsMax } from './bank-statement.ts'
import { BillMinor, ContractNo, Postings } from './ledger.ts'
import { TypedAmount } from './money.ts'

export const listBankEntryHistory = historyCallOf(bankEntries, '/api/v1/bank-entries')

/** Entries that one preview shows; the counts are of all. */
export const previewedEntriesMax = 200

/** `known`: an earlier import took it. `matched`: it will be posted to the account. `open`: it will wait for a clerk. */
export const PreviewedFate = z.enum(['known', 'matched', 'open'])
/** Why an entry will wait: nothing in it names an account, it names several, the account is closed, or the money went out. */
export const WhyOpen = z.enum(['nothing', 'several', 'closed', 'debit'])
export type WhyOpen = z.infer<typeof WhyOpen>

export const PreviewedEntry = z.object({
  bookingDay: z.string(),
  amountMinor: z.int(),
  counterpartyName: z.string(),
  remittance: z.string(),
  reference: z.string(),
  fate: PreviewedFate,
  matchedBy: MatchedBy.nullable(),
  /** The account that gets it, or the one that is proposed to the clerk. */
  accountNo: z.string().nullable(),
  why: WhyOpen.nullable(),
})
export type PreviewedEntry = z.infer<typeof PreviewedEntry>

export const PreviewedStatement = z.object({
  bankAccount: z.string(),
  statementNo: z.string(),
  fromDay: z.string(),
  toDay: z.string(),
  openingMinor: z.int().nullable(),
  closingMinor: z.int().nullable(),
  /** The closing balance of the statement before, where this one opens with another; its import has to be confirmed. */
  gap: z.object({ expectedMinor: z.int(), previousNo: z.string(), previousDay: z.string() }).nullable(),
  creditMinor: z.int(),
  debitMinor: z.int(),
  entries: z.int(),
  known: z.int(),
  matched: z.int(),
  open: z.int(),
  /** Entries that the bank has not booked yet; they are left out. */
  pending: z.int(),
})
export type PreviewedStatement = z.infer<typeof PreviewedStatement>

export const previewBankStatement = endpoint({
  method: 'POST',
  path: '/prod-api/business/bankStatement/preview',
  permission: 'billing:bankStatement:import',
  summary: 'What a bank’s file holds and where its entries would go; nothing is imported',
  upload: 'file',
  request: z.object({ heads: Heads.optional().meta({ description: 'how a CSV file is read, as `BankCsv` has it' }) }),
  response: z.object({
    statements: z.array(PreviewedStatement).max(bankStatementsMax),
    /** Those that wait for a clerk come first. */
    entries: z.array(PreviewedEntry).max(previewedEntriesMax),
  }),
})

const path = '/prod-api/business/bankEntry'
const reason = lines(200).min(1)

export const assignBankEntry = endpoint({
  method: 'PUT',
  path: `${path}/assign/:bankEntryNo`,
  permission: 'billing:bankEntry:assign',
  summary: 'Assign what is open of an entry to one or several accounts, which get payments',
  request: z.object({
    bankEntryNo: RowId,
    assignmentId: z.uuid(),
    parts: z
      .array(z.object({ accountNo: AccountNo, contractNo: ContractNo.optional(), amount: TypedAmount }))
      .min(1)
      .max(bankPartsMax),
    /** The sum of the parts again. */
    ...confirmedAmount,
    reason,
  }),
  response: z.object({ openMinor: z.int() }),
})

export const returnBankEntry = endpoint({
  method: 'PUT',
  path: `${path}/return/:bankEntryNo`,
  permission: 'billing:bankEntry:assign',
  summary: 'Assign an entry that took money out to the payment that it takes back',
  request: z.object({ bankEntryNo: RowId, assignmentId: z.uuid(), paymentNo: RowId, ...confirmedAmount, reason }),
  response: z.object({ openMinor: z.int() }),
})

/** The payment whose part is open again; null for what was set aside. */
const paymentId = z.uuid().nullable()

/** Commands on bank entries. */
export const bankEntryCommands = commandsOn<RowOf<typeof bankEntries>>()(
  {
    entity: 'BankEntry',
    id: 'bankEntryNo',
    path,
    permission: 'billing:bankEntry:assign',
    key: { entryId: z.uuid() },
    typed: { reason },
    response: z.object({ openMinor: z.int() }),
  },
  {
    setAside: {
      summary: 'Say that an entry is no payment of a customer: its money goes to suspense',
      event: 'billing.BankEntrySetAside',
      recorded: { amountMinor: BillMinor, reason, postings: Postings },
      icon: 'move',
      isOffered: ({ status }) => status === BankEntryStatus.enum.unmatched,
    },
    restore: {
      summary: 'Take an entry that was set aside back into the queue',
      command: 'ReleaseBankEntry',
      given: { paymentId, reason },
      event: 'billing.BankEntryReleased',
      recorded: { paymentId, amountMinor: BillMinor, reason, postings: Postings },
      icon: 'undo',
      isOffered: ({ status }) => status === BankEntryStatus.enum.setAside,
    },
  },
)
export const { setAsideBankEntry, restoreBankEntry } = bankEntryCommands.calls
export type BankEntryCommand = EntryCommand | GivenTo<typeof bankEntryCommands>
