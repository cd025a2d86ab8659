import { BankCsv, bankEntriesMax } from '@nightflow/schemas/billing/bank-statement'
import { isRejection } from '@nightflow/schemas/shared/rejections'
import { describe, expect, test } from 'vitest'
import { readBankFile } from './read-bank-file.ts'

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)
const latin1 = (text: string): Uint8Array => Uint8Array.from(text, (sign) => sign.charCodeAt(0))
const csv = BankCsv.parse({ bankAccount: 'DE50880050' })
const read = (file: string | Uint8Array, how: BankCsv | undefined = undefined) =>
  readBankFile({ bytes: typeof file === 'string' ? bytes(file) : file, csv: how, currency: 'EUR' })
const statementsOf = (file: string | Uint8Array, how?: BankCsv) => {
  const statements = read(file, how)
  if (isRejection(statements)) throw new Error(JSON.stringify(statements))
  return statements
}

const entry = (amount: string, more = '', direction = 'CRDT', state = '<Sts><Cd>BOOK</Cd></Sts>') => `
      <Ntry>
        <Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>${direction}</CdtDbtInd>${state}
        <BookgDt><Dt>2026-11-03</Dt></BookgDt><ValDt><DtTm>2026-11-04T00:00:00+01:00</DtTm></ValDt>
        ${more}
      </Ntry>`
const details = (reference: string, text: string) => `<AcctSvcrRef>2026110300042</AcctSvcrRef><NtryDtls><TxDtls>
        <Refs><EndToEndId>NOTPROVIDED</EndToEndId></Refs>
        <RltdPties><Dbtr><Pty><Nm>Müller &amp; Söhne &#8211; Bäckerei</Nm></Pty></Dbtr><DbtrAcct><Id><IBAN>DE89370400440532013000</IBAN></Id></DbtrAcct></RltdPties>
        <RmtInf><Ustrd>${text}</Ustrd><Strd><CdtrRefInf><Ref>${reference}</Ref></CdtrRefInf></Strd></RmtInf>
      </TxDtls></NtryDtls>`
const camt = (closing: string, ...entries: string[]) => `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08">
  <BkToCstmrStmt>
    <GrpHdr><MsgId>053D2026</MsgId><CreDtTm>2026-11-04T05:00:00+01:00</CreDtTm></GrpHdr>
    <Stmt>
      <Id>STMT-2026-211</Id><ElctrncSeqNb>211</ElctrncSeqNb><CreDtTm>2026-11-04T05:00:00+01:00</CreDtTm>
      <Acct><Id><IBAN>DE02120300000000202051</IBAN></Id><Ccy>EUR</Ccy></Acct>
      <Bal><Tp><CdOrPrtry><Cd>OPBD</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">1000.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-11-03</Dt></Dt></Bal>
      <Bal><Tp><CdOrPrtry><Cd>CLBD</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">${closing}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-11-03</Dt></Dt></Bal>${entries.join('')}
    </Stmt>
  </BkToCstmrStmt>
</Document>`

describe('a CAMT.053 file', () => {
  test('gives its statement with days, signed amounts, references, and of the other account the last four characters', () => {
    const file = camt('1051.50', entry('75.50', details('RF18539007547034', 'Water bill &lt;Nov&gt;')), entry('24', '', 'DBIT'))
    const [statement] = statementsOf(file)
    expect(statement).toEqual({
      ...{ bankAccount: 'DE02120300000000202051', statementNo: 'STMT-2026-211', from: '2026-11-03', to: '2026-11-03' },
      ...{ openingMinor: 100_000, closingMinor: 105_150, pending: 0, isNumbered: true },
      entries: [
        {
          ...{ bookingDay: '2026-11-03', valueDay: '2026-11-04', amountMinor: 7_550, bankId: '2026110300042' },
          ...{ reference: 'RF18539007547034', remittance: 'Water bill <Nov>' },
          ...{ counterpartyName: 'Müller & Söhne – Bäckerei', counterpartyAccount: '••••3000' },
        },
        {
          ...{ bookingDay: '2026-11-03', valueDay: '2026-11-04', amountMinor: -2_400, bankId: '' },
          ...{ reference: '', remittance: '', counterpartyName: '', counterpartyAccount: '' },
        },
      ],
    })
  })

  test('leaves entries out that the bank has not booked, and counts them', () => {
    const [statement] = statementsOf(camt('1010.00', entry('10'), entry('99', '', 'CRDT', '<Sts>PDNG</Sts>')))
    expect(statement).toMatchObject({ entries: [{ amountMinor: 1_000 }], pending: 1 })
  })

  test('divides what the bank booked as one into its transactions where their amounts add up', () => {
    const part = (amount: string, id: string) =>
      `<TxDtls><Refs><AcctSvcrRef>${id}</AcctSvcrRef></Refs><Amt Ccy="EUR">${amount}</Amt></TxDtls>`
    const batch = (second: string) => entry('30', `<NtryRef>B1</NtryRef><NtryDtls>${part('10', 'x1')}${part(second, 'x2')}</NtryDtls>`)
    expect(statementsOf(camt('1030.00', batch('20')))[0]?.entries).toMatchObject([
      { amountMinor: 1_000, bankId: 'x1' },
      { amountMinor: 2_000, bankId: 'x2' },
    ])
    expect(statementsOf(camt('1030.00', batch('19')))[0]?.entries).toMatchObject([{ amountMinor: 3_000, bankId: 'B1' }])
  })

  // requirement of Bills and payments: Bank statements CAMT.053 and MT940 are read, and refused where they do not add up | /billing/bankStatements | POST /prod-api/business/bankStatement/preview
  test('is refused where its balances do not add up, with all of them', () => {
    expect(read(camt('1000.00', entry('10')))).toEqual({
      rejected: 'bank-statement-unbalanced',
      details: { statement: 'STMT-2026-211', opening: '1000.00', entries: '10.00', closing: '1000.00', difference: '-10.00' },
    })
  })

  test('is refused with line and entry for another currency, a wrong amount, a wrong day and a missing direction', () => {
    const second = (wrong: string, by: string) => camt('1020.00', entry('10'), entry('10').replace(wrong, by))
    const place = { line: 15, entry: 2 }
    expect(read(second('Ccy="EUR"', 'Ccy="USD"'))).toMatchObject({
      rejected: 'bank-currency-other',
      details: { ...place, currency: 'USD', expected: 'EUR' },
    })
    expect(read(second('>10<', '>1O<'))).toMatchObject({ rejected: 'bank-field-wrong', details: { ...place, field: 'Amt', value: '1O' } })
    expect(read(second('>10<', '>10.005<'))).toMatchObject({ rejected: 'bank-field-wrong', details: { ...place, field: 'Amt' } })
    expect(read(second('2026-11-03', '2026-11-31'))).toMatchObject({ details: { ...place, field: 'BookgDt', value: '2026-11-31' } })
    expect(read(second('CRDT', ''))).toMatchObject({ details: { ...place, field: 'CdtDbtInd' } })
  })

  test('an entity that XML does not define was kept or dropped without a word', () => {
    const refusalOf = (text: string) => read(camt('1075.50', entry('75.50', details('RF18539007547034', text))))
    for (const entity of ['&nbsp;', '&Uuml;', '&AMP;', '&#0;', '&#xD800;', '&#7;'])
      expect(refusalOf(`Water${entity}bill`), entity).toEqual({ rejected: 'bank-entity-undefined', details: { line: 16, entity } })
    const literal = refusalOf('Water &amp; soap <!-- &nbsp; -->&#x2013; &apos;x&apos;<![CDATA[&nbsp;]]>')
    expect(literal).toMatchObject([{ entries: [{ remittance: "Water & soap – 'x'&nbsp;" }] }])
  })
  test('is refused with its line where it is broken, and where it declares entities of its own', () => {
    const file = camt('1010.00', entry('10'))
    expect(read(file.slice(0, -40))).toMatchObject({ rejected: 'bank-file-broken' })
    expect(read(file.replace('</Ntry>', '</Entry>'))).toMatchObject({ rejected: 'bank-file-broken', details: { line: 14 } })
    const declaring = file.replace('<Document', '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>\n<Document')
    expect(read(declaring)).toEqual({ rejected: 'bank-file-broken', details: { line: 2 } })
    expect(read(file.replace('STMT-2026-211', '&b;'))).toMatchObject({ rejected: 'bank-entity-undefined', details: { entity: '&b;' } })
    expect(read('<?xml version="1.0"?><html/>')).toEqual({ rejected: 'bank-file-unknown' })
  })

  test('is read in the encoding that it declares, and refused in one that it is not in', () => {
    const declared = (name: string) =>
      camt('1010.00', entry('10', details('', 'Wasser für Köln')))
        .replace('UTF-8', name)
        .replace('&#8211;', '-')
    expect(statementsOf(latin1(declared('ISO-8859-1')))[0]?.entries[0]?.remittance).toBe('Wasser für Köln')
    expect(read(latin1(declared('UTF-8')))).toEqual({ rejected: 'bank-file-encoding', details: { line: 15 } })
    expect(read(declared('UTF-16'))).toEqual({ rejected: 'bank-file-encoding', details: { line: 1 } })
  })
})

const mt940 = (closing = 'C261104EUR1060,5') => `{1:F01BANKDEFFXXXX0000000000}{2:O9401200}{4:
:20:STARTUMS
:25:50880050/0194777200
:28C:00211/001
:60F:C261103EUR1000,00
:61:2611041103CR75,50NTRFNONREF//2026110300042
:86:166?00GUTSCHRIFT?109075?20EREF+NOTPROVIDED?21SVWZ+RF18 5390 0754 703?224 Wasser Nov
ember?30COBADEFF?31DE89370400440532013000?32MUELLER UND SOEHNE?33 GMBH
:61:261104RC15,00NRTINONREF//R7
:86:RETURN A-1001
:61:2612310102C0,NTRF4711
:86:/EREF/AB-1//NAME/Li Na/REMI/account A-1002/
:62F:${closing}
-}`

describe('an MT940 file', () => {
  test('gives its statement: funds codes, returns, subfields of field 86, and booking days of the year that is near', () => {
    const [statement] = statementsOf(mt940())
    expect(statement).toMatchObject({
      ...{ bankAccount: '50880050/0194777200', statementNo: '00211/001', openingMinor: 100_000, closingMinor: 106_050 },
      entries: [
        {
          ...{ bookingDay: '2026-11-03', valueDay: '2026-11-04', amountMinor: 7_550, bankId: '2026110300042', reference: '' },
          ...{
            remittance: 'RF18 5390 0754 7034 Wasser November',
            counterpartyName: 'MUELLER UND SOEHNE GMBH',
            counterpartyAccount: '••••3000',
          },
        },
        { amountMinor: -1_500, bankId: 'R7', remittance: 'RETURN A-1001' },
        { amountMinor: 0, bookingDay: '2027-01-02', valueDay: '2026-12-31', reference: 'AB-1', remittance: 'account A-1002' },
      ],
    })
  })

  test('is refused where its balances do not add up, without a balance, and with the line of a wrong entry', () => {
    expect(read(mt940('C261104EUR1060,51'))).toMatchObject({ rejected: 'bank-statement-unbalanced', details: { difference: '0.01' } })
    expect(read(mt940().replace(/:62F:.*\n/, ''))).toMatchObject({ rejected: 'bank-field-wrong', details: { line: 2, field: ':62F:' } })
    expect(read(mt940().replace('CR75,50', 'X75,50'))).toMatchObject({
      rejected: 'bank-field-wrong',
      details: { line: 6, entry: 1, field: ':61:' },
    })
    expect(read(mt940().replace('C261103EUR', 'C261103USD'))).toMatchObject({
      rejected: 'bank-currency-other',
      details: { currency: 'USD' },
    })
    expect(read(mt940().replace(':61:261104RC', ':61:261304RC'))).toMatchObject({ details: { line: 9, entry: 2 } })
  })

  test('may have several statements, and is read in Latin-1', () => {
    const twice = latin1(`${mt940()}\n${mt940().replace('MUELLER', 'MÜLLER')}`)
    expect(statementsOf(twice).map(({ entries }) => entries[0]?.counterpartyName)).toEqual([
      'MUELLER UND SOEHNE GMBH',
      'MÜLLER UND SOEHNE GMBH',
    ])
  })
})

describe('a CSV file', () => {
  const head = 'Booking day,Value day,Amount,Currency,Bank reference,Reference,Remittance,Name,Account'
  const rows = [
    head,
    '2026-11-03,,75.50,EUR,B1,,"Water, ""November""",Li Na,DE89370400440532013000',
    '',
    '2026-11-05,2026-11-06,-1000,,,,,,',
  ]

  test('gives one statement by the columns of the template', () => {
    const [statement] = statementsOf(rows.join('\r\n'), csv)
    expect(statement).toMatchObject({
      ...{ bankAccount: 'DE50880050', from: '2026-11-03', to: '2026-11-05', openingMinor: null, closingMinor: null },
      entries: [
        { amountMinor: 7_550, valueDay: '2026-11-03', bankId: 'B1', remittance: 'Water, "November"', counterpartyAccount: '••••3000' },
        { amountMinor: -100_000, valueDay: '2026-11-06' },
      ],
    })
  })

  // requirement of Bills and payments: Bank statements as CSV, with chosen columns and marks | /billing/bankStatements | POST /prod-api/business/bankStatement/importTemplate
  test('has the columns, the delimiter, the decimal mark and the days that a person names', () => {
    const own = BankCsv.parse({
      bankAccount: '1',
      delimiter: ';',
      decimalMark: ',',
      dayForm: 'DD.MM.YYYY',
      bookingDay: 'Buchungstag',
      amount: 'Betrag',
    })
    const [statement] = statementsOf('Buchungstag;Betrag\n3.11.2026;-1.234,56\n31.12.2026;12,5\n', own)
    expect(statement?.entries).toMatchObject([
      { bookingDay: '2026-11-03', amountMinor: -123_456 },
      { bookingDay: '2026-12-31', amountMinor: 1_250 },
    ])
  })

  test('is refused with the line of a wrong cell, an open quote, and a column that is missing', () => {
    const wrong = (row: string) => read(`${head}\n2026-11-03,,1,,,,,,\n${row}`, csv)
    expect(wrong('03.11.2026,,1')).toMatchObject({ details: { line: 3, entry: 2, field: 'Booking day', value: '03.11.2026' } })
    expect(wrong('2026-11-03,,"1,50"')).toMatchObject({ details: { line: 3, entry: 2, field: 'Amount', value: '1,50' } })
    expect(wrong('2026-11-03,,1,USD')).toMatchObject({ rejected: 'bank-currency-other', details: { line: 3, entry: 2 } })
    expect(wrong('2026-11-03,,"1')).toEqual({ rejected: 'bank-file-broken', details: { line: 3 } })
    expect(read('Day,Amount\n', csv)).toEqual({ rejected: 'bank-column-missing', details: { column: 'Booking day' } })
    expect(read(head, csv)).toEqual({ rejected: 'bank-file-unknown' })
    expect(read(rows.join('\n')), 'a file whose columns were not chosen').toEqual({ rejected: 'bank-file-unknown' })
  })

  test('is refused where it does not add up to the balances that were typed', () => {
    const balances = { openingBalance: 1000, closingBalance: 75.5 }
    expect(statementsOf(rows.join('\n'), { ...csv, ...balances })).toHaveLength(1)
    expect(read(rows.join('\n'), { ...csv, ...balances, closingBalance: 75 })).toMatchObject({
      rejected: 'bank-statement-unbalanced',
      details: { difference: '-0.50' },
    })
  })
})

describe('any other file', () => {
  test('is refused: a picture, a workbook, a file in UTF-16', () => {
    for (const file of [Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0, 1]), latin1('PK\x03\x04'), latin1('\xFF\xFE:\x002\0')])
      expect(read(file, csv)).toMatchObject({ rejected: 'bank-file-encoding' })
    expect(read('', csv)).toEqual({ rejected: 'bank-file-unknown' })
  })

  test.each([
    ['attributes of many elements', Array.from({ length: 150_000 }, () => '<x a="1" b=\'2\'/>').join(''), 60_000],
    ['attributes of one element', `<x ${Array.from({ length: 300_000 }, (_, nth) => `a${nth} = "1"`).join(' ')}/>`, 60_000],
    ['elements', '<x></x>'.repeat(600_000), 400_000],
  ])('that would keep the parser busy for long is refused before it is parsed: %s', (_, inner, max) => {
    const startedAt = performance.now()
    expect(read(camt('1000.00', inner))).toEqual({ rejected: 'bank-file-too-detailed', details: { max } })
    expect(performance.now() - startedAt).toBeLessThan(2_000)
  })

  test('whose elements are nested too deeply is broken', () => {
    expect(read(camt('1000.00', '<x>'.repeat(1_000) + '</x>'.repeat(1_000)))).toMatchObject({ rejected: 'bank-file-broken' })
    expect(read(camt('1000.00', '<x>'.repeat(100_000)))).toMatchObject({ rejected: 'bank-file-broken' })
  })

  test('of more than ten thousand entries is refused, and one of ten thousand is read', () => {
    const many = (count: number) => camt(`${1000 + count}.00`, ...Array.from({ length: count }, () => entry('1')))
    expect(statementsOf(many(bankEntriesMax))[0]?.entries).toHaveLength(bankEntriesMax)
    expect(read(many(bankEntriesMax + 1))).toEqual({ rejected: 'bank-entries-many', details: { max: bankEntriesMax } })
  })
})
