import { type BankEntry, type BankStatement, bankEntriesMax, bankStatementsMax } from '@nightflow/schemas/billing/bank-statement'
import { isRejection, type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import { calendarDay, daysOf, entryOf, minorOf, oneLine, refuseUnbalanced, wrongField } from './bank-fields.ts'

type Field = { tag: string; value: string; line: number }

/** Statements of a file of SWIFT messages MT940, with or without their blocks. */
export const readMt940 = (text: string, currency: string): BankStatement[] | Rejection => {
  const fields = fieldsOf(text)
  const messages: Field[][] = []
  for (const field of fields) {
    if (field.tag === '20') messages.push([])
    messages.at(-1)?.push(field)
  }
  if (messages.length > bankStatementsMax) return rejected('bank-entries-many', { max: bankStatementsMax })
  const statements: BankStatement[] = []
  let entries = 0
  for (const message of messages) {
    const statement = statementOf(message, currency, entries)
    if (isRejection(statement)) return statement
    statements.push(statement)
    entries += statement.entries.length
    if (entries > bankEntriesMax) return rejected('bank-entries-many', { max: bankEntriesMax })
  }
  return statements
}

/** Fields with the lines that continue them. Lines of the envelope (`{1:…`, `-}`) end a field. */
const fieldsOf = (text: string): Field[] => {
  const fields: Field[] = []
  let isOpen = false
  for (const [index, written] of text.split(/\r\n|\n|\r/).entries()) {
    const [, tag, value] = /^:(\d\d[A-Z]?):(.*)$/.exec(written.replace(/^.*\{4:/, '')) ?? []
    if (tag !== undefined) {
      fields.push({ tag, value: value!, line: index + 1 })
      isOpen = true
    } else if (/^(-|\{|-\})/.test(written)) isOpen = false
    else if (isOpen) fields.at(-1)!.value += `\n${written}`
  }
  return fields
}

const statementOf = (message: readonly Field[], currency: string, before: number): BankStatement | Rejection => {
  const field = (...tags: string[]): Field | undefined => message.find(({ tag }) => tags.includes(tag))
  const line = message[0]!.line
  const account = field('25', '25P')
  const opening = field('60F', '60M')
  const closing = field('62F', '62M')
  if (!account || account.value.trim() === '') return wrongField({ line }, ':25:', '')
  if (!opening) return wrongField({ line }, ':60F:', '')
  if (!closing) return wrongField({ line }, ':62F:', '')
  const openingBalance = balanceOf(opening, currency)
  if (isRejection(openingBalance)) return openingBalance
  const closingBalance = balanceOf(closing, currency)
  if (isRejection(closingBalance)) return closingBalance
  const entries: BankEntry[] = []
  for (const [nth, each] of message.entries()) {
    if (each.tag !== '61') continue
    const next = message[nth + 1]
    const entry = entryIn(each, next?.tag === '86' ? next.value : '', before + entries.length + 1)
    if (isRejection(entry)) return entry
    entries.push(entry)
    if (entries.length > bankEntriesMax) return rejected('bank-entries-many', { max: bankEntriesMax })
  }
  const statement: BankStatement = {
    isNumbered: true,
    bankAccount: oneLine(account.value.split('\n')[0]!, 34),
    statementNo: oneLine(field('28C', '28')?.value ?? message[0]!.value, 64),
    ...daysOf(entries, closingBalance.day),
    ...{ openingMinor: openingBalance.minor, closingMinor: closingBalance.minor, entries, pending: 0 },
  }
  return refuseUnbalanced(statement) ?? statement
}

/** `C260131EUR1234,56`: direction, day, currency, amount. */
const balanceOf = ({ tag, value, line }: Field, currency: string): { minor: number; day: string } | Rejection => {
  const [, direction, written, stated, amount] = /^([CD])(\d{6})([A-Z]{3})(\d+,\d*)\s*$/.exec(value) ?? []
  const day = written === undefined ? undefined : dayOfYear(written)
  const minor = amount === undefined ? undefined : minorOf(amount, ',')
  if (day === undefined || minor === undefined) return wrongField({ line }, `:${tag}:`, value)
  if (stated !== currency) return rejected('bank-currency-other', { line, entry: 0, currency: stated!, expected: currency })
  return { minor: direction === 'C' ? minor : 0 - minor, day }
}

/** `YYMMDD`. Years of two digits are of this century: the format is read for statements of today. */
const dayOfYear = (written: string): string | undefined => calendarDay(`20${written.slice(0, 2)}`, written.slice(2, 4), written.slice(4, 6))

/**
 * `2601310131C75,00NTRFKREF//B123`: value day, booking day, direction, amount, type, reference of the customer, reference of the bank. `RC` takes
 * back money that came, `RD` money that went.
 */
const statementLine =
  /^(\d{6})(\d{4})?(R?[CD])([A-Z])?(\d{1,12},\d{0,5})([NSF][A-Z0-9]{3})([^\n/]{0,34}(?:\/(?!\/)[^\n/]*)*)(?:\/\/([^\n]{0,34}))?/

const entryIn = ({ value, line }: Field, information: string, nth: number): BankEntry | Rejection => {
  const [, written, monthAndDay, direction, , amount, , customer = '', bank = ''] = statementLine.exec(value) ?? []
  const place = { line, entry: nth }
  if (written === undefined || amount === undefined) return wrongField(place, ':61:', value)
  const valueDay = dayOfYear(written)
  const minor = minorOf(amount, ',')
  if (valueDay === undefined || minor === undefined) return wrongField(place, ':61:', value)
  const bookingDay = monthAndDay === undefined ? valueDay : bookingDayNear(valueDay, monthAndDay)
  if (bookingDay === undefined) return wrongField(place, ':61:', value)
  const came = direction === 'C' || direction === 'RD'
  const { reference, remittance, name, account } = informationOf(information)
  const stated = customer.trim()
  return entryOf({
    ...{ bookingDay, valueDay, amountMinor: came ? minor : 0 - minor, bankId: bank.trim() },
    reference: reference || (/^NONREF$/i.test(stated) ? '' : stated),
    ...{ remittance, counterpartyName: name, counterpartyAccount: account },
  })
}

/** The booking day has no year: it is the day nearest to the value day. */
const bookingDayNear = (valueDay: string, monthAndDay: string): string | undefined => {
  const year = Number(valueDay.slice(0, 4))
  const distance = (day: string): number => Math.abs(Date.parse(day) - Date.parse(valueDay))
  return [year - 1, year, year + 1]
    .flatMap((each) => calendarDay(String(each), monthAndDay.slice(0, 2), monthAndDay.slice(2)) ?? [])
    .toSorted((one, other) => distance(one) - distance(other))[0]
}

type Information = { reference: string; remittance: string; name: string; account: string }

/** Field 86: subfields `?20`…`?63` as German and Austrian banks write them, `/CODE/` as others do, or plain text. */
const informationOf = (written: string): Information => {
  const joined = written.replaceAll('\n', '')
  if (/^\d{3}\?/.test(joined)) return subfieldsOf(joined)
  const coded = (code: string): string => new RegExp(`/${code}/([^/]*)`).exec(joined)?.[1]?.trim() ?? ''
  if (/\/(REMI|EREF|NAME|IBAN)\//.test(joined))
    return {
      ...{ reference: withoutNone(coded('EREF')), name: coded('NAME'), account: coded('IBAN') },
      remittance: coded('REMI') || joined,
    }
  return { reference: '', remittance: written.replaceAll('\n', ' '), name: '', account: '' }
}

const withoutNone = (reference: string): string => (reference === 'NOTPROVIDED' ? '' : reference)
const remittanceKeys = [...Array(10).keys()].flatMap((digit) => [`2${digit}`]).concat(['60', '61', '62', '63'])

const subfieldsOf = (joined: string): Information => {
  const parts = new Map(
    joined
      .split('?')
      .slice(1)
      .map((part) => [part.slice(0, 2), part.slice(2)]),
  )
  const text = remittanceKeys.map((key) => parts.get(key) ?? '').join('')
  const tagged = (tag: string): string | undefined =>
    new RegExp(`${tag}\\+(.*?)(?=(?:EREF|KREF|MREF|CRED|DEBT|SVWZ|ABWA|ABWE|IBAN|BIC)\\+|$)`).exec(text)?.[1]?.trim()
  return {
    reference: withoutNone(tagged('EREF') ?? ''),
    remittance: tagged('SVWZ') ?? text,
    name: `${parts.get('32') ?? ''}${parts.get('33') ?? ''}`,
    account: parts.get('31') ?? '',
  }
}
