import { expect, test } from 'vitest'
import { filesLike, textOf } from './source-files.ts'

/** A column of a small table that writes amounts, counts or volumes. */
const figureColumn = /\bhead: .*\bcell: .*(?<![\w.])(money|number|cubicMetres)\(/
const leftAligned = (text: string): string[] => text.split('\n').filter((line) => figureColumn.test(line) && !line.includes('isNumber'))

test('columns of amounts and volumes in the tables of calculations began at the left; they end at the right', () => {
  const found = filesLike('apps/web/src/**/*.tsx').flatMap((path) => leftAligned(textOf(path)).map((line) => `${path}: ${line.trim()}`))
  expect(found).toEqual([])
})

test('a column that begins at the left is found', () =>
  expect(leftAligned("{ head: t('lines.due'), cell: ({ dueMinor }) => money(dueMinor) },")).toHaveLength(1))
