import type { BankEntry, BankStatement } from '@nightflow/schemas/billing/bank-statement'
import { expect, test } from 'vitest'
import { identitiesOf } from './identify-entries.ts'

const entry = (bankId: string, remittance = 'water'): BankEntry => ({
  ...{ bookingDay: '2026-11-03', valueDay: '2026-11-03', amountMinor: 5_000, bankId },
  ...{ reference: '', remittance, counterpartyName: '', counterpartyAccount: '' },
})
const statement = (isNumbered: boolean, statementNo: string, entries: BankEntry[]): BankStatement => ({
  ...{ bankAccount: 'DE02 1203', statementNo, isNumbered, from: '2026-11-03', to: '2026-11-03' },
  ...{ openingMinor: null, closingMinor: null, entries, pending: 0 },
})

test('an entry with an identifier of the bank is the same in every file; without one, in every export as CSV', () => {
  const [one] = identitiesOf(statement(true, '211', [entry('B1')]))
  expect(identitiesOf({ ...statement(true, '7', [entry('B1', 'other words')]), bankAccount: 'de021203' })).toEqual([one])
  expect(identitiesOf(statement(true, '7', [entry('B2')]))).not.toEqual([one])
  const [exported] = identitiesOf(statement(false, '1 – 3 November', [entry('')]))
  expect(identitiesOf(statement(false, '2 – 9 November', [entry('')]))).toEqual([exported])
})

test('entries that are alike are several: within a statement, and in statements with different numbers', () => {
  const twice = identitiesOf(statement(false, '', [entry(''), entry('')]))
  expect(new Set(twice).size).toBe(2)
  expect(identitiesOf(statement(false, '', [entry('')]))).toEqual(twice.slice(0, 1))
  expect(identitiesOf(statement(true, '211', [entry('')]))).not.toEqual(identitiesOf(statement(true, '212', [entry('')])))
})
