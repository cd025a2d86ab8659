import { startsFormula } from '@nightflow/schemas/shared/starts-formula'
import { type Column, textOfValue } from '../resource/row-columns.ts'

type Rows = readonly Readonly<Record<string, unknown>>[]

const lineEnd = '\r\n'

/** Comma-separated values by RFC 4180: header first, null as an empty field, numbers with a point. */
export async function* writeCsv(columns: readonly Column[], pages: AsyncIterable<Rows>): AsyncGenerator<string> {
  yield columns.map(({ name }) => name).join(',') + lineEnd
  for await (const rows of pages) {
    if (rows.length > 0) yield rows.map((row) => columns.map((column) => fieldOf(row[column.name], column)).join(',') + lineEnd).join('')
  }
}

const fieldOf = (value: unknown, { kind }: Column): string => {
  if (value === null || value === undefined) return ''
  if (kind === 'number' || kind === 'boolean') return String(value)
  const text = textOfValue(value, kind)
  // The apostrophe marks it as text. Numbers keep their minus.
  const harmless = startsFormula(text) ? `'${text}` : text
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
