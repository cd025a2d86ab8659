import { expect, test } from 'vitest'
import { z } from 'zod'
import { columnsOfRow } from '../resource/row-columns.ts'
import { writeCsv } from './write-csv.ts'

const row = z.object({
  name: z.string().nullable(),
  litres: z.number().nullable(),
  at: z.iso.datetime(),
  known: z.boolean(),
  more: z.array(z.int()),
})

async function* pages(...lists: Record<string, unknown>[][]) {
  yield* lists
}
const csvOf = async (...lists: Record<string, unknown>[][]): Promise<string> => {
  let text = ''
  for await (const chunk of writeCsv(columnsOfRow(row), pages(...lists))) text += chunk
  return text
}
const reading = { name: 'a', litres: 1.5, at: '2024-01-01T00:00:00Z', known: true, more: [1, 2] }

test('a header first, then a line for each row of each page, all ended as the RFC says', async () => {
  expect(await csvOf([reading], [], [{ ...reading, name: 'b' }])).toBe(
    'name,litres,at,known,more\r\na,1.5,2024-01-01T00:00:00Z,true,"[1,2]"\r\nb,1.5,2024-01-01T00:00:00Z,true,"[1,2]"\r\n',
  )
})

test('unknown is an empty field and never zero', async () => {
  expect(await csvOf([{ ...reading, name: null, litres: null }])).toContain('\r\n,,2024')
})

test.each([
  '=1+1',
  '+1',
  '-1',
  '@A1',
  '\tx',
  '\rx',
  '\nx',
  '＝1+1',
  '＋1',
  '－1',
  '＠A1',
  ' =1',
  '\u200e=1',
  '\ufeff=1',
  '\u202e=1',
  '\u0001=1',
  '\u3164=1',
])('text that a spreadsheet would run is marked as text: %j', async (name) => {
  expect(await csvOf([{ ...reading, name }])).toMatch(/\r\n"?'/)
})

test('a negative number stays a number', async () => {
  expect(await csvOf([{ ...reading, litres: -3 }])).toContain('\r\na,-3,')
})

test('quotes, commas and line ends stay inside their field', async () => {
  expect(await csvOf([{ ...reading, name: 'Via "Roma", 3\nBozen' }])).toContain('\r\n"Via ""Roma"", 3\nBozen",1.5')
})
