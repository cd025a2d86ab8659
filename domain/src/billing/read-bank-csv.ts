import { type BankCsv, type BankEntry, type BankStatement, bankEntriesMax } from '@nightflow/schemas/billing/bank-statement'
import { hundredths } from '@nightflow/schemas/billing/money'
import { isRejection, type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import { dayIn, daysOf, entryOf, minorOf, oneLine, refuseUnbalanced, wrongField } from './bank-fields.ts'

type Row = { line: number; cells: string[] }

/** The one statement of a CSV file, whose columns and marks a person has named. */
export const readBankCsv = (text: string, csv: BankCsv, currency: string): BankStatement | Rejection => {
  const rows = rowsOf(text, csv.delimiter === 'tab' ? '\t' : csv.delimiter)
  if (isRejection(rows)) return rows
  const [head, ...others] = rows
  if (!head) return rejected('bank-file-unknown')
  const heads = head.cells.map((cell) => cell.trim().toLowerCase())
  const columnOf = (name: string): number => (name === '' ? -1 : heads.indexOf(name.toLowerCase()))
  for (const needed of [csv.bookingDay, csv.amount]) if (columnOf(needed) < 0) return rejected('bank-column-missing', { column: needed })
  if (others.length > bankEntriesMax) return rejected('bank-entries-many', { max: bankEntriesMax })
  const entries: BankEntry[] = []
  for (const row of others) {
    const cell = (name: string): string => row.cells[columnOf(name)]?.trim() ?? ''
    const entry = entryIn(cell, csv, { currency, line: row.line, entry: entries.length + 1 })
    if (isRejection(entry)) return entry
    entries.push(entry)
  }
  const { from, to } = daysOf(entries, '')
  if (entries.length === 0) return rejected('bank-file-unknown')
  const [openingMinor, closingMinor] = [csv.openingBalance, csv.closingBalance].map((units) =>
    units === null ? null : hundredths(units),
  ) as [number | null, number | null]
  const statement = {
    isNumbered: false,
    pending: 0,
    bankAccount: oneLine(csv.bankAccount, 34),
    statementNo: `${from} – ${to}`,
    from,
    to,
    openingMinor,
    closingMinor,
    entries,
  }
  return refuseUnbalanced(statement) ?? statement
}

type Place = { currency: string; line: number; entry: number }

const entryIn = (cell: (name: string) => string, csv: BankCsv, { currency, ...place }: Place): BankEntry | Rejection => {
  const bookingDay = dayIn(cell(csv.bookingDay), csv.dayForm)
  if (bookingDay === undefined) return wrongField(place, csv.bookingDay, cell(csv.bookingDay))
  const valueDay = cell(csv.valueDay) === '' ? bookingDay : dayIn(cell(csv.valueDay), csv.dayForm)
  if (valueDay === undefined) return wrongField(place, csv.valueDay, cell(csv.valueDay))
  const stated = cell(csv.currency).toUpperCase()
  if (stated !== '' && stated !== currency)
    return rejected('bank-currency-other', { ...place, currency: oneLine(stated, 8), expected: currency })
  const amountMinor = signedMinor(cell(csv.amount), csv.decimalMark)
  if (amountMinor === undefined) return wrongField(place, csv.amount, cell(csv.amount))
  return entryOf({
    ...{ bookingDay, valueDay, amountMinor, bankId: cell(csv.bankId), reference: cell(csv.reference) },
    ...{ remittance: cell(csv.remittance), counterpartyName: cell(csv.counterpartyName) },
    counterpartyAccount: cell(csv.counterpartyAccount),
  })
}

/** The other mark and blanks group thousands: they are between groups of three digits, or the amount is wrong. */
const signedMinor = (written: string, mark: '.' | ','): number | undefined => {
  const [, sign, amount] = /^([+\-−]?)\s*(.*)$/.exec(written) ?? []
  if (amount === undefined) return undefined
  const group = mark === '.' ? ',' : '\\.'
  const isGrouped = new RegExp(`^\\d{1,3}(?:[${group}\\s'’]\\d{3})+(?:\\${mark}\\d*)?$`).test(amount)
  const minor = minorOf(isGrouped ? amount.replaceAll(new RegExp(`[${group}\\s'’]`, 'g'), '') : amount, mark)
  return minor === undefined ? undefined : sign === '-' || sign === '−' ? 0 - minor : minor
}

/** Rows by RFC 4180: a cell in quotes may hold delimiters, line breaks, and quotes that are doubled. Empty lines are left out. */
const rowsOf = (text: string, delimiter: string): Row[] | Rejection => {
  const rows: Row[] = []
  let line = 1
  let row: Row = { line, cells: [] }
  let cell = ''
  let quotedSince = 0
  const endRow = (): void => {
    row.cells.push(cell)
    if (row.cells.some((each) => each.trim() !== '')) rows.push(row)
    cell = ''
  }
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at]!
    if (sign === '\n') line += 1
    if (quotedSince > 0) {
      if (sign !== '"') cell += sign
      else if (text[at + 1] === '"') {
        cell += '"'
        at += 1
      } else quotedSince = 0
    } else if (sign === '"' && cell.trim() === '') {
      cell = ''
      quotedSince = line
    } else if (sign === delimiter) {
      row.cells.push(cell)
      cell = ''
    } else if (sign === '\n') {
      endRow()
      row = { line, cells: [] }
    } else if (sign !== '\r') cell += sign
  }
  // The quotes of this line are never closed.
  if (quotedSince > 0) return rejected('bank-file-broken', { line: quotedSince })
  endRow()
  return rows
}
