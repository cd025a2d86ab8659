import { startsFormula } from '@nightflow/schemas/shared/starts-formula'

export type CsvColumn<Row> = { head: string; value: (row: Row) => string | number | null }

const quote = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/** A spreadsheet runs text that starts like a formula; a leading apostrophe makes it text again. Numbers stay numbers. */
const cell = (value: string | number | null): string => {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  return quote(startsFormula(value) ? `'${value}` : value)
}

/** Rows as CSV (RFC 4180, UTF-8 with byte order mark so that spreadsheets read accents and Chinese). Unknown is an empty cell. */
export function csvOf<Row>(columns: readonly CsvColumn<Row>[], rows: readonly Row[]): string {
  const lines = [columns.map((column) => quote(column.head)).join(',')]
  for (const row of rows) lines.push(columns.map((column) => cell(column.value(row))).join(','))
  return `\uFEFF${lines.join('\r\n')}\r\n`
}
