import { type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import type { ReportedLine } from './reconcile-day.ts'

const linesMax = 100_000
const paidWords = ['paid', 'success', 'successful', 'succeeded', 'completed']

/**
 * A report as CSV: the first line has the heads `reference`, `platformReference`, `currency`, `amount` (in units) and `status`, in any order. Lines that are
 * not paid are left out. Refused with the number of the first line that cannot be read.
 */
export const readReport = (text: string): ReportedLine[] | Rejection => {
  const [first = '', ...rest] = text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/)
  const heads = cellsOf(first).map((head) => head.toLowerCase())
  const places = ['reference', 'platformreference', 'currency', 'amount', 'status'].map((head) => heads.indexOf(head))
  if (places.includes(-1) || rest.length > linesMax) return rejected('report-unreadable', { line: 1 })
  const lines: ReportedLine[] = []
  for (const [index, written] of rest.entries()) {
    if (written.trim() === '') continue
    const cells = cellsOf(written)
    const [reference = '', platformReference = '', currency = '', amount = '', status = ''] = places.map((place) => cells[place] ?? '')
    const amountMinor = minorOf(amount)
    if (amountMinor === undefined || platformReference === '' || platformReference.length > 255 || !/^[A-Za-z]{3}$/.test(currency))
      return rejected('report-unreadable', { line: index + 2 })
    if (!paidWords.includes(status.toLowerCase()) || amountMinor === 0) continue
    lines.push({
      platformReference,
      reference: reference === '' ? null : reference.slice(0, 64),
      currency: currency.toUpperCase(),
      amountMinor,
    })
  }
  return lines
}

/** Cells between commas; in quotes a cell may have commas, and a quote is written twice. */
const cellsOf = (line: string): string[] =>
  [...`,${line}`.matchAll(/,(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, plain = '']) =>
    (quoted === undefined ? plain : quoted.replaceAll('""', '"')).replaceAll(/[\p{C}\s]+/gu, ' ').trim(),
  )

const minorOf = (written: string): number | undefined => {
  const [, units, decimals = ''] = /^(\d{1,10})(?:\.(\d{1,2}))?$/.exec(written) ?? []
  return units === undefined ? undefined : Number(units) * 100 + Number(decimals.padEnd(2, '0'))
}
