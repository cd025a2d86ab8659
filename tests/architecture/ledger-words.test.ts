import { entryOf, postedTypes } from '@nightflow/projections/billing/posted-events'
import { LedgerEntry } from '@nightflow/schemas/billing/journal'
import { LedgerAccount } from '@nightflow/schemas/billing/ledger'
import { ledgerDictionaries } from '@nightflow/schemas/billing/ledger-dictionaries'
import { stepsMax } from '@nightflow/schemas/billing/tariff'
import { expect, test } from 'vitest'

const wordsOf = (type: string): string[] => ledgerDictionaries.find(({ dictType }) => dictType === type)!.entries.map(({ value }) => value)

test('the journal has a name for every event that carries postings', () => {
  expect([...LedgerEntry.options].sort()).toEqual(postedTypes.map(entryOf).sort())
})

test('the dictionaries of the ledger name every entry, ledger account and step', () => {
  expect(wordsOf('ledger_entry')).toEqual(expect.arrayContaining([...LedgerEntry.options, 'total']))
  expect(wordsOf('ledger_account')).toEqual(expect.arrayContaining([...LedgerAccount.options, 'total']))
  expect(wordsOf('revenue_group')).toContain(`step-${stepsMax}`)
})
