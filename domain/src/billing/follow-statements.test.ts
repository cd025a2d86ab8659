import { expect, test } from 'vitest'
import { type DatedStatement, openingGapOf } from './follow-statements.ts'

const statement = (statementNo: string, day: string, openingMinor: number | null, closingMinor: number | null): DatedStatement => ({
  ...{ statementId: statementNo, bankAccount: 'DE02 1203', statementNo, from: day, to: day, openingMinor, closingMinor },
})
const first = statement('1', '2026-11-03', 0, 500)
const second = statement('2', '2026-11-04', 500, 700)

test('a statement that does not open with the last closing balance was taken without a word', () => {
  const third = statement('3', '2026-11-05', 700, 900)
  expect(openingGapOf(third, [second, first])).toBeNull()
  expect(openingGapOf(third, [first])).toEqual({ expectedMinor: 500, previousNo: '1', previousDay: '2026-11-03' })
})

test('the first one, one without balances, one of another account and one that comes late have nothing to open with, or their own', () => {
  const other = { ...statement('9', '2026-11-05', 33, 44), bankAccount: 'DE99' }
  expect(openingGapOf(first, [])).toBeNull()
  expect(openingGapOf(statement('c', '2026-11-05', null, null), [first])).toBeNull()
  expect(openingGapOf(other, [first, second])).toBeNull()
  expect(openingGapOf(second, [statement('3', '2026-11-05', 700, 900), { ...first, bankAccount: 'de021203' }])).toBeNull()
})

test('of several statements of one day the one that fits comes before', () => {
  const pages = [statement('4/2', '2026-11-05', 800, 900), statement('4/1', '2026-11-05', 700, 800)]
  expect(openingGapOf(pages[0]!, [second, pages[1]!])).toBeNull()
  expect(openingGapOf(statement('4/3', '2026-11-05', 900, 950), pages)).toBeNull()
  expect(openingGapOf(statement('5', '2026-11-06', 901, 950), pages)).toMatchObject({ expectedMinor: 800 })
})
