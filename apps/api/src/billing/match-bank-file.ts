import { identitiesOf, identityOf } from '@nightflow/domain/billing/identify-entries'
import { type BankMatch, cluesOf, matchBankEntry } from '@nightflow/domain/billing/match-bank-entry'
import { findTenant } from '@nightflow/platform/tenants/tenants'
import { knownEntriesOf } from '@nightflow/projections/billing/bank-entries'
import { readKnownOfBank } from '@nightflow/projections/billing/known-of-bank'
import { BankCsv, type BankEntry, type BankStatement } from '@nightflow/schemas/billing/bank-statement'
import { isRejection, type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import type { PoolClient } from 'pg'
import type { RequestContext } from '../http/request-context.ts'
import type { Upload } from '../http/uploads.ts'
import { namedId } from './named-id.ts'
import { readBankFileInThread } from './read-in-thread.ts'

/** An entry with its identifier and its account. Null where an earlier import took it. */
export type MatchedEntry = { entry: BankEntry; entryId: string; match: BankMatch | null }
export type MatchedStatement = Omit<BankStatement, 'entries'> & { statementId: string; entries: MatchedEntry[] }

/** Entries whose clues are looked up at once. */
const chunk = 1_000

/** The statements of a file. */
export const readStatements = async (
  sent: Upload,
  heads: Record<string, string> | undefined,
  context: RequestContext,
): Promise<BankStatement[] | Rejection> => {
  const csv = csvOf(heads)
  if (csv !== undefined && isRejection(csv)) return csv
  const currency = (await findTenant(context.pool, context.caller.tenant))?.settings.currencyUnit ?? ''
  return readBankFileInThread({ bytes: sent.bytes, csv, currency })
}

/** For each entry of the statements where it would go. */
export const matchStatements = async (statements: readonly BankStatement[], context: RequestContext): Promise<MatchedStatement[]> => {
  const matched: MatchedStatement[] = []
  const seen = new Set<string>()
  for (const { entries, ...statement } of statements) {
    const identified = identifiedOf(statement, entries).filter(({ entryId }) => !seen.has(entryId))
    for (const { entryId } of identified) seen.add(entryId)
    const statementId = namedId(identityOf({ ...statement, entries }))
    matched.push({ ...statement, statementId, entries: await matchEach(identified, context) })
  }
  return matched
}

type Identified = Omit<MatchedEntry, 'match'>

/** An entry of nothing moves no money and is left out. */
const identifiedOf = (statement: Omit<BankStatement, 'entries'>, entries: BankEntry[]): Identified[] => {
  const identities = identitiesOf({ ...statement, entries })
  return entries.map((entry, nth) => ({ entry, entryId: namedId(identities[nth]!) })).filter(({ entry }) => entry.amountMinor !== 0)
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
    accountNos: clues.flatMap(({ accountNos }) => accountNos),
    receivedMinor: amounts.filter((amount) => amount > 0),
    paidOutMinor: amounts.filter((amount) => amount < 0).map((amount) => 0 - amount),
  })
  return entries.map((each) => ({ ...each, match: isKnown.has(each.entryId) ? null : matchBankEntry(each.entry, known) }))
}

/** How a CSV file is read. Without an account it is no CSV file: nothing in one says whose it is. */
const csvOf = (heads: Record<string, string> | undefined): BankCsv | undefined | Rejection => {
  if (heads?.bankAccount === undefined || heads.bankAccount === '') return undefined
  const { openingBalance = '', closingBalance = '', ...texts } = heads
  const balance = (typed: string): number | null => (typed.trim() === '' ? null : Number(typed))
  const read = BankCsv.safeParse({ ...texts, openingBalance: balance(openingBalance), closingBalance: balance(closingBalance) })
  return read.success ? read.data : rejected('request-invalid')
}
