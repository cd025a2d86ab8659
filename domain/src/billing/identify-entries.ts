import type { BankEntry, BankStatement } from '@nightflow/schemas/billing/bank-statement'

export const ofBankAccount = (bankAccount: string): string => bankAccount.replaceAll(/\s/g, '').toUpperCase()

/** The identity of a statement. */
export const identityOf = ({ bankAccount, statementNo, from, to, openingMinor, closingMinor, entries }: BankStatement): string =>
  JSON.stringify([ofBankAccount(bankAccount), statementNo, from, to, openingMinor, closingMinor, entries.length])

/** The identity of an entry: the account with the bank's own identifier, or with all facts of the entry. */
export const contentOf = (bankAccount: string, { bankId, bookingDay, amountMinor, ...entry }: BankEntry): string => {
  if (bankId !== '') return JSON.stringify([ofBankAccount(bankAccount), bankId, bookingDay, amountMinor])
  const { valueDay, reference, remittance, counterpartyName, counterpartyAccount } = entry
  return factsOf(bankAccount, bookingDay, amountMinor, '', [valueDay, reference, remittance, counterpartyName, counterpartyAccount])
}

const factsOf = (bankAccount: string, day: string, amountMinor: number, statementNo: string, texts: readonly string[]): string =>
  JSON.stringify([ofBankAccount(bankAccount), '', day, amountMinor, statementNo, ...texts])

/** The same with the number of the statement: entries that were imported before contents were compared are found by it. */
const earlierContentOf = (bankAccount: string, entry: BankEntry, statementNo: string): string => {
  const { bookingDay, amountMinor, valueDay, reference, remittance, counterpartyName, counterpartyAccount } = entry
  return factsOf(bankAccount, bookingDay, amountMinor, statementNo, [
    valueDay,
    reference,
    remittance,
    counterpartyName,
    counterpartyAccount,
  ])
}

/** An entry without an identifier that an import has taken, and the statement that brought it. */
export type TakenEntry = { entryId: string; statementId: string }
export type Identified = {
  entry: BankEntry
  entryId: string
  /** An earlier import, or an earlier statement of the file, has it. */
  isTaken: boolean
}

type Identifying = {
  /** A name as an identifier. */
  idOf: (name: string) => string
  statementId: string
  /** Taken entries by their content. Those of this statement are added. */
  taken: Map<string, TakenEntry[]>
  /** Statements that share no entry with this one. */
  apart: ReadonlySet<string>
}

/**
 * Identifiers of the entries of a statement, whatever the file that brings it. An entry without an identifier of the bank is compared by its content with those that
 * were taken: it is one of them, unless the balances say that their statements follow each other. Entries that are alike within a statement are several.
 */
export const identifyEntries = (
  { bankAccount, entries }: BankStatement,
  { idOf, statementId, taken, apart }: Identifying,
): Identified[] => {
  const contents = new Map<string, { nth: number; place: number; alike: readonly TakenEntry[]; used: Set<string> }>()
  const startOf = (content: string) => {
    const known = taken.get(content) ?? []
    const alike = known.filter((each) => !apart.has(each.statementId))
    return { nth: 0, place: 0, alike, used: new Set(known.map(({ entryId }) => entryId)) }
  }
  return entries.map((entry) => {
    const content = contentOf(bankAccount, entry)
    const counted = contents.get(content) ?? startOf(content)
    contents.set(content, counted)
    const nth = counted.nth
    counted.nth += 1
    if (entry.bankId !== '') return { entry, entryId: idOf(`${content}/${nth}`), isTaken: false }
    const known = counted.alike[nth]
    if (known) return { entry, entryId: known.entryId, isTaken: true }
    let entryId = idOf(`${content}/${counted.place}`)
    while (counted.used.has(entryId)) entryId = idOf(`${content}/${++counted.place}`)
    counted.place += 1
    const others = taken.get(content) ?? []
    others.push({ entryId, statementId })
    taken.set(content, others)
    return { entry, entryId, isTaken: false }
  })
}

/** Identifiers under which entries without one of the bank may have been taken, with their content: an erased text is found by nothing else. */
export const idsByContent = (statement: BankStatement, idOf: (name: string) => string): Map<string, string> => {
  const { bankAccount, statementNo, isNumbered, entries } = statement
  const counted = new Map<string, number>()
  const found = new Map<string, string>()
  for (const entry of entries.filter(({ bankId }) => bankId === '')) {
    const content = contentOf(bankAccount, entry)
    const nth = counted.get(content) ?? 0
    counted.set(content, nth + 1)
    found.set(idOf(`${content}/${nth}`), content)
    if (isNumbered) found.set(idOf(`${earlierContentOf(bankAccount, entry, statementNo)}/${nth}`), content)
  }
  return found
}
