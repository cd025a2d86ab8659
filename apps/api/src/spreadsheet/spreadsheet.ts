import { spreadsheetMediaType } from '@nightflow/schemas/shared/import'
import type { Wording } from '@nightflow/schemas/shared/lists'
import { valueIn } from '@nightflow/schemas/shared/object-of'

/**
 * Rows as a workbook of one sheet, and perhaps one more behind it. Heads and words are the reader's where they are given, the fields' own
 * otherwise. A text that begins like a formula stays a text: a spreadsheet must not compute what people typed.
 */
export const spreadsheetOf = async (
  rows: readonly object[],
  wording: Wording = {},
  beside?: Wording & { name: string; rows: readonly object[] },
): Promise<{ mediaType: string; bytes: Buffer }> => {
  // Loaded by the first workbook, so that no start waits for it.
  const { utils, write } = await import('@e965/xlsx')
  const sheetOf = (...sheet: Parameters<typeof cellsOf>) => utils.aoa_to_sheet(cellsOf(...sheet))
  const book = utils.book_new()
  utils.book_append_sheet(book, sheetOf(rows, wording), 'Sheet1')
  if (beside) utils.book_append_sheet(book, sheetOf(beside.rows, beside), beside.name)
  return { mediaType: spreadsheetMediaType, bytes: write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer }
}

/** The word for a value; a value that no word is for stays as it is, also where every object has a field of its name. */
export const wordOf = (words: Readonly<Record<string, string>> | undefined, value: unknown): unknown =>
  words && Object.hasOwn(words, String(value)) ? words[String(value)] : value

const cellsOf = (rows: readonly object[], { heads, words = {} }: Wording) => {
  const fields = heads ? Object.keys(heads) : [...new Set(rows.flatMap((row) => Object.keys(row)))]
  return [
    fields.map((field) => heads?.[field] ?? field),
    ...rows.map((row) => fields.map((field) => cellOf(wordOf(words[field], valueIn(row, field))))),
  ]
}

const cellOf = (value: unknown): string | number | boolean | null => {
  if (value === undefined || value === null) return null
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : JSON.stringify(value)
}
