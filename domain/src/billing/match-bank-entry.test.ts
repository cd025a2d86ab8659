import type { BankEntry } from '@nightflow/schemas/billing/bank-statement'
import { describe, expect, test } from 'vitest'
import { cluesOf, type KnownOfBank, matchBankEntry } from './match-bank-entry.ts'

const bills = new Map([
  [539_007_547_034, { accountNo: 'A-1001', openMinor: 7_550 }],
  [4711, { accountNo: 'A-1002', openMinor: 2_000 }],
])
const known: KnownOfBank = {
  billOf: (billNo) => bills.get(billNo),
  billNoOf: (number) => (['INV2026000012', 'ACMEWATERNORTHINV2026000012'].includes(number) ? 4711 : undefined),
  isAccount: (accountNo) => ['A-1001', 'A-1002', 'A-1003', 'B-1'].includes(accountNo),
  isClosed: (accountNo) => accountNo === 'A-1003',
  accountsWithOpen: (amountMinor) => (amountMinor === 3_300 ? ['A-1002'] : []),
  paymentOf: (amountMinor, by) =>
    amountMinor === 7_550 && (by === 'only' || ('accountNo' in by ? by.accountNo === 'A-1001' : by.reference === 'E2E-7'))
      ? { accountNo: 'A-1001', paymentId: '00000000-0000-4000-8000-000000000007' }
      : undefined,
}
const match = (remittance: string, amountMinor = 5_000, reference = '') =>
  matchBankEntry({ remittance, reference, amountMinor, counterpartyName: 'Li Na' } as BankEntry, known)

describe('an entry finds its account', () => {
  test('by the creditor reference of a bill, in groups, in small letters, in either field, and whatever its amount', () => {
    const found = { matchedBy: '0', accountNo: 'A-1001' }
    expect(match('RF18539007547034')).toEqual(found)
    expect(match('water rf18 5390 0754 7034 November')).toEqual(found)
    expect(match('RF18 5390 0754 7034 2026')).toEqual(found)
    expect(match('', 1, 'RF18539007547034')).toEqual(found)
    expect(match('RF19539007547034'), 'wrong check digits').toMatchObject({ why: 'nothing' })
  })

  test('by the number of a bill together with what is open of it; the number alone proposes', () => {
    expect(match('bill 4711', 2_000)).toEqual({ matchedBy: '1', accountNo: 'A-1002' })
    expect(match('bill 4711', 2_001)).toEqual({ why: 'nothing', proposal: { accountNo: 'A-1002', paymentId: null } })
  })

  test('by the number of an invoice as payers and banks write it, together with what is open; the number alone proposes', () => {
    for (const written of [
      'INV-2026-000012',
      'water inv 2026 000012 thank you',
      'Invoice: inv2026/000012',
      'INV2026000012',
      'Acme-Water-North/INV-2026/000012',
    ])
      expect(match(written, 2_000), written).toEqual({ matchedBy: '1', accountNo: 'A-1002' })
    expect(match('INV-2026-000012', 2_001)).toEqual({ why: 'nothing', proposal: { accountNo: 'A-1002', paymentId: null } })
    expect(match('INV-2026-000013', 2_000)).toMatchObject({ why: 'nothing', proposal: null })
  })

  test('by its number in the text; one of three characters proposes, because any text may have it', () => {
    expect(match('Customer a-1002, water')).toEqual({ matchedBy: '2', accountNo: 'A-1002' })
    expect(match('flat B-1')).toEqual({ why: 'nothing', proposal: { accountNo: 'B-1', paymentId: null } })
  })

  test('by the first rule that names one: a reference comes before an account number', () => {
    expect(match('A-1002 RF18539007547034')).toEqual({ matchedBy: '0', accountNo: 'A-1001' })
  })

  test('never by its amount and name alone: they propose', () => {
    expect(match('water', 3_300)).toEqual({ why: 'nothing', proposal: { accountNo: 'A-1002', paymentId: null } })
    expect(match('water')).toEqual({ why: 'nothing', proposal: null })
  })

  test('not where it names several, or one that is closed', () => {
    expect(match('A-1001 and A-1002')).toEqual({ why: 'several', proposal: { accountNo: 'A-1001', paymentId: null } })
    expect(match('A-1003')).toEqual({ why: 'closed', proposal: null })
  })
})

test('money that went out is never posted alone: it proposes the payment that it takes back', () => {
  const proposal = { accountNo: 'A-1001', paymentId: '00000000-0000-4000-8000-000000000007' }
  expect(match('RETURN A-1001', -7_550)).toEqual({ why: 'debit', proposal })
  expect(match('RETURN', -7_550, 'E2E-7')).toEqual({ why: 'debit', proposal })
  expect(match('RETURN A-1001', -1)).toEqual({ why: 'debit', proposal: null })
  // The bill is paid, so that its number and what is open of it do not agree.
  expect(match('RETURN 539007547034', -7_550)).toEqual({ why: 'debit', proposal })
  expect(match('RETURN', -7_550), 'the only payment of the amount').toEqual({ why: 'debit', proposal })
})

test('a text of many words is looked up in part', () => {
  const remittance = Array.from({ length: 500 }, (_, nth) => String(nth + 1)).join(' ')
  expect(cluesOf({ reference: '', remittance }).accountNos).toHaveLength(60)
})
