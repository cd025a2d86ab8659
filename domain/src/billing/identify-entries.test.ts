import type { BankEntry, BankStatement } from '@nightflow/schemas/billing/bank-statement'
import { describe, expect, test } from 'vitest'
import { type DatedStatement, statementsApartFrom } from './follow-statements.ts'
import { identifyEntries, idsByContent, type TakenEntry } from './identify-entries.ts'

const entry = (bankId: string, remittance = 'water'): BankEntry => ({
  ...{ bookingDay: '2026-11-03', valueDay: '2026-11-03', amountMinor: 5_000, bankId },
  ...{ reference: '', remittance, counterpartyName: '', counterpartyAccount: '' },
})
const statement = (statementNo: string, entries: BankEntry[], stated: Partial<BankStatement> = {}): BankStatement => ({
  ...{ bankAccount: 'DE02 1203', statementNo, isNumbered: true, from: '2026-11-03', to: '2026-11-03' },
  ...{ openingMinor: null, closingMinor: null, entries, pending: 0 },
  ...stated,
})
const opens = (openingMinor: number, closingMinor: number) => ({ openingMinor, closingMinor })

/** Imports files one after another, as a service with one log does; answers how many entries of each were new. */
const importing = () => {
  const taken = new Map<string, TakenEntry[]>()
  const statements: DatedStatement[] = []
  const ids = new Set<string>()
  return (one: BankStatement): number => {
    const statementId = `${one.statementNo} ${one.openingMinor}`
    const apart = statementsApartFrom({ ...one, statementId }, statements)
    const found = identifyEntries(one, { idOf: (name) => name, statementId, taken, apart })
    const fresh = found.filter(({ entryId, isTaken }) => !isTaken && !ids.has(entryId))
    for (const { entryId } of fresh) ids.add(entryId)
    statements.push({ ...one, statementId })
    return fresh.length
  }
}

test('an entry with an identifier of the bank is the same in every file', () => {
  const take = importing()
  expect(take(statement('211', [entry('B1')]))).toBe(1)
  expect(take(statement('7', [entry('B1', 'other words')], { bankAccount: 'de021203' }))).toBe(0)
  expect(take(statement('7', [entry('B2')]))).toBe(1)
})

describe('entries without an identifier', () => {
  test('one that came in two files with different numbers was taken twice', () => {
    const take = importing()
    expect(take(statement('211', [entry('')]))).toBe(1)
    expect(take(statement('November', [entry(''), entry('', 'another')]))).toBe(1)
    expect(take(statement('1 – 9 November', [entry(''), entry('', 'another')], { isNumbered: false }))).toBe(0)
  })

  test('two that are alike within a statement both count, and no more than two in another file', () => {
    const take = importing()
    expect(take(statement('211', [entry(''), entry('')]))).toBe(2)
    expect(take(statement('212', [entry(''), entry(''), entry('')]))).toBe(1)
  })

  test('two that are alike on one day both count where one statement goes on where the other ends, whichever comes first', () => {
    const pages = [statement('211/1', [entry('')], opens(0, 5_000)), statement('211/2', [entry('')], opens(5_000, 10_000))]
    const month = statement('November', [entry(''), entry('')], { ...opens(0, 10_000), from: '2026-11-01', to: '2026-11-30' })
    for (const files of [pages, pages.toReversed(), [pages[0]!, month], [month, ...pages]]) {
      const take = importing()
      expect(files.map(take).reduce((sum, fresh) => sum + fresh, 0)).toBe(2)
      expect([...pages, month].map(take)).toEqual([0, 0, 0])
    }
  })

  test('those of an import before contents were compared are found by their old identifiers', () => {
    const one = statement('211', [entry(''), entry('')])
    const ids = [...idsByContent(one, (name) => name).keys()]
    expect(ids).toEqual([0, 0, 1, 1].map((nth, place) => expect.stringMatching(new RegExp(`${place % 2 === 0 ? '' : '"211".*'}/${nth}$`))))
  })
})
