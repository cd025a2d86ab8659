import { readFile, stat } from 'node:fs/promises'
import type { WorkBook } from '@e965/xlsx'
import { CommandRefusal } from '../command-refusal.ts'
import { unreadable } from './read-lines.ts'
import type { Cell, TableRow } from './table.ts'

/** Loaded by the first workbook: other commands need not wait for it. */
const spreadsheets = () => import('@e965/xlsx')

/** A workbook is unpacked in memory, some twenty times its size; what is larger is exported as CSV, which is read in pieces. */
const workbookBytesMax = 50 * 1024 * 1024

const signatures = [Buffer.from('504b0304', 'hex'), Buffer.from('d0cf11e0a1b11ae1', 'hex')]
/** True for the first bytes of an xlsx or xls file, whatever it is called. */
export const isWorkbook = (head: Buffer): boolean => signatures.some((signature) => head.subarray(0, signature.length).equals(signature))

/** Serial dates are fractions of days: half a millisecond off is the next second down unless it is rounded. */
const wallClockText = (date: Date): string => new Date(Math.round(date.getTime() / 1000) * 1000).toISOString().slice(0, 19)

const cellOf = (value: unknown): Cell => {
  if (value instanceof Date) return wallClockText(value)
  if (typeof value === 'number') return value
  return value === null || value === undefined ? '' : String(value).trim()
}

/** All rows of one sheet, the heading among them. Dates come as `YYYY-MM-DDTHH:MM:SS`, the wall clock that the cell shows. */
export const readWorkbook = async (path: string, sheet: string | undefined): Promise<TableRow[]> => {
  const book = await openWorkbook(path)
  const name = sheet ?? book.SheetNames[0] ?? ''
  const cells = book.Sheets[name]
  if (!cells) throw new CommandRefusal(`${path} has no sheet "${name}"; it has: ${book.SheetNames.join(', ')}.`)
  const { utils } = await spreadsheets()
  const rows = utils.sheet_to_json<unknown[]>(cells, { header: 1, raw: true, blankrows: true, defval: '', UTC: true })
  // A sheet whose first rows are empty begins further down.
  const firstRow = cells['!ref'] ? utils.decode_range(cells['!ref']).s.r : 0
  return rows.map((values, at) => ({ number: firstRow + at + 1, cells: values.map(cellOf) }))
}

const openWorkbook = async (path: string): Promise<WorkBook> => {
  try {
    const { size } = await stat(path)
    if (size > workbookBytesMax)
      throw new CommandRefusal(`${path} is larger than ${workbookBytesMax / 1024 / 1024} MB; save the sheet as CSV, which may be larger.`)
    const bytes = await readFile(path)
    const { read } = await spreadsheets()
    return read(bytes, { type: 'buffer', cellDates: true, UTC: true, cellFormula: false, cellHTML: false, dense: false })
  } catch (error) {
    if (error instanceof CommandRefusal || (error as { code?: string }).code) throw unreadable(path, error)
    throw new CommandRefusal(`${path} cannot be read: it is no whole xlsx or xls workbook, or it has a password.`)
  }
}
