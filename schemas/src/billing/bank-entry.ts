import { z } from 'zod'
import { PersonId, personal } from '../shared/personal.ts'
import { defineResource } from '../shared/resource.ts'
import { lines, text } from '../shared/text.ts'
import { AccountNo, Instant, LocalDate } from '../shared/values.ts'
import { BankAccount, BankEntry } from './bank-statement.ts'
import { BillMinor, billMinorMax, ContractNo, Postings } from './ledger.ts'

/** Unmatched: something of it is open. Set aside: not a customer's payment. */
export const BankEntryStatus = z.enum({ unmatched: '0', assigned: '1', setAside: '2' })
/** How an entry found its account; a bill number counts with its amount. */
export const MatchedBy = z.enum({ creditorReference: '0', billNumber: '1', accountNumber: '2', clerk: '3' })
export type MatchedBy = z.infer<typeof MatchedBy>

/** Accounts that one entry is divided among. */
export const bankPartsMax = 20

/** The part of an entry for one account, the present holder unless a contract is named; of money that went back, the payment that it takes back. */
export const BankPart = z.object({
  accountNo: AccountNo,
  amountMinor: BillMinor.min(1),
  paymentId: z.uuid(),
  contractNo: ContractNo.optional(),
})
export type BankPart = z.infer<typeof BankPart>

/** An account that a clerk may want: named in the text, or with as much open. `paymentId` is the payment that the entry may take back. */
export const BankProposal = z.object({ accountNo: AccountNo, paymentId: z.uuid().nullable() })
export type BankProposal = z.infer<typeof BankProposal>

const { counterpartyName, remittance, ...facts } = BankEntry.shape
const ofEntry = { entryId: z.uuid() }
const recorded = {
  ...ofEntry,
  /** The entry itself: what its text says of a person is erased with it. */
  personId: PersonId,
  statementId: z.uuid(),
  bankAccount: BankAccount,
  ...facts,
  counterpartyName: personal(counterpartyName, 'name'),
  remittance: personal(remittance, 'other'),
  proposal: BankProposal.nullable(),
}
const assigned = {
  ...ofEntry,
  /** Chosen by the caller, so that a repeated request assigns once. */
  assignmentId: z.uuid(),
  matchedBy: MatchedBy,
  parts: z.array(BankPart).min(1).max(bankPartsMax),
  reason: lines(200),
}

export const RecordBankEntry = z.object({
  type: z.literal('RecordBankEntry'),
  ...recorded,
  match: z.object({ matchedBy: MatchedBy, part: BankPart }).nullable(),
})
/** Of a return: the fee that each payment costs that is taken back, by the rule of that time. */
const returnFeeMinor = BillMinor.optional()
export const AssignBankEntry = z.object({ type: z.literal('AssignBankEntry'), ...assigned, returnFeeMinor })
export type EntryCommand = z.infer<typeof RecordBankEntry | typeof AssignBankEntry>

export const ImportBankStatement = z.object({
  type: z.literal('ImportBankStatement'),
  statementId: z.uuid(),
  bankAccount: BankAccount,
  statementNo: text(64),
  fromDay: LocalDate,
  toDay: LocalDate,
  openingMinor: z.int().min(-billMinorMax).max(billMinorMax).nullable(),
  closingMinor: z.int().min(-billMinorMax).max(billMinorMax).nullable(),
  /** Sums of what came and of what went, both above zero. */
  creditMinor: z.int().min(0).max(Number.MAX_SAFE_INTEGER),
  debitMinor: z.int().min(0).max(Number.MAX_SAFE_INTEGER),
  entries: z.int().min(0).max(10_000),
  /** Of these, taken by an earlier import already. */
  knownEntries: z.int().min(0).max(10_000),
})
export type ImportBankStatement = z.infer<typeof ImportBankStatement>
const { type: _, ...statement } = ImportBankStatement.shape

export const bankEventTypes = {
  'billing.BankStatementImported': { version: 1, data: z.object({ ...statement, at: Instant }) },
  /** All money of the entry is in clearing until it is assigned. */
  'billing.BankEntryRecorded': { version: 1, data: z.object({ ...recorded, postings: Postings, at: Instant }) },
  /** The payments of its parts take the money from clearing. */
  'billing.BankEntryAssigned': {
    version: 1,
    data: z.object({
      ...assigned,
      /** The parts take payments back. */
      isReturn: z.boolean(),
      returnFeeMinor,
      reference: text(64),
      at: Instant,
    }),
  },
} as const

/** Statements that were imported, each once. */
export const bankStatements = defineResource({
  name: 'bankStatement',
  texts: 'billing',
  noun: 'bank statement',
  path: '/prod-api/business/bankStatement',
  permission: 'billing:bankStatement',
  verbs: ['list', 'query', 'export', 'import'],
  id: 'bankStatementNo',
  table: 'views.bank_statements',
  scope: 'own',
  fields: {
    bankAccount: { schema: BankAccount, isReadOnly: true, filter: 'contains' },
    statementNo: { schema: text(64), isReadOnly: true, filter: 'contains' },
    statementId: { schema: z.uuid(), isReadOnly: true },
    fromDay: { schema: text(10), isReadOnly: true },
    toDay: { schema: text(10), isReadOnly: true },
    openingMinor: { schema: z.int().nullable(), isReadOnly: true, isLarge: true },
    creditMinor: { schema: z.int(), isReadOnly: true, isLarge: true },
    debitMinor: { schema: z.int(), isReadOnly: true, isLarge: true },
    closingMinor: { schema: z.int().nullable(), isReadOnly: true, isLarge: true },
    entries: { schema: z.int(), isReadOnly: true, isLarge: true },
    knownEntries: { schema: z.int(), isReadOnly: true, isLarge: true },
    operator: { schema: z.string().nullable(), isReadOnly: true },
    createTime: { schema: Instant, isReadOnly: true },
  },
  menu: {
    directory: 'billing',
    place: 26,
    path: 'bankStatements',
    component: 'billing/bank-statements',
    icon: 'file-import',
    titles: { en: 'Bank statements', 'zh-CN': '银行对账单', fr: 'Relevés bancaires', id: 'Rekening koran' },
    audience: 'tenant',
  },
  screen: {
    columns: [
      ...(['statementNo', 'bankAccount', 'fromDay', 'toDay', 'openingMinor', 'creditMinor', 'debitMinor'] as const),
      ...(['closingMinor', 'entries', 'createTime'] as const),
    ],
    moreColumns: ['knownEntries', 'operator'],
    filters: ['statementNo', 'bankAccount', 'createdWithin'],
  },
})

/** Entries of all statements. Those with something open are the queue of the clerks. */
export const bankEntries = defineResource({
  name: 'bankEntry',
  texts: 'billing',
  noun: 'bank entry',
  path: '/prod-api/business/bankEntry',
  permission: 'billing:bankEntry',
  verbs: ['list', 'query', 'export', 'assign'],
  id: 'bankEntryNo',
  table: 'views.bank_entries',
  scope: 'own',
  fields: {
    bookingDay: { schema: text(10), isReadOnly: true },
    amountMinor: { schema: z.int(), isReadOnly: true, isLarge: true },
    openMinor: { schema: z.int(), isReadOnly: true, isLarge: true },
    status: { schema: BankEntryStatus, isReadOnly: true, filter: 'equals', dictionary: 'bank_entry_status' },
    matchedBy: { schema: MatchedBy.nullable(), isReadOnly: true, filter: 'equals', dictionary: 'bank_entry_match' },
    /** In `persons` alone, which an erasure empties. */
    counterpartyName: { schema: z.string().nullable(), isReadOnly: true, isComputed: true, isUnsortable: true },
    counterpartyAccount: { schema: text(12), isReadOnly: true },
    reference: { schema: text(64), isReadOnly: true, filter: 'contains' },
    remittance: { schema: z.string().nullable(), isReadOnly: true, filter: 'contains', filterMax: 100 },
    proposal: { schema: BankProposal.nullable(), isReadOnly: true, isJson: true, isUnsortable: true },
    parts: { schema: z.array(BankPart), isReadOnly: true, isJson: true, isUnsortable: true },
    bankAccount: { schema: BankAccount, isReadOnly: true, filter: 'contains' },
    bankId: { schema: text(64), isReadOnly: true },
    valueDay: { schema: text(10), isReadOnly: true },
    entryId: { schema: z.uuid(), isReadOnly: true },
    statementId: { schema: z.uuid(), isReadOnly: true, filter: 'equals' },
    createTime: { schema: Instant, isReadOnly: true },
  },
  totals: { fields: ['amountMinor', 'openMinor'] },
  menu: {
    directory: 'billing',
    place: 27,
    path: 'bankEntries',
    component: 'billing/bank-entries',
    icon: 'list',
    titles: { en: 'Bank entries', 'zh-CN': '银行流水', fr: 'Écritures bancaires', id: 'Mutasi bank' },
    audience: 'tenant',
    shows: ['/api/v1/bank-entries'],
  },
  screen: {
    columns: ['bookingDay', 'counterpartyName', 'remittance', 'reference', 'amountMinor', 'openMinor', 'status', 'matchedBy'],
    onPhone: ['counterpartyName', 'amountMinor', 'openMinor', 'status'],
    moreColumns: ['valueDay', 'bankAccount', 'counterpartyAccount', 'bankId', 'createTime'],
    filters: ['remittance', 'reference', 'bankAccount', 'matchedBy', 'createdWithin'],
  },
})
