import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { utils, write } from '@e965/xlsx'
import { afterAll, describe, expect, test } from 'vitest'
import { openTable } from './open-table.ts'
import { guessSeparator, splitLine } from './split-line.ts'
import type { TableOptions, TableRow } from './table.ts'

const folder = mkdtempSync(join(tmpdir(), 'nightflow-tables-'))
afterAll(() => rmSync(folder, { recursive: true }))

const fileOf = (name: string, content: string | Buffer): string => {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}
const rowsOf = async (path: string, options?: TableOptions) => {
  const table = await openTable(path, options)
  const rows: TableRow[] = []
  for await (const row of table.rows()) rows.push(row)
  return { heading: table.heading, rows }
}

describe('opening a table', () => {
  test('text: any separator, gzip, byte order marks, a separator at the end of each line, empty lines', async () => {
    const expected = {
      heading: ['time', 'Süd'],
      rows: [
        { number: 2, cells: ['a', '1,5'] },
        { number: 4, cells: ['b', ''] },
      ],
    }
    const text = '\ufefftime;Süd;\r\na;1,5;\r\n\r\nb;;'
    expect(await rowsOf(fileOf('a.csv', text))).toEqual(expected)
    expect(await rowsOf(fileOf('a.csv.gz', gzipSync(text)))).toEqual(expected)
    expect(await rowsOf(fileOf('utf16.csv', Buffer.from(text, 'utf16le')))).toEqual(expected)
    expect(await rowsOf(fileOf('bars.txt', 'time|Süd\na|1,5\n\nb|'))).toEqual(expected)
    expect(await rowsOf(fileOf('stated.csv', 'sep=;\ntime;Süd\n\na;1,5'))).toEqual({
      heading: ['time', 'Süd'],
      rows: [{ number: 4, cells: ['a', '1,5'] }],
    })
    expect(await rowsOf(fileOf('tabs.txt', 'time\tSüd\na\t1,5\n\nb\t'))).toEqual(expected)
  })

  test('text in another encoding is refused, not read as something else', async () => {
    const path = fileOf('latin.csv', Buffer.from('time;Süd\na;1', 'latin1'))
    await expect(openTable(path)).rejects.toThrow('name another one with --encoding')
    expect((await openTable(path, { encoding: 'windows-1252' })).heading).toEqual(['time', 'Süd'])
  })

  test('lines before the heading are left out by number', async () => {
    const path = fileOf('title.csv', 'Export of 2024\nby;SCADA\ntime;A\nx;1')
    expect(await rowsOf(path, { skipLines: 2 })).toEqual({ heading: ['time', 'A'], rows: [{ number: 4, cells: ['x', '1'] }] })
  })

  test('a workbook: dates as the clock that the cell shows, numbers as numbers, rows as the program counts them', async () => {
    const book = utils.book_new()
    const cells = [['time', 'A'], [new Date(Date.UTC(2024, 4, 1, 0, 15)), 1.5], [], ['2024-05-01 00:30', 'NA']]
    utils.book_append_sheet(book, utils.aoa_to_sheet(cells, { UTC: true }), 'Flows')
    utils.book_append_sheet(
      book,
      utils.aoa_to_sheet([
        ['other', 'B'],
        ['x', 2],
      ]),
      'Other',
    )
    const path = fileOf('flows.xlsx', write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer)
    expect(await rowsOf(path)).toEqual({
      heading: ['time', 'A'],
      rows: [
        { number: 2, cells: ['2024-05-01T00:15:00', 1.5] },
        { number: 4, cells: ['2024-05-01 00:30', 'NA'] },
      ],
    })
    expect((await rowsOf(path, { sheet: 'Other' })).rows).toEqual([{ number: 2, cells: ['x', 2] }])
    await expect(openTable(path, { sheet: 'None' })).rejects.toThrow('has no sheet "None"; it has: Flows, Other.')
    await expect(openTable(fileOf('broken.xlsx', Buffer.from('504b0304ffff', 'hex')))).rejects.toThrow('no whole xlsx or xls workbook')
  })

  test('an unreadable file is refused with the reason', async () => {
    await expect(openTable(join(folder, 'absent.csv'))).rejects.toThrow('cannot be read: there is no such file.')
    await expect(openTable(folder)).rejects.toThrow('it is a folder')
    await expect(openTable(fileOf('cut.gz', gzipSync('time,a\n'.repeat(1000)).subarray(0, 30)))).rejects.toThrow(
      'it is not a whole gzip file',
    )
    await expect(openTable(fileOf('empty.csv', ''))).rejects.toThrow('is empty')
  })

  test('quoted cells hold separators and quotes', () => {
    expect(splitLine('a,"b, ""c""",d', ',')).toEqual(['a', 'b, "c"', 'd'])
    expect(splitLine('"a', ',')).toBeUndefined()
    expect(splitLine('a,,""', ',')).toEqual(['a', '', ''])
    expect(guessSeparator('time;North, old;South')).toBe(';')
  })
})
