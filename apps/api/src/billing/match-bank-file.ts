import { type DatedStatement, type OpeningGap, openingGapOf, statementsApartFrom } from '@nightflow/domain/billing/follow-statements'
import {
  contentOf,
  type Identified,
  identifyEntries,
  identityOf,
  idsByContent,
  ofBankAccount,
  type TakenEntry,
} from '@nightflow/domain/billing/identify-entries'
import { type BankMatch, cluesOf, matchBankEntry } from '@nightflow/domain/billing/match-bank-entry'
import { knownEntriesOf, takenEntriesOf } from '@nightflow/projections/billing/bank-entries'
import { importedStatements } from '@nightflow/projections/billing/bank-statements'
import { readKnownOfBank } from '@nightflow/projections/billing/known-of-bank'
import { BankCsv, type BankEntry, type BankStatement } from '@nightflow/schemas/billing/bank-statement'
import { isRejection, type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import type { PoolClient } from 'pg'
import { namedId } from '../http/named-id.ts'
import type { RequestContext } from '../http/request-context.ts'
import { tenantOfCaller } from '../http/tenant-of-caller.ts'
import type { Upload } from '../http/uploads.ts'
import { readBankFileInThread } from './read-in-thread.ts'

/** An entry with its identifier and its account. Null where an earlier import took it. */
export type MatchedEntry = { entry: BankEntry; entryId: string; match: BankMatch | null }
export type MatchedStatement = Omit<BankStatement, 'entries'> & { statementId: string; gap: OpeningGap | null; entries: MatchedEntry[] }

/** Entries whose clues are looked up at once: other requests wait for a tenth of a second at most. */
const chunk = 250

/** The statements of a file. */
export const readStatements = async (
  sent: Upload,
  heads: Record<string, string> | undefined,
  context: RequestContext,
): Promise<BankStatement[] | Rejection> => {
  const csv = csvOf(heads)
  if (csv !== undefined && isRejection(csv)) return csv
  const currency = (await tenantOfCaller(context)).settings.currencyUnit
  return readBankFileInThread({ bytes: sent.bytes, csv, currency })
}

/** For each entry of the statements where it would go. */
export const matchStatements = async (statements: readonly BankStatement[], context: RequestContext): Promise<MatchedStatement[]> => {
  const accounts = [...new Set(statements.map(({ bankAccount }) => ofBankAccount(bankAccount)))]
  const imported = await context.read((database) => importedStatements(database, accounts))
  const taken = await takenOf(statements, accounts, context)
  const known: DatedStatement[] = [...imported]
  const seen = new Set<string>()
  const matched: MatchedStatement[] = []
  for (const each of statements) {
    const { entries: _, ...statement } = each
    const dated = { ...statement, statementId: namedId(identityOf(each)) }
    const { statementId } = dated
    // An entry of nothing moves no money and is left out.
    const fresh = identifyEntries(each, { idOf: namedId, statementId, taken, apart: statementsApartFrom(dated, known) }).filter(
      ({ entry, entryId }) => entry.amountMinor !== 0 && !seen.has(entryId),
    )
    for (const { entryId } of fresh) seen.add(entryId)
    const isImported = imported.some((earlier) => earlier.statementId === statementId)
    const entries = await matchEach(fresh, context)
    // A statement that brings nothing new has nothing to confirm.
    const isNews = !isImported && entries.some(({ match }) => match !== null)
    matched.push({ ...dated, gap: isNews ? openingGapOf(dated, known) : null, entries })
    known.push(dated)
  }
  return matched
}

/** Entries without an identifier of the bank that earlier imports took, by their content. Erased ones are found by their own identifier alone. */
const takenOf = async (statements: readonly BankStatement[], bankAccounts: readonly string[], context: RequestContext) => {
  const contents = new Map(statements.flatMap((statement) => [...idsByContent(statement, namedId)]))
  const taken = new Map<string, TakenEntry[]>()
  if (contents.size === 0) return taken
  const entries = statements.flatMap((statement) => statement.entries).filter(({ bankId }) => bankId === '')
  const wanted = {
    ...{ entryIds: [...contents.keys()], bankAccounts },
    days: [...new Set(entries.map(({ bookingDay }) => bookingDay))],
    amounts: [...new Set(entries.map(({ amountMinor }) => amountMinor))],
  }
  for (const { entryId, statementId, bankAccount, isErased, ...entry } of await context.read((database) =>
    takenEntriesOf(database, wanted),
  )) {
    const content = contents.get(entryId) ?? (isErased ? undefined : contentOf(bankAccount, entry))
    if (content !== undefined) taken.set(content, [...(taken.get(content) ?? []), { entryId, statementId }])
  }
  return taken
}

const matchEach = async (entries: readonly Identified[], context: RequestContext): Promise<MatchedEntry[]> => {
  const matched: MatchedEntry[] = []
  for (let first = 0; first < entries.length; first += chunk) {
    const some = entries.slice(first, first + chunk)
    matched.push(...(await context.read((database) => matchSome(database, some))))
  }
  return matched
}

const matchSome = async (database: PoolClient, entries: readonly Identified[]): Promise<MatchedEntry[]> => {
  const isKnown = await knownEntriesOf(
    database,
    entries.map(({ entryId }) => entryId),
  )
  const clues = entries.map(({ entry }) => cluesOf(entry))
  const amounts = entries.map(({ entry }) => entry.amountMinor)
  const known = await readKnownOfBank(database, {
    billNos: clues.flatMap(({ referencedBills, billNos }) => [...referencedBills, ...billNos]),
    invoiceNumbers: clues.flatMap(({ invoiceNumbers }) => invoiceNumbers),
    accountNos: clues.flatMap(({ accountNos }) => accountNos),
    receivedMinor: amounts.filter((amount) => amount > 0),
    paidOutMinor: amounts.filter((amount) => amount < 0).map((amount) => 0 - amount),
  })
  return entries.map(({ entry, entryId, isTaken }, at) => ({
    ...{ entry, entryId, match: isTaken || isKnown.has(entryId) ? null : matchBankEntry(entry, known, clues[at]) },
  }))
}

/** How a CSV file is read. Without an account it is no CSV file: nothing in one says whose it is. */
const csvOf = (heads: Record<string, string> | undefined): BankCsv | undefined | Rejection => {
  if (heads?.bankAccount === undefined || heads.bankAccount === '') return undefined
  const { openingBalance = '', closingBalance = '', ...texts } = heads
  const balance = (typed: string): number | null => (typed.trim() === '' ? null : Number(typed))
  const read = BankCsv.safeParse({ ...texts, openingBalance: balance(openingBalance), closingBalance: balance(closingBalance) })
  return read.success ? read.data : rejected('request-invalid')
}
