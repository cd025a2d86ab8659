import type { BankCsv, BankStatement } from '@nightflow/schemas/billing/bank-statement'
import { isRejection, type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import { readBankCsv } from './read-bank-csv.ts'
import { readCamt } from './read-camt.ts'
import { readMt940 } from './read-mt940.ts'

/** Encodings that an XML file may declare; each is decoded as WHATWG defines it, which reads ISO-8859-1 as its superset windows-1252. */
const declarable = /^(utf-8|us-ascii|iso-8859-1|iso-8859-15|windows-1252)$/i

export type BankFile = {
  bytes: Uint8Array /** How a CSV file is read; without it the file is none. */
  csv: BankCsv | undefined
  currency: string
}

/**
 * The statements of a bank's file: CAMT.053, MT940, or CSV where `csv` says how to read it. The kind is seen in the content, never in the name. A file
 * that is broken, unbalanced or in another currency is refused as a whole, with the line and the entry.
 */
export const readBankFile = ({ bytes, csv, currency }: BankFile): BankStatement[] | Rejection => {
  const text = textOf(bytes)
  if (isRejection(text)) return text
  const start = text.slice(0, 4_096).trimStart()
  if (start.startsWith('<')) return readCamt(text, currency)
  if (/^(?:.*\{4:)?\s*:20:/m.test(start)) return readMt940(text, currency)
  if (!csv) return rejected('bank-file-unknown')
  const statement = readBankCsv(text, csv, currency)
  return isRejection(statement) ? statement : [statement]
}

/**
 * UTF-8, or the encoding that XML declares. A file without a declaration that is not UTF-8 is read as windows-1252, the superset of Latin-1 that older
 * exports are in. Controls are in no such file: bytes of a spreadsheet, a picture or UTF-16 are refused here.
 */
const textOf = (bytes: Uint8Array): string | Rejection => {
  const first = new TextDecoder('latin1').decode(bytes.subarray(0, 200))
  const declared = /^(?:\xEF\xBB\xBF)?\s*<\?xml[^>]*encoding\s*=\s*["']([\w.-]+)["']/.exec(first)?.[1]
  if (declared !== undefined && !declarable.test(declared)) return rejected('bank-file-encoding', { line: 1 })
  const isUtf8 = declared === undefined || /^utf-8$/i.test(declared)
  const text = isUtf8 ? utf8Of(bytes) : new TextDecoder(declared).decode(bytes)
  if (text === undefined && (declared !== undefined || first.trimStart().startsWith('<')))
    return rejected('bank-file-encoding', { line: lineOfWrongByte(bytes) })
  const read = text ?? new TextDecoder('windows-1252').decode(bytes)
  const control = read.search(/[^\P{Cc}\t\r\n]/u)
  return control < 0 ? read : rejected('bank-file-encoding', { line: read.slice(0, control).split('\n').length })
}

const utf8Of = (bytes: Uint8Array): string | undefined => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** A replaced character is where the first wrong byte was. */
const lineOfWrongByte = (bytes: Uint8Array): number => {
  const lenient = new TextDecoder('utf-8').decode(bytes)
  return lenient.slice(0, Math.max(0, lenient.indexOf('\uFFFD'))).split('\n').length
}
