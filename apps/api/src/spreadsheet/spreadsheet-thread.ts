/** The thread that takes one spreadsheet apart; `readSpreadsheet` starts it. */
import { parentPort, workerData } from 'node:worker_threads'
import * as xlsx from '@e965/xlsx'
import { beginThread } from '../threads/begin-thread.ts'
import { TooLarge, unzipSpreadsheet } from './unzip-spreadsheet.ts'

export type SpreadsheetTask = { bytes: Uint8Array; rowsMax: number; columnsMax: number }
/** Texts of the cells, with the number of their row as the spreadsheet counts. */
export type SheetRow = { number: number; cells: string[] }
export type SpreadsheetRead = { rows: SheetRow[] } | { refused: 'too-large' | 'spreadsheet-unreadable' }

type Cell = { t: string; v?: unknown; w?: string } | undefined

const oldSignature = Buffer.from('d0cf11e0a1b11ae1', 'hex')

const bookIn = (file: Buffer, rowsMax: number): xlsx.WorkBook => {
  // One row more than allowed, and the head, so that too many are seen to be too many.
  const options = {
    dense: true,
    sheets: 0,
    sheetRows: rowsMax + 2,
    cellFormula: false,
    cellHTML: false,
    cellDates: true,
    UTC: true,
  } as const
  if (file.subarray(0, oldSignature.length).equals(oldSignature)) return xlsx.read(file, { ...options, type: 'buffer' })
  const parts = unzipSpreadsheet(file)
  const archive = {
    FullPaths: ['Root Entry/', ...parts.map(({ name }) => `Root Entry/${name}`)],
    FileIndex: [{ name: 'Root Entry' }, ...parts],
  }
  return (xlsx as unknown as { parse_zip: (archive: object, options: object) => xlsx.WorkBook }).parse_zip(archive, options)
}

/** The text that a person sees in a cell, except that a long number has all of its digits. Control characters and half surrogate pairs are removed. */
const textOf = (cell: Cell): string => {
  if (cell === undefined || cell.v === undefined || cell.v === null) return ''
  const text = cell.v instanceof Date ? cell.v.toISOString() : cell.t === 'e' ? String(cell.w ?? '') : String(cell.v)
  return text.replaceAll(/[\p{Cc}\p{Cs}]+/gu, ' ').trim()
}

const readSheet = ({ bytes, rowsMax, columnsMax }: SpreadsheetTask): SpreadsheetRead => {
  const { SheetNames, Sheets } = bookIn(Buffer.from(bytes), rowsMax)
  const data = (Sheets[SheetNames[0] ?? '']?.['!data'] ?? []) as Cell[][]
  const rows = data
    .map((cells, at) => ({ number: at + 1, cells: Array.from((cells ?? []).slice(0, columnsMax), textOf) }))
    .filter(({ cells }, at) => at === 0 || cells.some((text) => text !== ''))
  return rows.length > rowsMax + 1 ? { refused: 'too-large' } : { rows }
}

const answer = (): SpreadsheetRead => {
  try {
    return readSheet(workerData as SpreadsheetTask)
  } catch (error) {
    return { refused: error instanceof TooLarge ? 'too-large' : 'spreadsheet-unreadable' }
  }
}

beginThread()
parentPort?.postMessage(answer())
