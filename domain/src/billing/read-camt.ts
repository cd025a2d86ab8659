import { type BankEntry, type BankStatement, bankEntriesMax, bankStatementsMax } from '@nightflow/schemas/billing/bank-statement'
import { isRejection, type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { dayIn, daysOf, entryOf, minorOf, oneLine, refuseUnbalanced, wrongField } from './bank-fields.ts'

type Node = { readonly [name: string]: unknown }

const nothing: Node = {}
const lists = ['Stmt', 'Bal', 'Ntry', 'NtryDtls', 'TxDtls', 'Ustrd', 'Strd']

// Entities are not expanded: a file that declares its own is refused, and the five of XML are read below.
const parser = new XMLParser({
  ...{ ignoreAttributes: false, attributeNamePrefix: '@', textNodeName: '#text', removeNSPrefix: true },
  ...{ parseTagValue: false, parseAttributeValue: false, processEntities: false, trimValues: true },
  isArray: (name) => lists.includes(name),
})

/** Limits of an XML file: several times the largest statement that is accepted. Larger files are not parsed, because the parser is slow. */
const xmlMax = { elements: 400_000, attributes: 60_000 }

/** Statements of an ISO 20022 message camt.053, of any of its versions. */
export const readCamt = (xml: string, currency: string): BankStatement[] | Rejection => {
  const declared = /<!(DOCTYPE|ENTITY)/i.exec(xml)
  if (declared) return rejected('bank-file-broken', { line: lineAt(xml, declared.index) })
  const tooDetailed = refuseTooDetailed(xml)
  if (tooDetailed) return tooDetailed
  const valid = XMLValidator.validate(xml)
  if (valid !== true) return rejected('bank-file-broken', { line: valid.err.line })
  const entity = undefinedEntityIn(xml)
  if (entity) return rejected('bank-entity-undefined', { line: lineAt(xml, entity.index), entity: oneLine(entity.name, 40) })
  const parsed = parsedOf(xml)
  if (parsed === undefined) return rejected('bank-file-broken', { line: 1 })
  const statements = nodesIn(nodeIn(nodeIn(parsed, 'Document'), 'BkToCstmrStmt'), 'Stmt')
  if (statements.length === 0) return rejected('bank-file-unknown')
  if (statements.length > bankStatementsMax) return rejected('bank-entries-many', { max: bankStatementsMax })
  const reading: Reading = { xml, currency, entries: 0 }
  const read: BankStatement[] = []
  for (const node of statements) {
    const statement = statementOf(node, reading)
    if (isRejection(statement)) return statement
    read.push(statement)
  }
  return read
}

/** Undefined where elements are nested too deeply: the parser throws. */
const parsedOf = (xml: string): Node | undefined => {
  try {
    return parser.parse(xml) as Node
  } catch {
    return undefined
  }
}

/** Counts what the parser would make objects of: beginnings of elements, and values in quotes behind an equals sign. */
const refuseTooDetailed = (xml: string): Rejection | undefined => {
  const counted = { elements: 0, attributes: 0 }
  for (const [found] of xml.matchAll(/<(?=[^!?/])|=\s{0,20}["']/g)) {
    const what = found === '<' ? 'elements' : 'attributes'
    counted[what] += 1
    if (counted[what] > xmlMax[what]) return rejected('bank-file-too-detailed', { max: xmlMax[what] })
  }
  return undefined
}

type Reading = { xml: string; currency: string /** Entries so far. */; entries: number }

const statementOf = (node: Node, reading: Reading): BankStatement | Rejection => {
  const account = nodeIn(nodeIn(node, 'Acct'), 'Id')
  const bankAccount = oneLine(textIn(account, 'IBAN') || textIn(nodeIn(account, 'Othr'), 'Id'), 34)
  const statementNo = oneLine(textIn(node, 'Id') || textIn(node, 'ElctrncSeqNb'), 64)
  if (bankAccount === '') return wrongField({ line: 1 }, 'Acct', '')
  const openingMinor = balanceOf(node, ['OPBD', 'PRCD'], reading)
  if (isRejection(openingMinor)) return openingMinor
  const closingMinor = balanceOf(node, ['CLBD'], reading)
  if (isRejection(closingMinor)) return closingMinor
  const entries: BankEntry[] = []
  let pending = 0
  for (const entry of nodesIn(node, 'Ntry')) {
    reading.entries += 1
    if (reading.entries > bankEntriesMax) return rejected('bank-entries-many', { max: bankEntriesMax })
    if (!isBooked(entry)) {
      pending += 1
      continue
    }
    const read = entriesOf(entry, reading)
    if (isRejection(read)) return read
    entries.push(...read)
    if (entries.length > bankEntriesMax) return rejected('bank-entries-many', { max: bankEntriesMax })
  }
  const day = textIn(node, 'CreDtTm').slice(0, 10)
  const statement = { bankAccount, statementNo, isNumbered: true, ...daysOf(entries, day), openingMinor, closingMinor, entries, pending }
  return refuseUnbalanced(statement) ?? statement
}

/** Booked unless it says otherwise; the state is a code since version 8. */
const isBooked = (entry: Node): boolean => {
  const state = textIn(nodeIn(entry, 'Sts'), 'Cd') || textIn(entry, 'Sts')
  return state === '' || state === 'BOOK'
}

const balanceOf = (statement: Node, codes: readonly string[], reading: Reading): number | Rejection => {
  const balances = nodesIn(statement, 'Bal')
  const codeOf = (balance: Node): string => textIn(nodeIn(nodeIn(balance, 'Tp'), 'CdOrPrtry'), 'Cd')
  const balance = codes.map((code) => balances.find((each) => codeOf(each) === code)).find((each) => each !== undefined)
  if (!balance) return wrongField({ line: 1 }, `Bal ${codes[0]}`, '')
  return amountOf(balance, reading, `Bal ${codes[0]}`)
}

/** The signed amount of a node. A statement in another currency is refused: amounts of the ledger are of one currency. */
const amountOf = (node: Node, reading: Reading, field: string, isEntry = false): number | Rejection => {
  const stated = attributeIn(node, 'Amt', 'Ccy')
  if (stated !== '' && stated !== reading.currency)
    return rejected('bank-currency-other', { ...placeOf(reading, isEntry), currency: oneLine(stated, 8), expected: reading.currency })
  const minor = minorOf(textIn(node, 'Amt'), '.')
  const direction = textIn(node, 'CdtDbtInd')
  if (minor === undefined) return wrongField(placeOf(reading, isEntry), field, textIn(node, 'Amt'))
  if (direction !== 'CRDT' && direction !== 'DBIT') return wrongField(placeOf(reading, isEntry), 'CdtDbtInd', direction)
  return direction === 'CRDT' ? minor : 0 - minor
}

/** An entry, or each of the transactions that the bank booked as one where their amounts are known and add up to it. */
const entriesOf = (entry: Node, reading: Reading): BankEntry[] | Rejection => {
  const amountMinor = amountOf(entry, reading, 'Amt', true)
  if (isRejection(amountMinor)) return amountMinor
  const bookingDay = dayOf(entry, 'BookgDt')
  if (bookingDay === undefined) return wrongField(placeOf(reading, true), 'BookgDt', dayTextOf(entry, 'BookgDt'))
  const valueDay = dayTextOf(entry, 'ValDt') === '' ? bookingDay : dayOf(entry, 'ValDt')
  if (valueDay === undefined) return wrongField(placeOf(reading, true), 'ValDt', dayTextOf(entry, 'ValDt'))
  const details = nodesIn(entry, 'NtryDtls').flatMap((node) => nodesIn(node, 'TxDtls'))
  const days = { bookingDay, valueDay }
  const bankId = textIn(entry, 'AcctSvcrRef') || textIn(entry, 'NtryRef')
  const amounts = details.map((detail) => detailMinor(detail))
  const isDivided = details.length > 1 && amounts.reduce<number>((sum, minor) => sum + (minor ?? Number.NaN), 0) === Math.abs(amountMinor)
  if (!isDivided) return [partOf((details.length === 1 && details[0]) || nothing, entry, { ...days, amountMinor, bankId })]
  const sign = Math.sign(amountMinor)
  return details.map((detail, nth) =>
    partOf(detail, entry, { ...days, amountMinor: sign * amounts[nth]!, bankId: textIn(nodeIn(detail, 'Refs'), 'AcctSvcrRef') || bankId }),
  )
}

const detailMinor = (detail: Node): number | undefined => {
  const own = textIn(detail, 'Amt') || textIn(nodeIn(nodeIn(detail, 'AmtDtls'), 'TxAmt'), 'Amt')
  return minorOf(own, '.')
}

const partOf = (detail: Node, entry: Node, known: Pick<BankEntry, 'bookingDay' | 'valueDay' | 'amountMinor' | 'bankId'>): BankEntry => {
  const remittance = nodeIn(detail, 'RmtInf')
  const structured = nodesIn(remittance, 'Strd')
    .map((each) => textIn(nodeIn(each, 'CdtrRefInf'), 'Ref'))
    .find((ref) => ref !== '')
  const endToEnd = textIn(nodeIn(detail, 'Refs'), 'EndToEndId')
  const free = (remittance.Ustrd as unknown[] | undefined)?.map(textOf).join(' ')
  // The other party of money that came is the debtor.
  const [party, account] = known.amountMinor >= 0 ? ['Dbtr', 'DbtrAcct'] : ['Cdtr', 'CdtrAcct']
  const parties = nodeIn(detail, 'RltdPties')
  const other = nodeIn(parties, party)
  const accountId = nodeIn(nodeIn(parties, account), 'Id')
  return entryOf({
    ...known,
    reference: structured ?? (endToEnd === 'NOTPROVIDED' ? '' : endToEnd),
    remittance: free || textIn(detail, 'AddtlTxInf') || textIn(entry, 'AddtlNtryInf'),
    counterpartyName: textIn(other, 'Nm') || textIn(nodeIn(other, 'Pty'), 'Nm'),
    counterpartyAccount: textIn(accountId, 'IBAN') || textIn(nodeIn(accountId, 'Othr'), 'Id'),
  })
}

const dayTextOf = (node: Node, name: string): string => {
  const day = nodeIn(node, name)
  return textIn(day, 'Dt') || textIn(day, 'DtTm')
}
const dayOf = (node: Node, name: string): string | undefined => dayIn(dayTextOf(node, name).slice(0, 10), 'YYYY-MM-DD')

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value)
const nodeIn = (node: Node, name: string): Node => (isNode(node[name]) ? node[name] : {})
const nodesIn = (node: Node, name: string): Node[] => (Array.isArray(node[name]) ? node[name].filter(isNode) : [])

const textIn = (node: Node, name: string): string => textOf(node[name])
function textOf(value: unknown): string {
  if (typeof value === 'string') return decoded(value)
  return isNode(value) && typeof value['#text'] === 'string' ? decoded(value['#text']) : ''
}
const attributeIn = (node: Node, name: string, attribute: string): string => {
  const value = nodeIn(node, name)[`@${attribute}`]
  return typeof value === 'string' ? value : ''
}

const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const entities = /&(?:#(\d{1,7})|#x([0-9a-fA-F]{1,6})|(amp|lt|gt|quot|apos));/g

/** The five entities of XML and characters by their number. There are no others in a file that is read. */
const decoded = (written: string): string =>
  written.replaceAll(entities, (entity, decimal, hexadecimal, name) => named[name] ?? characterOf(decimal, hexadecimal) ?? entity)

const characterOf = (decimal: string | undefined, hexadecimal: string | undefined): string | undefined => {
  const code = decimal === undefined ? Number.parseInt(hexadecimal!, 16) : Number(decimal)
  // XML has no other controls, and no halves of characters.
  const isCharacter = code >= 0x20 || [0x9, 0xa, 0xd].includes(code)
  return isCharacter && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : undefined
}

/** The first entity that XML does not define: its character is not known, so a name or a reference would be another one. */
const undefinedEntityIn = (xml: string): { index: number; name: string } | undefined => {
  // Comments and literal text match first, and are no entities.
  for (const { 0: found, index } of xml.matchAll(/<!--.*?-->|<!\[CDATA\[.*?\]\]>|&[^;\s<]*;?/gs))
    if (found.startsWith('&') && decoded(found) === found) return { index, name: found }
  return undefined
}

/** Looked for only where something is wrong: the parser keeps no lines. */
const placeOf = ({ xml, entries }: Reading, isEntry: boolean): { line: number; entry: number } => {
  const starts = xml.matchAll(/<(?:[\w-]+:)?Ntry[\s>]/g)
  let line = 1
  let nth = 0
  for (const { index } of starts) {
    nth += 1
    if (nth === entries) line = lineAt(xml, index)
    if (nth >= entries) break
  }
  return { line, entry: isEntry ? entries : 0 }
}

const lineAt = (text: string, index: number): number => text.slice(0, index).split('\n').length
