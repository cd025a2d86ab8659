import { randomUUID } from 'node:crypto'
import { waitForViews } from '@nightflow/projections/projector/checkpoint'
import { languages } from '@nightflow/schemas/shared/language'
import { readPdfText } from '@nightflow/worker/pdf/read-pdf-text'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningApi, startApi } from '../../support/api/running-api.ts'

let running: RunningApi
let billNo: number
const today = new Date().toISOString().slice(0, 10)
const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
const period = `from=2026-01-01&to=${tomorrow}`

beforeAll(async () => {
  running = await startApi('account_money')
  const scheme = { priceSchemeName: 'Households', billingMonths: 1, accumulationMonths: 12, vatRate: 10, startTime: '2026-01-01' }
  const { priceSchemeId } = (await ask('POST', 'priceScheme', { ...scheme, steps: [{ startVolume: 0, endVolume: -1, unitPrice: 2 }] })).data
  await ask('PUT', `priceScheme/publish/${priceSchemeId}`, {})
  const installedAt = '2026-01-05T08:00:00Z'
  const meters = [{ number: '4711', timeZone: 'Europe/Rome', caliberMillimetres: 15, installedAt }]
  await running.ask('north', { method: 'POST', url: '/api/v1/meters', payload: { meters } })
  const holder = { customerName: 'Li Na', telephone: '13800138000', address: '8 Mill Lane' }
  const account = { accountNo: 'M-1', meterNo: '4711', priceScheme: 'Households', openedAt: installedAt }
  for (const each of [account, { accountNo: 'M-2' }])
    expect(await ask('POST', 'customer', { ...holder, ...each })).toMatchObject({ code: 200 })
  const hours = Array.from({ length: 31 * 24 + 2 }, (_, hour) => 50_000 + Math.floor((Math.min(hour, 743) * 12_000) / 743))
  await running.report('north', '4711', '2026-02-28T23:00:00Z', hours)
  await waitForViews(running.pool, await running.log.head(), 30_000)
  const issued = await ask('POST', 'bill', { accountNo: 'M-1', billId: randomUUID(), firstMonth: '2026-03', lastMonth: '2026-03' })
  billNo = issued.data.billNo
  const paid = { accountNo: 'M-1', paymentId: randomUUID(), amount: 30, payMethod: '0', reference: 'slip 7' }
  await ask('POST', 'payment', paid)
  await ask('PUT', `bill/debit/${billNo}`, { adjustmentId: randomUUID(), amount: 10, reason: 'a broken seal' })
  await ask('POST', 'debt', { accountNo: 'M-1', debtId: randomUUID(), feeName: 'Meter', debtType: '1', amount: 12 })
  const plan = { accountNo: 'M-1', planId: randomUUID(), billNos: [], count: 2, firstDay: tomorrow, reason: 'asked for' }
  expect(await ask('POST', 'bill/instalments', plan)).toMatchObject({ code: 200 })
})
afterAll(() => running?.stop())

type Asker = { language?: string; tenant?: string; authorization?: string }
const send = (
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  payload?: object,
  { language = 'en', tenant = 'north', authorization }: Asker = {},
) =>
  running.ask(tenant, {
    ...{ method, url: `/prod-api/business/${path}`, headers: { language, ...(authorization && { authorization }) } },
    ...(payload && { payload }),
  })
const ask = async (method: 'GET' | 'POST' | 'PUT', path: string, payload?: object, asker?: Asker) =>
  (await send(method, path, payload, asker)).json()

describe('bills and balance of an account', () => {
  // requirement of Bills and payments: The account page shows bills, balance, what is overdue and how it is repaid | /customer/accounts | GET /prod-api/business/bill/account/:accountNo
  it('are what it has and owes, its latest bills and transactions, and how it repays', async () => {
    const { data } = await ask('GET', 'bill/account/M-1')
    expect(data).toMatchObject({
      money: { balanceMinor: 0, openMinor: 640, debtsMinor: 1200 },
      overdueMinor: 0,
      nextDue: { dueOn: tomorrow, amountMinor: 320 },
      bills: [{ billNo, status: '2', periodFrom: '2026-03-01', periodTo: '2026-04-01', totalMinor: 3640, openMinor: 640 }],
      transactions: [
        { kind: '7', owedMinor: 1200 },
        { kind: '10', amountMinor: 360, owedMinor: 0 },
        { kind: '2', owedMinor: 1000, billNo, paymentNo: null },
        { kind: '3', owedMinor: -3000, paymentNo: expect.any(Number) },
        { kind: '0', owedMinor: 2640 },
      ],
      debts: [{ feeName: 'Meter', residualMinor: 1200, remainingDeductions: null }],
    })
    expect(data.instalments.map(({ openMinor }: { openMinor: number }) => openMinor)).toEqual([320, 320])
  })

  it('are empty without bills, and unknown to another tenant', async () => {
    const { data } = await ask('GET', 'bill/account/M-2')
    expect(data).toMatchObject({
      money: { balanceMinor: 0, openMinor: 0, debtsMinor: 0 },
      nextDue: null,
      bills: [],
      transactions: [],
      debts: [],
    })
    expect(await ask('GET', 'bill/account/M-1', undefined, { tenant: 'south' })).toMatchObject({ reason: 'account-not-found' })
  })
})

describe('the statement of an account', () => {
  it('is every event of its money with what is owed after it, and ends with what the account owes', async () => {
    const { data } = await ask('GET', `bill/statement/M-1?${period}`)
    expect(data).toMatchObject({
      openingMinor: 0,
      lines: [
        { kind: 'bill', period: { from: '2026-03-01', to: '2026-04-01' }, amountMinor: 2640, balanceMinor: 2640 },
        { kind: 'payment', note: 'slip 7', amountMinor: -3000, balanceMinor: -360 },
        { kind: 'debit', note: 'a broken seal', amountMinor: 1000, balanceMinor: 640 },
        { kind: 'balanceApplied', note: '', amountMinor: 0, balanceMinor: 640 },
        { kind: 'debt', note: 'Meter', amountMinor: 1200, balanceMinor: 1840 },
        { kind: 'instalments', count: 2, note: 'asked for', amountMinor: 0, balanceMinor: 1840 },
      ],
      ...{ chargedMinor: 4840, settledMinor: 3000, closingMinor: 1840 },
    })
    const later = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10)
    expect((await ask('GET', `bill/statement/M-1?from=${later}&to=${later}`)).data).toMatchObject({
      openingMinor: 1840,
      lines: [],
      closingMinor: 1840,
    })
  })

  it('is refused for a period that is reversed or too long, and for an account that is not there', async () => {
    expect(await ask('GET', `bill/statement/M-1?from=${tomorrow}&to=${today}`)).toMatchObject({ reason: 'range-reversed' })
    expect(await ask('GET', 'bill/statement/M-1?from=1990-01-01&to=2026-01-01')).toMatchObject({ reason: 'range-too-long' })
    expect(await ask('GET', `bill/statement/absent?${period}`)).toMatchObject({ reason: 'account-not-found' })
    expect(await ask('GET', `bill/statement/M-1?${period}`, undefined, { tenant: 'south' })).toMatchObject({ reason: 'account-not-found' })
    const analyst = `Bearer ${running.tokenOf('north', 'analyst')}`
    expect(await ask('GET', `bill/statement/M-1?${period}`, undefined, { authorization: analyst })).toMatchObject({ code: 403 })
  })

  // requirement of Bills and payments: Statement of an account as PDF in four languages | /customer/accounts | GET /prod-api/business/bill/statement/:accountNo/pdf
  it('is a PDF in four languages with its holder, its lines and its sums', async () => {
    const titles: Record<string, string> = {
      'zh-CN': '户号对账单',
      en: 'Statement of account',
      fr: 'Relevé de compte',
      id: 'Rekening koran',
    }
    for (const language of languages) {
      const answer = await send('GET', `bill/statement/M-1/pdf?${period}&language=${language}`)
      expect(answer.headers['content-type']).toBe('application/pdf')
      const [page] = await readPdfText(answer.rawPayload)
      for (const said of [titles[language]!, 'M-1', 'Li Na', 'slip 7', 'a broken seal']) expect(page).toContain(said)
    }
    const [english] = await readPdfText((await send('GET', `bill/statement/M-1/pdf?${period}`)).rawPayload)
    for (const said of ['Bill', 'Debit', 'Instalment plan', '48.40', '30.00', '18.40']) expect(english).toContain(said)
  })

  // requirement of Bills and payments: Statement of an account as spreadsheet and CSV, from opening to closing | /customer/accounts | POST /prod-api/business/bill/statement/:accountNo/export
  it('is a file for other programs: CSV adds up from the opening to the closing, and the spreadsheet has the words of the reader', async () => {
    const [from, to] = ['from', 'to'].map((name) => new URLSearchParams(period).get(name))
    const asked = { from, to }
    const csv = (await send('POST', 'bill/statement/M-1/export', { ...asked, format: 'csv' })).body.trim().split('\r\n')
    const [head = '', ...rows] = csv.map((line) => line.split(','))
    const figure = (name: string) => rows.map((row) => Number(row[head.indexOf(name)]))
    expect(rows.map(([, kind]) => kind)).toEqual([
      'opening',
      'bill',
      'payment',
      'debit',
      'balanceApplied',
      'debt',
      'instalments',
      'closing',
    ])
    const [charged, settled, owed] = ['chargedMinor', 'settledMinor', 'balanceMinor'].map(figure) as [number[], number[], number[]]
    for (let at = 1; at < rows.length - 1; at += 1) expect(owed[at]).toBe(owed[at - 1]! + charged[at]! - settled[at]!)
    expect([charged.at(-1), settled.at(-1), owed.at(-1)]).toEqual([4_840, 3_000, 1_840])
    const sheet = await send('POST', 'bill/statement/M-1/export', asked)
    expect(sheet.headers['content-type']).toContain('spreadsheetml')
    expect(await ask('POST', 'bill/statement/absent/export', asked)).toMatchObject({ reason: 'account-not-found' })
  })
})
