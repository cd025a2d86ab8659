/** A cell: text as in the file, or a number that a workbook holds as a number. */
export type Cell = string | number

/** One row below the heading, with the number that an editor or a spreadsheet program shows for it. */
export type TableRow = { number: number; cells: readonly Cell[] }

/** A table with a heading. `rows` may be read more than once: each call starts again behind the heading. */
export type Table = {
  file: string
  /** The word for a row in this type of file. */
  rowWord: 'line' | 'row'
  headingNumber: number
  heading: readonly string[]
  /** The separator of a text file; undefined for a workbook, whose numbers need no decimal mark. */
  separator: string | undefined
  rows(): AsyncIterable<TableRow>
}

export type TableOptions = {
  /** Lines before the heading. */
  skipLines?: number
  /** Name of the worksheet; the first one when absent. */
  sheet?: string
  /** A label of the WHATWG Encoding Standard, such as `windows-1252` or `gb18030`; UTF-8 when absent. */
  encoding?: string
}

/** Where a cell is: file, line or row, column counted from 1, and the column's heading. */
export const whereIs = (table: Table, row: number, column?: number): string => {
  if (column === undefined) return `${table.file}, ${table.rowWord} ${row}`
  const heading = table.heading[column]
  return `${table.file}, ${table.rowWord} ${row}, column ${column + 1}${heading ? ` (${heading})` : ''}`
}

export const textOf = (cell: Cell | undefined): string => (cell === undefined ? '' : typeof cell === 'number' ? String(cell) : cell.trim())
