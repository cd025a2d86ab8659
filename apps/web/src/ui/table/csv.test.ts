import { expect, test } from 'vitest'
import { csvOf } from '#ui/table/csv.ts'

const columns = [
  { head: 'Name', value: (row: { name: string; supply: number | null }) => row.name },
  { head: 'Supply (m³)', value: (row: { name: string; supply: number | null }) => row.supply },
]
const bodyOf = (rows: { name: string; supply: number | null }[]) => csvOf(columns, rows).split('\r\n')[1]

test('an unknown figure is an empty cell, never a zero', () => expect(bodyOf([{ name: 'North', supply: null }])).toBe('North,'))
test('commas and quotes are quoted', () => expect(bodyOf([{ name: 'A "b", c', supply: 1.5 }])).toBe('"A ""b"", c",1.5'))
test.each(['=1+1', '＝1+1', '\u200e=1+1'])('a text that a spreadsheet would run is text: %j', (name) =>
  expect(bodyOf([{ name, supply: -2 }])).toBe(`'${name},-2`),
)
