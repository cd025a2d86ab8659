import type { BankEntry, BankStatement } from '@nightflow/schemas/billing/bank-statement'

const ofAccount = (bankAccount: string): string => bankAccount.replaceAll(/\s/g, '').toUpperCase()

/**
 * What identifies each entry of a statement, whatever the file that brings it: the account with the bank's own identifier, or with all facts of the
 * entry. Facts alone may be those of an entry of another statement, so that a numbered statement adds its number. Entries that are alike within
 * a statement are counted.
 */
export const identitiesOf = ({ bankAccount, statementNo, isNumbered, entries }: BankStatement): string[] => {
  const seen = new Map<string, number>()
  return entries.map((entry) => {
    const facts = JSON.stringify([ofAccount(bankAccount), ...factsOf(entry, isNumbered ? statementNo : '')])
    const nth = seen.get(facts) ?? 0
    seen.set(facts, nth + 1)
    return `${facts}/${nth}`
  })
}

const factsOf = ({ bankId, bookingDay, amountMinor, ...entry }: BankEntry, statementNo: string): (string | number)[] => {
  if (bankId !== '') return [bankId, bookingDay, amountMinor]
  const { valueDay, reference, remittance, counterpartyName, counterpartyAccount } = entry
  return ['', bookingDay, amountMinor, statementNo, valueDay, reference, remittance, counterpartyName, counterpartyAccount]
}

/** What identifies a statement. */
export const identityOf = ({ bankAccount, statementNo, from, to, openingMinor, closingMinor, entries }: BankStatement): string =>
  JSON.stringify([ofAccount(bankAccount), statementNo, from, to, openingMinor, closingMinor, entries.length])
