import type { BankDayForm, BankEntry, BankStatement } from '@nightflow/schemas/billing/bank-statement'
import { billMinorMax } from '@nightflow/schemas/billing/ledger'
import { type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import { unitsOf } from '../shared/units-of-money.ts'

/** Where a file is wrong: the line, and the entry where it is one. */
export type FilePlace = { line: number; entry?: number | undefined }

const shownMax = 40

/** A field that cannot be read, with its name in the file. */
export const wrongField = ({ line, entry }: FilePlace, field: string, value: string): Rejection =>
  rejected('bank-field-wrong', { line, entry: entry ?? 0, field, value: oneLine(value, shownMax) })

/** An amount without a sign, such as `1234.5`, in hundredths; undefined for anything else. More than two decimals must be zeros. */
export const minorOf = (written: string, decimalMark: '.' | ','): number | undefined => {
  const [, units, decimals = ''] =
    (decimalMark === '.' ? /^(\d{1,12})(?:\.(\d{0,5}))?$/ : /^(\d{1,12})(?:,(\d{0,5}))?$/).exec(written) ?? []
  if (units === undefined || /[1-9]/.test(decimals.slice(2))) return undefined
  const minor = Number(units) * 100 + Number(decimals.slice(0, 2).padEnd(2, '0'))
  return minor <= billMinorMax ? minor : undefined
}

/** A day as `YYYY-MM-DD`; undefined where the text is no day of the calendar. */
export const dayIn = (written: string, form: BankDayForm): string | undefined => {
  const [one, two, three] = written.split(/[-./]/)
  if (one === undefined || two === undefined || three === undefined) return undefined
  const [year, month, day] = form === 'YYYY-MM-DD' ? [one, two, three] : form === 'MM/DD/YYYY' ? [three, one, two] : [three, two, one]
  return calendarDay(year, month, day)
}

/** The same of its parts. */
export const calendarDay = (year: string, month: string, day: string): string | undefined => {
  if (!/^(19|20|21)\d\d$/.test(year) || !/^\d{1,2}$/.test(month) || !/^\d{1,2}$/.test(day)) return undefined
  const written = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const at = new Date(`${written}T00:00:00Z`)
  return Number.isNaN(at.getTime()) || at.toISOString().slice(0, 10) !== written ? undefined : written
}

/** A text of a bank in one line, without what cannot be stored, cut to its bound. */
export const oneLine = (written: string, max: number): string => {
  const line = written
    .normalize('NFC')
    .replaceAll(/[\p{C}\s]+/gu, ' ')
    .trim()
  // A cut in the middle of a character beyond the basic plane would leave half of it.
  return line
    .slice(0, max)
    .replace(/[\uD800-\uDBFF]$/u, '')
    .trim()
}

type Raw = Omit<BankEntry, 'counterpartyAccount'> & { counterpartyAccount: string }

/** An entry with its texts bounded, and of the other party's account the last four characters. */
export const entryOf = ({ bankId, reference, remittance, counterpartyName, counterpartyAccount, ...entry }: Raw): BankEntry => ({
  ...entry,
  bankId: oneLine(bankId, 64),
  reference: oneLine(reference, 64),
  remittance: oneLine(remittance, 500),
  counterpartyName: oneLine(counterpartyName, 140),
  counterpartyAccount: maskedAccount(counterpartyAccount),
})

const maskedAccount = (account: string): string => {
  const digits = account.replaceAll(/[^0-9A-Za-z]/g, '')
  return digits.length > 4 ? `••••${digits.slice(-4)}` : ''
}

/** A statement whose opening balance and entries do not add up to its closing balance is not taken: something of it is missing. */
export const refuseUnbalanced = ({ statementNo, openingMinor, closingMinor, entries }: BankStatement): Rejection | undefined => {
  if (openingMinor === null || closingMinor === null) return undefined
  const entriesMinor = entries.reduce((sum, { amountMinor }) => sum + amountMinor, 0)
  const differenceMinor = closingMinor - openingMinor - entriesMinor
  if (differenceMinor === 0) return undefined
  const [opening, sum, closing, difference] = [openingMinor, entriesMinor, closingMinor, differenceMinor].map(unitsOf) as Four
  return rejected('bank-statement-unbalanced', { statement: statementNo, opening, entries: sum, closing, difference })
}

type Four = [string, string, string, string]

/** First and last booking day of entries; `otherwise` where there is none. */
export const daysOf = (entries: readonly BankEntry[], otherwise: string): { from: string; to: string } => {
  const days = entries.map(({ bookingDay }) => bookingDay).toSorted()
  return { from: days[0] ?? otherwise, to: days.at(-1) ?? otherwise }
}
