import { utils, write } from '@e965/xlsx'

type Row = Record<string, unknown>

const spreadsheetMediaType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Rows as a workbook of one sheet, heads from the fields. What begins like a formula stays text: a spreadsheet must not compute what people typed. */
export const spreadsheetOf = async (rows: readonly Row[]): Promise<{ mediaType: string; bytes: Buffer }> => {
  const heads = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const sheet = utils.aoa_to_sheet([heads, ...rows.map((row) => heads.map((head) => cellOf(row[head])))])
  const book = utils.book_new()
  utils.book_append_sheet(book, sheet, 'Sheet1')
  return { mediaType: spreadsheetMediaType, bytes: write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer }
}

const cellOf = (value: unknown): string | number | boolean | null => {
  if (value === undefined || value === null) return null
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : JSON.stringify(value)
}
