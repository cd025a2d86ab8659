import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { waitForViews } from '@nightflow/projections/projector/checkpoint'
import { languages } from '@nightflow/schemas/shared/language'
import { readPdfText } from '@nightflow/worker/pdf/read-pdf-text'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningApi, startApi } from '../../support/api/running-api.ts'

let running: RunningApi
let billNo: number
const month = '2026-03'

beforeAll(async () => {
  running = await startApi('bill-documents')
  const scheme = { priceSchemeName: 'Households', billingMonths: 1, accumulationMonths: 12, vatRate: 10, startTime: '2026-01-01' }
  const { priceSchemeId } = (await ask('POST', 'priceScheme', { ...scheme, steps: [{ startVolume: 0, endVolume: -1, unitPrice: 2 }] })).data
  await ask('PUT', `priceScheme/publish/${priceSchemeId}`, {})
  const installedAt = '2026-01-05T08:00:00Z'
  const meters = [{ number: '4711', timeZone: 'Europe/Rome', caliberMillimetres: 15, installedAt }]
  await running.ask('north', { method: 'POST', url: '/api/v1/meters', payload: { meters } })
  const holder = { customerName: '\u674e\u5586', telephone: '13800138000', address: '8 Mill Lane', email: 'li@example.org' }
  const account = { accountNo: 'D-1', meterNo: '4711', priceScheme: 'Households', openedAt: installedAt }
  expect(await ask('POST', 'customer', { ...holder, ...account })).toMatchObject({ code: 200 })
  const hours = Array.from({ length: 31 * 24 + 2 }, (_, hour) => 50_000 + Math.floor((Math.min(hour, 743) * 12_000) / 743))
  await running.report('north', '4711', '2026-02-28T23:00:00Z', hours)
  await waitForViews(running.pool, await running.log.head(), 30_000)
  const issued = await ask('POST', 'bill', { accountNo: 'D-1', billId: randomUUID(), firstMonth: month, lastMonth: month })
  expect(issued).toMatchObject({ code: 200 })
  billNo = issued.data.billNo
})
afterAll(() => running?.stop())

type Method = 'GET' | 'POST' | 'PUT'
type Asker = { language?: string; tenant?: string }
const send = (method: Method, path: string, payload?: object, { language = 'en', tenant = 'north' }: Asker = {}) =>
  running.ask(tenant, { method, url: `/prod-api/business/${path}`, headers: { language }, ...(payload && { payload }) })
const ask = async (method: Method, path: string, payload?: object, asker?: Asker) => (await send(method, path, payload, asker)).json()
const pagesOf = async (path: string, asker?: Asker) => readPdfText((await send('GET', path, undefined, asker)).rawPayload)

describe('the PDF of a bill', () => {
  it('is written in the reader\u2019s language, or in the one that was asked for', async () => {
    const titles: Record<string, RegExp> = { 'zh-CN': /\u6c34\u8d39\u8d26\u5355/, en: /Water bill/, fr: /Facture d'eau/, id: /Tagihan air/ }
    for (const language of languages) {
      const [front] = await pagesOf(`bill/pdf/${billNo}`, { language })
      expect(front).toMatch(titles[language]!)
      expect(front).toContain('D-1')
      expect(front).toContain('\u674e\u5586')
    }
    expect((await pagesOf(`bill/pdf/${billNo}?language=fr`))[0]).toMatch(titles.fr!)
  })

  // requirement of Bills and payments: Bill as PDF in four languages, with registers, steps, amounts and payment slip | /billing/bills | GET /prod-api/business/bill/pdf/:billNo
  it('has registers, the step, the amounts and the slip, and the calculation as a second page', async () => {
    const answer = await send('GET', `bill/pdf/${billNo}?annex=true`)
    expect(answer.headers['content-type']).toBe('application/pdf')
    expect(answer.rawPayload.length).toBeLessThan(200_000)
    const [front, annex] = await readPdfText(answer.rawPayload)
    for (const said of ['50.000', '62.000', '12.000', 'Step 1', '24.00', '26.40', 'Payment slip']) expect(front).toContain(said)
    for (const said of ['How this bill was computed', '31 measured']) expect(annex).toContain(said)
    // The line names the version with the event that published it.
    expect(annex).toMatch(/Households, 1 \(#\d+\)/)
  })

  // requirement of Bills and payments: A bill names the holder of its period | /billing/bills | GET /prod-api/business/bill/pdf/:billNo
  it('names the holder of its period, also after the account was given to another one', async () => {
    const closing = { reason: 'moved out', closingRegisterCubicMetres: 63, leavesDebt: true }
    const holder = { customerName: 'Wang Wei', telephone: '13900139000', address: '8 Mill Lane' }
    expect(await ask('PUT', 'customer/D-1/transfer', { ...holder, ...closing })).toMatchObject({ code: 200 })
    const [front] = await pagesOf(`bill/pdf/${billNo}`)
    expect(front).toContain('\u674e\u5586')
    expect(front).not.toContain('Wang Wei')
  })

  it('is not found by another tenant', async () => {
    expect((await ask('GET', `bill/pdf/${billNo}`, undefined, { tenant: 'south' })).code).toBe(404)
    expect((await ask('GET', `bill/calculation/${billNo}`, undefined, { tenant: 'south' })).code).toBe(404)
  })
})

// requirement of Bills and payments: Show calculation: versions, registers, days and how each is known | /billing/bills | GET /prod-api/business/bill/calculation/:billNo
it('the calculation of a bill names versions, registers and the days with how each is known', async () => {
  const { data } = await ask('GET', `bill/calculation/${billNo}`)
  expect(data).toMatchObject({
    billNo,
    versions: [{ priceScheme: 'Households', version: 1, effectiveFrom: '2026-01-01', position: expect.any(Number) }],
    meters: [{ meterNo: '4711', before: { litres: 50_000 }, after: { litres: 62_000 } }],
    volumes: [{ meterNo: '4711', month, litres: 12_000, litresNow: 12_000 }],
  })
  expect(data.days).toHaveLength(31)
  expect(data.days[0]).toMatchObject({ meterNo: '4711', day: '2026-03-01', how: 'measured', position: null })
})

describe('a bill as it was believed at a moment', () => {
  const moments: Record<'issued' | 'credited', string> = { issued: '', credited: '' }
  beforeAll(async () => {
    moments.issued = new Date().toISOString()
    const credit = { adjustmentId: randomUUID(), amount: 6.4, reason: 'a leak before the meter' }
    expect(await ask('PUT', `bill/credit/${billNo}`, credit)).toMatchObject({ code: 200 })
    moments.credited = new Date(Date.now() + 1).toISOString()
    await new Promise((resolve) => setTimeout(resolve, 5))
    // The bill is the former holder's.
    const payment = { accountNo: 'D-1', contractNo: 1, paymentId: randomUUID(), amount: 20, payMethod: '0' }
    expect(await ask('POST', 'payment', payment)).toMatchObject({ code: 200 })
  })

  // requirement of Bills and payments: A bill as it was believed at a moment | /billing/bills | GET /prod-api/business/bill/asOf/:billNo
  it('has the state, the corrections and the payments of then, and counts the events afterwards', async () => {
    const then = await ask('GET', `bill/asOf/${billNo}?asOf=${moments.issued}`)
    expect(then.data).toMatchObject({
      asOf: moments.issued,
      laterEvents: 2,
      bill: { billNo, status: '0', totalMinor: 2640, openMinor: 2640 },
    })
    const credited = await ask('GET', `bill/asOf/${billNo}?asOf=${moments.credited}`)
    expect(credited.data).toMatchObject({ laterEvents: 1, bill: { status: '0', totalMinor: 2000, openMinor: 2000 } })
    const now = await ask('GET', `bill/asOf/${billNo}?asOf=${new Date().toISOString()}`)
    const listed = await ask('GET', `bill/${billNo}`)
    expect(now.data).toEqual({ asOf: expect.any(String), laterEvents: 0, bill: listed.data })
    expect(listed.data).toMatchObject({ status: '1', openMinor: 0 })
  })

  it('is local to the utility where the moment has no zone, and refused before the bill was issued and in the future', async () => {
    expect(await ask('GET', `bill/asOf/${billNo}?asOf=2026-03-01T00:00:00`)).toMatchObject({ reason: 'bill-not-issued-then' })
    expect(await ask('GET', `bill/asOf/${billNo}?asOf=2199-01-01T00:00:00`)).toMatchObject({ reason: 'moment-in-future' })
    expect(await ask('GET', `bill/asOf/${billNo}?asOf=yesterday`)).toMatchObject({ reason: 'request-invalid' })
    const clock = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Rome', dateStyle: 'short', timeStyle: 'medium' })
    // The moment is a whole second: the one in which the bill was issued began before it.
    await sleep(1_000)
    const local = clock.format(Date.now()).replace(' ', 'T')
    expect((await ask('GET', `bill/asOf/${billNo}?asOf=${local}`)).data.bill).toMatchObject({ billNo })
  })

  it('is a PDF that says so, without a payment slip, and a calculation', async () => {
    const [page] = await pagesOf(`bill/pdf/${billNo}?asOf=${moments.issued}`)
    expect(page).toContain('As believed on')
    expect(page).toContain('26.40')
    expect(page).not.toContain('Payment slip')
    expect((await ask('GET', `bill/pdf/${billNo}?asOf=2020-01-01T00:00:00Z`)).reason).toBe('bill-not-issued-then')
    expect((await ask('GET', `bill/calculation/${billNo}?asOf=${moments.issued}`)).data).toMatchObject({ billNo })
  })

  // requirement of Bills and payments: The calculation of a bill as it was believed has the registers and days of then | /billing/bills | GET /prod-api/business/bill/calculation/:billNo
  it('has the registers and days that were known then, also after a reading was corrected', async () => {
    const known = async (asOf?: string) => (await ask('GET', `bill/calculation/${billNo}${asOf ? `?asOf=${asOf}` : ''}`)).data
    const before = await known()
    expect(await known(moments.issued)).toEqual(before)
    const correction = { at: '2026-03-31T22:00:00Z', litres: 61_500, reason: 'the customer sent a photo' }
    const url = '/api/v1/meters/4711/corrections'
    expect((await running.ask('north', { method: 'POST', url, payload: correction })).statusCode).toBe(200)
    await waitForViews(running.pool, await running.log.head(), 30_000)
    const now = await known()
    expect(now.meters).toMatchObject([{ after: { litres: 61_500 } }])
    expect(now.volumes).not.toEqual(before.volumes)
    expect(await known(new Date().toISOString())).toEqual(now)
    expect(await known(moments.issued)).toEqual(before)
    const [front, annex] = await pagesOf(`bill/pdf/${billNo}?annex=true&asOf=${moments.issued}`)
    expect(front).toContain('62.000')
    expect(annex).toContain('31 measured')
  })

  it('is not found by another tenant', async () => {
    expect((await ask('GET', `bill/asOf/${billNo}?asOf=${moments.issued}`, undefined, { tenant: 'south' })).code).toBe(404)
  })
})

describe('bills of a batch', () => {
  const print = async (request: object, tenant = 'north') => send('POST', 'bill/print', request, { tenant })

  // requirement of Bills and payments: Batch print of bills: one PDF of ticked bills, a filter or a run, in the background, with a limit | /billing/bills | POST /prod-api/business/bill/print
  it('are one PDF, each from a page of its own, of chosen bills or of a filter', async () => {
    const printed = await print({ billNos: String(billNo) })
    expect(printed.headers['content-type']).toBe('application/pdf')
    const pages = await readPdfText(printed.rawPayload)
    expect(pages[0]).toContain('D-1')
    expect((await readPdfText((await print({ accountNo: 'D-1', annex: 'true' })).rawPayload)).length).toBeGreaterThan(pages.length)
    expect((await print({ accountNo: 'absent' })).json()).toMatchObject({ reason: 'no-bills-selected' })
    expect((await print({ billNos: String(billNo) }, 'south')).json().code).not.toBe(200)
    const many = Array.from({ length: 501 }, (_, nth) => nth + 1).join(',')
    expect((await print({ billNos: many })).json()).toMatchObject({ reason: 'bills-to-print-too-many' })
  })

  it('are made in the background as exports are, with their progress and their file', async () => {
    const request = { path: '/prod-api/business/bill/print', request: { billNos: String(billNo) } }
    const { id } = (await running.ask('north', { method: 'POST', url: '/api/v1/exports', payload: request })).json()
    const job = async () => (await running.ask('north', { method: 'GET', url: `/api/v1/exports/${id}` })).json()
    await expect.poll(async () => (await job()).status).toBe('succeeded')
    const { file, rows, fileName } = await job()
    expect([rows, fileName, file]).toEqual([1, 'bills.pdf', expect.stringMatching(/\.pdf$/)])
    const url = '/prod-api/common/download'
    const saved = await running.ask('north', { method: 'POST', url, payload: { fileName: file } })
    expect((await readPdfText(saved.rawPayload))[0]).toContain('D-1')
  })
})

describe('bills that are sent by e-mail', () => {
  type Job = { id: string; status: string; counts: Record<string, number> | null }
  const mail = async (request: object): Promise<Job> => {
    const payload = { path: '/prod-api/business/bill/mail', request }
    const { id } = (await running.ask('north', { method: 'POST', url: '/api/v1/exports', payload })).json() as Job
    const job = async (): Promise<Job> => (await running.ask('north', { method: 'GET', url: `/api/v1/exports/${id}` })).json()
    await expect.poll(async () => (await job()).status).toBe('succeeded')
    return job()
  }
  const messages = async () =>
    (
      await running.pool.query<{ recipient: string; subject: string; fileName: string; bytes: Buffer }>(
        `select recipient, subject, file_name as "fileName", bytes from platform.outbox join platform.outbox_attachments using (message_id)`,
      )
    ).rows

  // requirement of Bills and payments: Batch mail of bills: each once per mailing or run, with its PDF; those without an address are counted | /billing/bills | POST /prod-api/business/bill/mail
  // requirement of Bills and payments: A mailing is a line of the history of its bill | /billing/bills | GET /api/v1/bills/:billNo/history
  it('go to the holder of their period once per mailing, with their PDF, and the others are counted', async () => {
    const request = { billNos: String(billNo), mailingId: randomUUID() }
    expect((await mail(request)).counts).toMatchObject({ mailed: 1, withoutAddress: 0, mailedBefore: 0 })
    expect((await mail(request)).counts).toMatchObject({ mailed: 0, mailedBefore: 1 })
    await waitForViews(running.pool, await running.log.head(), 30_000)
    const history = (await running.ask('north', { method: 'GET', url: `/api/v1/bills/${billNo}/history` })).json()
    expect(history.rows.filter(({ step }: { step: string }) => step === 'mailed')).toMatchObject([{ by: 'admin' }])
    const [message, ...others] = await messages()
    expect(others).toEqual([])
    expect(message).toMatchObject({ recipient: 'li@example.org', fileName: expect.stringMatching(/^D-1-2026-03-\d+\.pdf$/) })
    expect((await readPdfText(message!.bytes))[0]).toContain('D-1')
  })

  it('hold no request: the call of a client answers the job at once, and its file says what became of each', async () => {
    const request = { billNos: String(billNo), mailingId: randomUUID() }
    const answer = (await running.ask('north', { method: 'POST', url: '/prod-api/business/bill/mail', payload: request })).json()
    expect(answer).toMatchObject({ code: 200, data: { status: 'waiting', path: '/prod-api/business/bill/mail' } })
    const job = async () => (await running.ask('north', { method: 'GET', url: `/api/v1/exports/${answer.data.id}` })).json()
    await expect.poll(async () => (await job()).status).toBe('succeeded')
    expect(await job()).toMatchObject({ counts: { mailed: 1 }, fileName: 'bills-mailed.xlsx' })
    const { rows } = await running.pool.query(`select operation, outcome from platform.operation_log where operation like '%bill/mail'`)
    expect(rows).toContainEqual({ operation: 'POST /prod-api/business/bill/mail', outcome: 'accepted' })
  })

  it('are not sent by a caller who may not see accounts, and not to a holder without an address', async () => {
    const request = { billNos: String(billNo), mailingId: randomUUID() }
    const authorization = `Bearer ${running.tokenOf('north', 'analyst')}`
    const refused = await running.ask('north', {
      method: 'POST',
      url: '/prod-api/business/bill/mail',
      payload: request,
      headers: { authorization },
    })
    expect(refused.json().code).toBe(403)
    await running.pool.query(`update views.persons set email = null`)
    expect((await mail(request)).counts).toMatchObject({ mailed: 0, withoutAddress: 1 })
  })
})
