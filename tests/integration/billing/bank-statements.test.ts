import { randomUUID } from 'node:crypto'
import { accountBillsDecider } from '@nightflow/domain/billing/account-bills-decider'
import { bankEntryDecider } from '@nightflow/domain/billing/bank-entry-decider'
import { executeCommand } from '@nightflow/event-log/execute-command'
import { payFromBankEntries } from '@nightflow/policies/billing/pay-from-bank-entries'
import { waitForViews } from '@nightflow/projections/projector/checkpoint'
import type { ComposedBill } from '@nightflow/schemas/billing/bill'
import { defaultCollectionSettings } from '@nightflow/schemas/billing/collection-settings'
import { languages } from '@nightflow/schemas/shared/language'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { multipartOf } from '../../support/api/pictures.ts'
import { type RunningApi, startApi } from '../../support/api/running-api.ts'

let running: RunningApi
const billNos = new Map<string, number>()

beforeAll(async () => {
  running = await startApi('bank_statements')
  const holder = { telephone: '13800138000', address: '8 Mill Lane' }
  const names = { 'ACC-1001': 'Zoë Müller', 'ACC-1002': 'Li Na', 'ACC-1003': 'Bo Holm', 'ACC-1004': 'Ann Lee' }
  for (const [accountNo, customerName] of Object.entries(names)) await ask('POST', 'customer', { ...holder, accountNo, customerName })
  await bill('ACC-1001', 7_550)
  await bill('ACC-1002', 2_000)
  await bill('ACC-1003', 3_300)
})
afterAll(() => running?.stop())

const bill = async (accountNo: string, totalMinor: number) => {
  const composed: ComposedBill = {
    ...{ billType: '0', periodFrom: '2026-10-01', periodTo: '2026-11-01', dueOn: '2026-12-01', litres: 1_000, volumes: [], lines: [] },
    ...{ amountMinor: totalMinor, vatMinor: 0, totalMinor, computedAtPosition: 1 },
  }
  await execute(accountBillsDecider, { type: 'IssueBill', accountNo, billId: randomUUID(), ...composed })
  await waitForViews(running.pool, await running.log.head(), 30_000)
  billNos.set(accountNo, (await ask('GET', `bill/list?accountNo=${accountNo}`)).rows[0].billNo)
}
const execute = (decider: never | typeof accountBillsDecider | typeof bankEntryDecider, command: never | object) =>
  executeCommand(running.log, {
    ...{ decider: decider as typeof accountBillsDecider, tenant: 'north', command: command as never, actor: 'user:test' },
    context: { now: new Date().toISOString(), actor: 'user:test', timeZone: 'Europe/Rome' },
  })

type Method = 'GET' | 'POST' | 'PUT'
const ask = async (method: Method, path: string, payload?: object, { language = 'en', tenant = 'north' } = {}) =>
  (await running.ask(tenant, { method, url: `/prod-api/business/${path}`, headers: { language }, ...(payload && { payload }) })).json()

/** The creditor reference of the bill of an account. */
const referenceOf = (accountNo: string): string => {
  const number = billNos.get(accountNo)!
  return `RF${String(98n - (BigInt(`${number}271500`) % 97n)).padStart(2, '0')}${number}`
}

type Entry = { amount: string; text: string; id?: string; name?: string }
const currency = 'CNY'
const mt940 = (no: string, opening: string, closing: string, entries: readonly Entry[], of = currency) =>
  [
    ':20:NIGHTFLOW',
    ':25:DE02120300000000202051',
    `:28C:${no}`,
    `:60F:C261103${of}${opening}`,
    ...entries.flatMap(({ amount, text, id = '', name = '' }) => [
      `:61:2611041104${amount.startsWith('-') ? 'D' : 'C'}${amount.replace('-', '')}NTRFNONREF//${id}`,
      `:86:166?20SVWZ+${text}?32${name}`,
    ]),
    `:62F:C261104${of}${closing}`,
  ].join('\r\n')

const send = async (path: string, text: string | Buffer, fields: Record<string, string> = {}, language = 'en') => {
  const file = multipartOf('file', Buffer.from(text), { fileName: 'statement.sta', mediaType: 'text/plain', fields })
  return (
    await running.ask('north', {
      method: 'POST',
      url: `/prod-api/business/bankStatement/${path}`,
      payload: file.payload,
      headers: { ...file.headers, language },
    })
  ).json()
}
const entriesOf = async (query: string) =>
  (await ask('GET', `bankEntry/list?pageSize=50&orderByColumn=bankEntryNo&isAsc=asc&${query}`)).rows

/** The sum of all postings to a ledger account: what the ledger says. */
const ledger = async (account: string): Promise<number> => {
  const events = await running.log.readAll(0, { tenant: 'north', limit: 10_000 })
  return events
    .flatMap(({ data }) => (data as { postings?: { ledgerAccount: string; amountMinor: number }[] }).postings ?? [])
    .reduce((sum, { ledgerAccount, amountMinor }) => sum + (ledgerAccount === account ? amountMinor : 0), 0)
}

describe('a bank statement', () => {
  const file = () =>
    mt940('00211/001', '1000,00', '1145,50', [
      { amount: '75,50', text: `Water ${referenceOf('ACC-1001')}`, id: 'B1', name: 'ZOE MUELLER' },
      { amount: '12,00', text: 'customer acc-1002 water', id: 'B2' },
      { amount: '33,00', text: 'water', id: 'B3', name: 'HOLM BO' },
      { amount: '30,00', text: 'thanks', id: 'B4', name: 'Grandmother' },
      { amount: '-5,00', text: 'Account fee', id: 'B5' },
    ])

  it('is previewed: which account gets what, how it was found, and what will wait and why', async () => {
    const previewed = await send('preview', file())
    expect(previewed).toMatchObject({ code: 200 })
    expect(previewed.data.statements).toMatchObject([
      {
        ...{ statementNo: '00211/001', openingMinor: 100_000, closingMinor: 114_550, creditMinor: 15_050, debitMinor: 500 },
        ...{ entries: 5, known: 0, matched: 2, open: 3 },
      },
    ])
    expect(previewed.data.entries).toMatchObject([
      { amountMinor: 3_300, fate: 'open', why: 'nothing', accountNo: 'ACC-1003' },
      { amountMinor: 3_000, fate: 'open', why: 'nothing', accountNo: null },
      { amountMinor: -500, fate: 'open', why: 'debit', accountNo: null },
      { amountMinor: 7_550, fate: 'matched', matchedBy: '0', accountNo: 'ACC-1001' },
      { amountMinor: 1_200, fate: 'matched', matchedBy: '2', accountNo: 'ACC-1002' },
    ])
    expect((await ask('GET', 'bankEntry/list')).total).toBe(0)
  })

  // requirement of Bills and payments: Entries are matched by stated rules, and the same file is taken once | /billing/bankStatements | POST /prod-api/business/bankStatement/importData
  it('is posted bank against clearing, pays the bills that its entries name, and is taken once', async () => {
    expect(await send('importData', file(), { mode: 'all' })).toMatchObject({ data: { total: 5, imported: 5 } })
    expect(await send('importData', file(), { mode: 'all' })).toMatchObject({ data: { total: 5, imported: 0 } })
    expect((await send('preview', file())).data.statements).toMatchObject([{ known: 5, matched: 0, open: 0 }])
    expect((await ask('GET', 'bankStatement/list')).rows).toMatchObject([
      { statementNo: '00211/001', fromDay: '2026-11-04', entries: 5, knownEntries: 0, operator: 'admin' },
    ])
    expect((await ask('GET', 'bill/list?accountNo=ACC-1001')).rows).toMatchObject([{ status: '1', openMinor: 0 }])
    expect((await ask('GET', 'bill/list?accountNo=ACC-1002')).rows).toMatchObject([{ status: '2', openMinor: 800 }])
    expect((await ask('GET', 'payment/list?accountNo=ACC-1001')).rows).toMatchObject([{ amountMinor: 7_550, payMethod: '1' }])
    expect(await entriesOf('status=0')).toHaveLength(3)
    expect(
      (await entriesOf('status=1'))
        .map(({ parts, matchedBy }: { parts: { accountNo: string }[]; matchedBy: string }) => [parts[0]?.accountNo, matchedBy])
        .toSorted(),
    ).toEqual([
      ['ACC-1001', '0'],
      ['ACC-1002', '2'],
    ])
    expect(await ledger('bank')).toBe(14_550)
    expect(await ledger('clearing'), 'what has no account yet').toBe(-(3_300 + 3_000 - 500))
    expect((await ask('GET', 'bankEntry/list', undefined, { tenant: 'south' })).total).toBe(0)
  })

  it('is refused where it does not add up, in another currency, broken or unknown, in four languages', async () => {
    const wrong = {
      'bank-statement-unbalanced': mt940('7', '0,00', '10,01', [{ amount: '10,00', text: 'x' }]),
      'bank-currency-other': mt940('7', '0,00', '0,00', [], 'USD'),
      'bank-field-wrong': mt940('7', '0,00', '1,00', [{ amount: '1.00', text: 'x' }]),
      'bank-file-broken': '<Document><BkToCstmrStmt>',
      'bank-file-unknown': 'hello',
      'bank-file-encoding': Buffer.from([0, 1, 2]),
    }
    for (const [code, text] of Object.entries(wrong)) {
      const refused = []
      for (const language of languages) refused.push(await send('preview', text, {}, language))
      expect(refused.map(({ reason }) => reason)).toEqual(languages.map(() => code))
      expect(new Set(refused.map(({ msg }) => msg)).size, code).toBe(languages.length)
      expect(refused[0].msg).not.toContain('{{')
    }
    expect((await send('preview', wrong['bank-statement-unbalanced'])).msg).toContain('difference 0.01')
  })

  it('comes as CSV by the template, with columns and marks that a person names', async () => {
    const template = await running.ask('north', { method: 'POST', url: '/prod-api/business/bankStatement/importTemplate', payload: {} })
    expect(template.body).toContain('Booking day,Value day,Amount')
    const csv = `${template.body}2026-11-09,,8.00,,C1,,acc-1002,,\n`
    expect(await send('preview', csv)).toMatchObject({ reason: 'bank-file-unknown' })
    const heads = JSON.stringify({ bankAccount: 'DE99', openingBalance: '0', closingBalance: '8' })
    expect((await send('preview', csv, { heads })).data).toMatchObject({ statements: [{ bankAccount: 'DE99', matched: 1 }] })
    expect(
      (await send('preview', csv, { heads: JSON.stringify({ bankAccount: 'DE99', closingBalance: '9', openingBalance: '0' }) })).reason,
    ).toBe('bank-statement-unbalanced')
  })
})

describe('an entry that has no account', () => {
  const found = async (amountMinor: number) =>
    (await entriesOf('')).find((each: { amountMinor: number }) => each.amountMinor === amountMinor)
  const assign = (bankEntryNo: number, parts: object[], assignmentId: string = randomUUID()) =>
    ask('PUT', `bankEntry/assign/${bankEntryNo}`, { assignmentId, parts, reason: 'as she told us' })

  // requirement of Bills and payments: A queue for bank entries without an account: assigned, divided, set aside | /billing/bankEntries | PUT /prod-api/business/bankEntry/assign/:bankEntryNo
  it('is divided among accounts by a clerk, once, and not with a wrong sum or to an unknown account', async () => {
    const { bankEntryNo } = await found(3_000)
    const parts = [
      { accountNo: 'ACC-1002', amount: 8 },
      { accountNo: 'ACC-1004', amount: 22 },
    ]
    expect(await assign(bankEntryNo, parts.slice(1))).toMatchObject({ reason: 'bank-parts-differ' })
    expect(await assign(bankEntryNo, [{ accountNo: 'NONE', amount: 30 }])).toMatchObject({ reason: 'account-not-found' })
    const assignmentId = randomUUID()
    expect(await assign(bankEntryNo, parts, assignmentId)).toMatchObject({ code: 200, data: { openMinor: 0 } })
    expect(await assign(bankEntryNo, parts, assignmentId), 'a repeated request').toMatchObject({ code: 200 })
    expect(await assign(bankEntryNo, parts)).toMatchObject({ reason: 'bank-entry-not-open' })
    expect((await ask('GET', 'bill/list?accountNo=ACC-1002')).rows).toMatchObject([{ openMinor: 0 }])
    expect(await ask('GET', 'payment/balance?accountNo=ACC-1004')).toMatchObject({ data: { balanceMinor: 2_200 } })
    expect(await ledger('clearing')).toBe(-(3_300 - 500))
    const history = (await running.ask('north', { method: 'GET', url: `/api/v1/bank-entries/${bankEntryNo}/history` })).json()
    expect(history.rows).toMatchObject([
      { step: 'assigned', note: 'as she told us', facts: { accounts: 'ACC-1002, ACC-1004' } },
      { step: 'imported' },
    ])
  })

  it('waits again once the payment that it made is reversed', async () => {
    const { bankEntryNo } = await found(3_000)
    const { paymentNo } = (await ask('GET', 'payment/list?accountNo=ACC-1004')).rows[0]
    expect(await ask('PUT', `payment/reverse/${paymentNo}`, { reason: 'wrong account' })).toMatchObject({ code: 200 })
    expect(await found(3_000)).toMatchObject({ status: '0', openMinor: 2_200, parts: [{ accountNo: 'ACC-1002' }] })
    expect(await ledger('clearing')).toBe(-(3_300 + 2_200 - 500))
    expect(await assign(bankEntryNo, [{ accountNo: 'ACC-1001', amount: 22 }])).toMatchObject({ data: { openMinor: 0 } })
    expect(await ledger('bank'), 'no reversal touches the bank').toBe(14_550)
  })

  it('that is no customer’s goes to suspense with a reason, and back', async () => {
    const { bankEntryNo } = await found(-500)
    expect(await ask('PUT', `bankEntry/setAside/${bankEntryNo}`, { reason: '' })).toMatchObject({ code: 500 })
    expect(await ask('PUT', `bankEntry/setAside/${bankEntryNo}`, { reason: 'fee' })).toMatchObject({ data: { openMinor: 0 } })
    expect(await found(-500)).toMatchObject({ status: '2' })
    expect([await ledger('suspense'), await ledger('clearing')]).toEqual([500, -3_300])
    expect(await assign(bankEntryNo, [{ accountNo: 'ACC-1001', amount: 5 }])).toMatchObject({ reason: 'bank-entry-not-received' })
    expect(await ask('PUT', `bankEntry/restore/${bankEntryNo}`, { reason: 'a return' })).toMatchObject({ data: { openMinor: 500 } })
    expect([await ledger('suspense'), await ledger('clearing')]).toEqual([0, -2_800])
  })

  // requirement of Bills and payments: A returned payment is proposed for reversal | /billing/bankEntries | PUT /prod-api/business/bankEntry/return/:bankEntryNo
  it('of money that went out takes a payment back, which it proposes', async () => {
    const returned = mt940('00212/001', '1145,50', '1070,00', [{ amount: '-75,50', text: 'RETURN ACC-1001', id: 'B6' }])
    expect(await send('importData', returned, { mode: 'all' })).toMatchObject({ data: { imported: 1 } })
    const entry = await found(-7_550)
    expect(entry).toMatchObject({ status: '0', proposal: { accountNo: 'ACC-1001' } })
    const payments = (await ask('GET', 'payment/list?accountNo=ACC-1001')).rows
    const paid = payments.find(({ paymentId }: { paymentId: string }) => paymentId === entry.proposal.paymentId)
    const take = (paymentNo: number) =>
      ask('PUT', `bankEntry/return/${entry.bankEntryNo}`, { assignmentId: randomUUID(), paymentNo, reason: 'account without funds' })
    const other = payments.find(({ amountMinor }: { amountMinor: number }) => amountMinor === 2_200)
    expect(await take(other.paymentNo)).toMatchObject({ reason: 'bank-payment-differs' })
    const fee = { ...defaultCollectionSettings, returnFeeMinor: 350, reason: 'what the bank takes' }
    expect(await ask('PUT', 'collectionSettings', fee)).toMatchObject({ code: 200 })
    await waitForViews(running.pool, await running.log.head(), 30_000)
    expect(await take(paid.paymentNo)).toMatchObject({ data: { openMinor: 0 } })
    const { bankEntryNo: received } = await found(3_300)
    const asReturn = { assignmentId: randomUUID(), paymentNo: paid.paymentNo, reason: 'the wrong entry' }
    expect(await ask('PUT', `bankEntry/return/${received}`, asReturn)).toMatchObject({ reason: 'bank-entry-not-paid-out' })
    expect((await ask('GET', 'bill/list?accountNo=ACC-1001')).rows).toMatchObject([{ totalMinor: 7_900, openMinor: 5_700 }])
    expect(await entriesOf('status=1&reference=')).toHaveLength(4)
    expect([await ledger('bank'), await ledger('clearing')]).toEqual([7_000, -2_800])
  })

  it('is paid by the policy where the process that assigned it stopped before', async () => {
    const { entryId } = await found(3_300)
    const part = { accountNo: 'ACC-1003', amountMinor: 3_300, paymentId: randomUUID() }
    await execute(bankEntryDecider, {
      ...{ type: 'AssignBankEntry', entryId, assignmentId: randomUUID(), matchedBy: '3', parts: [part], reason: 'his bill' },
    })
    const events = await running.log.readAll(0, { types: ['billing.BankEntryAssigned'], tenant: 'north' })
    const reaction = {
      tenant: 'north',
      now: new Date(),
      signal: new AbortController().signal,
      execute: (decider: never, command: never) => execute(decider, command),
    }
    for (const event of events) await payFromBankEntries.react?.(event, reaction as never, undefined)
    await waitForViews(running.pool, await running.log.head(), 30_000)
    expect((await ask('GET', 'bill/list?accountNo=ACC-1003')).rows).toMatchObject([{ status: '1' }])
    expect((await ask('GET', 'payment/list?accountNo=ACC-1001')).total, 'what was paid is not paid again').toBe(2)
    expect(await ledger('clearing')).toBe(500)
  })

  it('loses its name and its text when they are erased', async () => {
    const { entryId, bankEntryNo, counterpartyName, remittance } = await found(3_000)
    expect({ counterpartyName, remittance }).toEqual({ counterpartyName: 'Grandmother', remittance: 'thanks' })
    const erased = await running.ask('north', {
      method: 'POST',
      url: `/api/v1/persons/${entryId}/erasure`,
      payload: { reason: 'asked for it' },
    })
    expect(erased.statusCode, erased.body).toBeLessThan(300)
    expect(await ask('GET', `bankEntry/${bankEntryNo}`)).toMatchObject({ data: { counterpartyName: null, remittance: null } })
  })
})

describe('statements that follow each other', () => {
  /** Of an account of its own, with a day of its own. */
  const page = (no: string, [opening, closing]: [string, string], day: string, entries: readonly Entry[]) =>
    mt940(no, opening, closing, entries)
      .replaceAll('202051', '777777')
      .replaceAll('2611041104', `${day}${day.slice(2)}`)
  const alike = { amount: '50,00', text: 'water money' }
  const newOf = async (text: string, fields: object = {}) =>
    (await send('importData', text, { mode: 'all', ...fields })).data?.imported as number | undefined

  it('one that does not open with the last closing balance was imported without a word', async () => {
    expect(await newOf(page('1', ['0,00', '50,00'], '261109', [alike]))).toBe(1)
    const gap = page('3', ['80,00', '90,00'], '261111', [{ amount: '10,00', text: 'x' }])
    const [statement] = (await send('preview', gap)).data.statements
    expect(statement).toMatchObject({ openingMinor: 8_000, gap: { expectedMinor: 5_000, previousNo: '1', previousDay: '2026-11-09' } })
    const refused = await send('importData', gap, { mode: 'all' })
    expect(refused).toMatchObject({ reason: 'bank-opening-differs', details: { opening: '80.00', expected: '50.00' } })
    expect(await newOf(gap, { isConfirmed: 'true' })).toBe(1)
    const logged = (await running.ask('north', { method: 'GET', url: '/prod-api/system/operlog/list?pageSize=20' })).body
    expect(logged.replaceAll('\\', '')).toContain('"previousNo": "1"')
    // The missing one comes late: it goes on where the first one ends.
    const missing = page('2', ['50,00', '80,00'], '261110', [{ amount: '30,00', text: 'y' }])
    expect((await send('preview', missing)).data.statements).toMatchObject([{ gap: null }])
    expect(await newOf(missing)).toBe(1)
    expect((await send('preview', gap)).data.statements, 'it is imported').toMatchObject([{ gap: null, known: 1 }])
  })

  it('an entry without an identifier that came in two files was taken twice, and two that are alike count', async () => {
    const [first, second] = [page('4/1', ['90,00', '140,00'], '261112', [alike]), page('4/2', ['140,00', '190,00'], '261112', [alike])]
    expect([await newOf(first), await newOf(second)], 'the second page goes on where the first one ends').toEqual([1, 1])
    const both = page('12 November', ['90,00', '190,00'], '261112', [alike, alike])
    expect((await send('preview', both)).data.statements).toMatchObject([{ entries: 2, known: 2 }])
    expect([await newOf(both), await newOf(first), await newOf(second)]).toEqual([0, 0, 0])
    const more = page('12 November b', ['90,00', '241,00'], '261112', [alike, alike, alike, { amount: '1,00', text: 'z' }])
    expect(await newOf(more)).toBe(2)
    expect(await newOf(more)).toBe(0)
  })
})
