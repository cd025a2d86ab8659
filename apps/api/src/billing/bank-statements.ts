import { bankEntryDecider } from '@nightflow/domain/billing/bank-entry-decider'
import { bankStatementDecider } from '@nightflow/domain/billing/bank-statement-decider'
import { refusalOfGap } from '@nightflow/domain/billing/follow-statements'
import { previewBankStatement, previewedEntriesMax } from '@nightflow/schemas/billing/bank-calls'
import { type BankPart, MatchedBy } from '@nightflow/schemas/billing/bank-entry'
import { BankCsv, type BankStatement } from '@nightflow/schemas/billing/bank-statement'
import { resourceCalls } from '@nightflow/schemas/resource-calls'
import type { RequestOf, ResponseOf } from '@nightflow/schemas/shared/endpoint'
import type { ImportOutcome } from '@nightflow/schemas/shared/import'
import { isRejection, type Rejection } from '@nightflow/schemas/shared/rejections'
import { decide } from '../http/decide.ts'
import { namedId } from '../http/named-id.ts'
import type { RequestContext } from '../http/request-context.ts'
import type { Outcome } from '../http/run-command.ts'
import { file, type Route, upload } from '../http/serve.ts'
import { importRoute, type JobOfImport } from '../resource/import-job.ts'
import { type MatchedEntry, type MatchedStatement, matchStatements, readStatements } from './match-bank-file.ts'
import { payParts } from './pay-parts.ts'

const calls = resourceCalls.bankStatements

/** Enough to let the log write many entries in one go, few enough to leave room for gateways. */
const atOnce = 64

type Preview = ResponseOf<typeof previewBankStatement>

const preview = async (_: RequestOf<typeof previewBankStatement>, read: BankStatement[], context: RequestContext) => {
  const statements = await matchStatements(read, context)
  const entries = statements.flatMap((statement) => statement.entries.map(previewedOf))
  const places = { open: 0, matched: 1, known: 2 }
  const shown = entries.toSorted((one, other) => places[one.fate] - places[other.fate]).slice(0, previewedEntriesMax)
  const response: Preview = { statements: statements.map(sumsOf), entries: shown }
  return { response, after: { statements: response.statements } }
}

const previewedOf = ({ entry, match }: MatchedEntry): Preview['entries'][number] => {
  const { bookingDay, amountMinor, counterpartyName, remittance, reference } = entry
  const shown = { bookingDay, amountMinor, counterpartyName, remittance, reference }
  if (match === null) return { ...shown, fate: 'known', matchedBy: null, accountNo: null, why: null }
  if ('why' in match) return { ...shown, fate: 'open', matchedBy: null, accountNo: match.proposal?.accountNo ?? null, why: match.why }
  return { ...shown, fate: 'matched', matchedBy: match.matchedBy, accountNo: match.accountNo, why: null }
}

const sumsOf = ({ entries, statementId: _, isNumbered: __, from, to, ...statement }: MatchedStatement): Preview['statements'][number] => {
  const sum = (sign: 1 | -1): number => entries.reduce((total, { entry }) => total + Math.max(0, sign * entry.amountMinor), 0)
  const known = entries.filter(({ match }) => match === null).length
  const matched = entries.filter(({ match }) => match !== null && 'accountNo' in match).length
  return {
    ...{ ...statement, fromDay: from, toDay: to, creditMinor: sum(1), debitMinor: sum(-1) },
    ...{ entries: entries.length, known, matched, open: entries.length - known - matched },
  }
}

/**
 * Every entry is recorded with its bank posted against clearing, then those that were matched become payments. The statement comes last, so that one that
 * is listed is whole. An import that was cut off goes on by importing the file again: what is recorded is left out.
 */
const importStatements = async (
  { mode, isConfirmed }: RequestOf<typeof calls.importData>,
  read: BankStatement[],
  context: RequestContext,
  job: JobOfImport | undefined,
): Promise<Outcome<ImportOutcome> | Rejection> => {
  const statements = await matchStatements(read, context)
  const [unlike] = statements.filter(({ gap }) => gap !== null)
  if (mode !== 'preview' && unlike && !isConfirmed) return refusalOfGap(unlike, unlike.gap!)
  const total = statements.reduce((sum, { entries }) => sum + entries.length, 0)
  let imported = 0
  let position = 0
  if (mode !== 'preview')
    for (const statement of statements) {
      const done = await importOne(statement, context, () => job?.onRow(total))
      if (isRejection(done)) return done
      imported += done.imported
      position = Math.max(position, done.position)
    }
  const response = {
    total,
    good: total,
    imported,
    updated: 0,
    problems: [],
    ignoredHeads: [],
    resultFile: null,
    hasPasswords: false,
    job: null,
  }
  const confirmed = statements.flatMap(({ statementNo, openingMinor, gap }) => (gap ? [{ statementNo, openingMinor, ...gap }] : []))
  return { response, after: { total, imported, ...(unlike && { confirmed }) }, ...(position > 0 && { position }) }
}

type Done = { imported: number; position: number }

const importOne = async (statement: MatchedStatement, context: RequestContext, onEntry: () => void): Promise<Done | Rejection> => {
  const done: Done = { imported: 0, position: 0 }
  const paying = new Map<string, { entry: MatchedEntry; part: BankPart }[]>()
  for (const { match } of statement.entries) if (match === null) onEntry()
  const fresh = statement.entries.filter(({ match }) => match !== null)
  const recorded = await each(fresh, async (entry) => {
    onEntry()
    const part = partOf(entry)
    const decided = await recordEntry(entry, part, statement, context)
    if (isRejection(decided)) return decided
    done.position = Math.max(done.position, decided.position)
    if (decided.before === decided.after) return undefined
    done.imported += 1
    if (part) paying.set(part.accountNo, [...(paying.get(part.accountNo) ?? []), { entry, part }])
    return undefined
  })
  if (recorded) return recorded
  // Payments of one account follow each other: their stream is one.
  const paid = await each([...paying.values()], async (payments) => {
    for (const { entry, part } of payments) {
      const { reference, amountMinor } = entry.entry
      const position = await payParts(context, { entryId: entry.entryId, amountMinor, reference }, [part], '')
      if (isRejection(position)) return position
      done.position = Math.max(done.position, position)
    }
    return undefined
  })
  if (paid) return paid
  const { bankAccount, statementNo, statementId, openingMinor, closingMinor } = statement
  const { fromDay, toDay, creditMinor, debitMinor, entries } = sumsOf(statement)
  const facts = { statementId, bankAccount, statementNo, fromDay, toDay, openingMinor, closingMinor, creditMinor, debitMinor, entries }
  const knownEntries = entries - done.imported
  const ended = await decide(context, bankStatementDecider, { type: 'ImportBankStatement', ...facts, knownEntries }, (state) => state)
  return isRejection(ended) ? ended : { ...done, position: Math.max(done.position, ended.position) }
}

const partOf = ({ entry, entryId, match }: MatchedEntry): BankPart | null =>
  match !== null && 'accountNo' in match
    ? { accountNo: match.accountNo, contractNo: match.contractNo, amountMinor: entry.amountMinor, paymentId: namedId(`${entryId}/payment`) }
    : null

const recordEntry = (
  { entry, entryId, match }: MatchedEntry,
  part: BankPart | null,
  { statementId, bankAccount }: MatchedStatement,
  context: RequestContext,
) => {
  const matchedBy = match !== null && 'matchedBy' in match ? match.matchedBy : MatchedBy.enum.clerk
  const proposal = match !== null && 'proposal' in match ? match.proposal : null
  const facts = { entryId, personId: entryId, statementId, bankAccount, ...entry, proposal }
  return decide(
    context,
    bankEntryDecider,
    { type: 'RecordBankEntry', ...facts, match: part && { matchedBy, part } },
    ({ amountMinor = null }) => amountMinor,
    { isNew: true },
  )
}

/** Runs the work for each of them, several at once; the first refusal ends it. */
const each = async <Item>(items: readonly Item[], work: (item: Item) => Promise<Rejection | undefined>): Promise<Rejection | undefined> => {
  let refused: Rejection | undefined
  const waiting = items.values()
  const next = async (): Promise<void> => {
    for (const item of waiting) {
      if (refused) return
      refused = (await work(item)) ?? refused
    }
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, next))
  return refused
}

/** The columns that a CSV file has unless a person names others. */
const template = (): string => {
  const { bookingDay, valueDay, amount, currency, bankId, reference, remittance, counterpartyName, counterpartyAccount } = BankCsv.parse({
    bankAccount: '-',
  })
  return `${[bookingDay, valueDay, amount, currency, bankId, reference, remittance, counterpartyName, counterpartyAccount].join(',')}\r\n`
}

export const bankStatementResourceRoutes: readonly Route[] = [
  file(calls.importTemplate, async () => ({
    ...{ fileName: 'bank-statement-template.csv', mediaType: 'text/csv; charset=utf-8' },
    bytes: Buffer.from(template(), 'utf8'),
  })),
  importRoute(calls.importData, { read: ({ heads }, sent, context) => readStatements(sent, heads, context), write: importStatements }),
]

export const bankStatementRoutes: readonly Route[] = [
  upload(
    previewBankStatement,
    { queue: 'files', read: ({ heads }, sent, context) => readStatements(sent, heads, context), isSlow: () => true },
    preview,
  ),
]
