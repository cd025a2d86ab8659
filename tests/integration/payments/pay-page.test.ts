import { randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { payStreamLimits } from '@nightflow/api/http/pay-streams'
import { payLimits } from '@nightflow/platform/payments/pay-attempts'
import { readPdfText } from '@nightflow/worker/pdf/read-pdf-text'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type PayingUtility, startPayingUtility } from '../../support/payments/paying-utility.ts'
import { vendingOf } from '../../support/prepaid/vending-of-tests.ts'

let utility: PayingUtility
let api: FastifyInstance
let nth = 0

const call = async (path: string, payload: object, remoteAddress = `198.51.100.${nth}`) => {
  const answer = await api.inject({ method: 'POST', url: `/api/v1/pay/${path}`, payload, remoteAddress })
  return { status: answer.statusCode, ...answer.json() }
}
const linkOf = async (accountNo: string): Promise<{ address: string; code: string }> =>
  (await utility.done('GET', `customer/${accountNo}/payLink`)).link
const opened = async (accountNo: string) => {
  const { code } = await linkOf(accountNo)
  return call('account', { tenant: 'north', accountNo, code })
}

beforeAll(async () => {
  utility = await startPayingUtility('pay_page', { openVending: await vendingOf('north') })
  api = utility.running.api
  const scheme = { priceSchemeName: 'Households', billingMonths: 1, accumulationMonths: 12, vatRate: 10, startTime: '2026-01-01' }
  const steps = [{ startVolume: 0, endVolume: -1, unitPrice: 2 }]
  const { priceSchemeId } = await utility.done('POST', 'priceScheme', { ...scheme, steps })
  await utility.done('PUT', `priceScheme/publish/${priceSchemeId}`, {})
  const meters = ['p1', 'p2'].map((number) => ({ number, timeZone: 'UTC', caliberMillimetres: 15 }))
  await utility.running.ask('north', { method: 'POST', url: '/api/v1/meters', payload: { meters } })
  const holder = { customerName: 'Li Na', telephone: '13800138000', address: '8 Mill Lane', priceScheme: 'Households' }
  await utility.done('POST', 'customer', { ...holder, accountNo: 'PRE-1', meterNo: 'p1', businessMode: '1' })
  const generation = { supplyGroupCode: '123457', tariffIndex: '01', keyRevisionNumber: 1, keyType: '2', algorithm: '11', baseDate: '2014' }
  await utility.done('POST', 'stsMeter', { meterNo: 'p1', pan: '600727000000000009', ...generation })
  await utility.seen()
}, 120_000)
afterAll(() => {
  // The client of `fetch` connects anew after a stream that was left, and sends nothing: a server waits a minute for its first request.
  api?.server.closeAllConnections()
  return utility?.stop()
})
beforeEach(() => {
  nth += 1
})

describe('the page of an account', () => {
  // requirement of Payments: a customer pays without a sign-in, by account number and a code | /pay | POST /api/v1/pay/account
  test('opens with the account number and the code of its bill, however the code is typed', async () => {
    const { code, address } = await linkOf('PRE-1')
    expect(address).toMatch(/\/pay\/north#account=PRE-1&code=[0-9A-Z-]{14}$/)
    for (const typed of [code, code.toLowerCase(), code.replaceAll('-', ' ')]) {
      const page = await call('account', { tenant: 'north', accountNo: 'PRE-1', code: typed })
      expect(page).toMatchObject({ status: 200, accountNo: 'PRE-1', address: '8 Mill Lane', isPrepaid: true, bills: [], balanceMinor: 0 })
      expect(page.meters).toEqual([{ meterNo: 'p1', panLastFour: '0009', lastToken: null }])
      expect(page.platforms).toEqual([{ associationId: utility.associationId, name: 'Pay by sandbox' }])
    }
  })
  // requirement of Payments: a wrong account and a wrong code are answered alike | /pay | POST /api/v1/pay/account
  test('answers a wrong tenant, a wrong account, a wrong code and the code of another account alike', async () => {
    const { code } = await linkOf('PRE-1')
    const asked = { tenant: 'north', accountNo: 'PRE-1', code }
    for (const wrong of [
      { tenant: 'nowhere' },
      { tenant: 'south' },
      { accountNo: 'NO-SUCH' },
      { accountNo: 'ACC-1' },
      { code: 'AAAA-AAAA-AAAA' },
    ]) {
      const { instance: _, detail: __, ...answer } = await call('account', { ...asked, ...wrong })
      expect(answer, JSON.stringify(wrong)).toMatchObject({ status: 401, code: 'pay-code-wrong' })
    }
  })
  test('closes to a holder who has left: the next one has another code', async () => {
    const { code } = await linkOf('ACC-2')
    const transfer = { customerName: 'Wang Wei', telephone: '13900139000', address: '8 Mill Lane' }
    const before = await call('account', { tenant: 'north', accountNo: 'ACC-2', code })
    expect(before.status).toBe(200)
    await utility.done('PUT', 'customer/ACC-2/transfer', { ...transfer, reason: 'Sold' })
    await utility.seen()
    expect(await call('account', { tenant: 'north', accountNo: 'ACC-2', code })).toMatchObject({ code: 'pay-code-wrong' })
    expect(await call('preview', { pass: before.pass, associationId: utility.associationId, amount: 10 })).toMatchObject({
      code: 'pay-pass-over',
    })
    expect((await linkOf('ACC-2')).code).not.toBe(code)
  })
})

describe('guessing', () => {
  // requirement of Payments: guessing codes is slow, and is audited | /billing/payment/payAttempt | POST /api/v1/pay/account
  test('ends for an account after a few wrong codes, wherever they come from, and for a network after some more', async () => {
    const wrong = { tenant: 'north', accountNo: 'ACC-3', code: 'AAAA-AAAA-AAAA' }
    for (let at = 0; at < payLimits.failuresPerAccount; at += 1) await call('account', wrong, `203.0.113.${at}`)
    const { code } = await linkOf('ACC-3')
    expect(await call('account', { ...wrong, code }, '203.0.113.99')).toMatchObject({ status: 429, code: 'too-fast' })
    const answers = await Promise.all(
      Array.from({ length: payLimits.failuresPerNetwork + 10 }, (_, at) =>
        call('account', { ...wrong, accountNo: `NO-${at}` }, '192.0.2.7'),
      ),
    )
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(payLimits.failuresPerNetwork)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(10)
    const { rows } = await utility.ask('GET', 'payAttempt/list?accountNo=ACC-3&outcome=1&pageSize=50')
    expect(rows).toHaveLength(payLimits.failuresPerAccount)
    const since = async (year: number) => (await utility.ask('GET', `payAttempt/list?accountNo=ACC-3&beginTime=${year}-01-01`)).total
    expect([await since(2000), await since(2099)]).toEqual([payLimits.failuresPerAccount, 0])
    expect((await utility.ask('GET', 'payAttempt/list?accountNo=ACC-3', undefined, 'south')).rows).toEqual([])
  })
  test('an identifier of an order that is none counts as a wrong code', async () => {
    for (let at = 0; at < payLimits.failuresPerNetwork; at += 1)
      expect(await call('order', { tenant: 'north', orderId: randomUUID() }, '192.0.2.8')).toMatchObject({ status: 404 })
    expect(await call('order', { tenant: 'north', orderId: randomUUID() }, '192.0.2.8')).toMatchObject({ status: 429 })
  })
  test('a pass that was changed or that is of nothing opens nothing', async () => {
    const { pass } = await opened('PRE-1')
    const [content = '', signature] = pass.split('.')
    const other = JSON.parse(Buffer.from(content, 'base64url').toString())
    const forged = `${Buffer.from(JSON.stringify({ ...other, accountNo: 'ACC-1' })).toString('base64url')}.${signature}`
    for (const each of [forged, `${pass}x`, 'x', `${content}.`])
      expect(await call('preview', { pass: each, associationId: utility.associationId, amount: 10 })).toMatchObject({
        code: 'pay-pass-over',
      })
  })
})

const streamOf = (orderId: string, signal?: AbortSignal): Promise<Response> => {
  const { port } = api.server.address() as AddressInfo
  const headers = { accept: 'text/event-stream', 'content-type': 'application/json' }
  const body = JSON.stringify({ tenant: 'north', orderId })
  return fetch(`http://127.0.0.1:${port}/api/v1/pay/order/stream`, { method: 'POST', headers, body, ...(signal && { signal }) })
}
type Followed = { status: string; token: { digits: string[] } | null }
/** The states of an order one after the other, as the page gets them; null once the stream has ended. */
const follows = async (orderId: string) => {
  const leaving = new AbortController()
  const reader = (await streamOf(orderId, leaving.signal)).body!.pipeThrough(new TextDecoderStream()).getReader()
  const next = async (): Promise<Followed | null> => {
    const { done, value = '' } = await reader.read()
    const data = /^data: (.*)$/m.exec(value)?.[1]
    if (done) return null
    return data === undefined ? next() : JSON.parse(data)
  }
  const rest = async () => {
    const states: Followed[] = []
    for (let state = await next(); state; state = await next()) states.push(state)
    return states
  }
  return { next, rest, leave: () => leaving.abort() }
}

describe('paying', () => {
  const choice = (pass: string, change: object = {}) => ({ pass, associationId: utility.associationId, amount: 22.22, ...change })
  const placed = async (pass: string, change: object = {}) => {
    const orderId = randomUUID()
    expect(await call('orders', { ...choice(pass, change), orderId })).toMatchObject({ status: 200, orderId })
    const follow = () => call('order', { tenant: 'north', orderId })
    await expect.poll(follow, { timeout: 30_000 }).toMatchObject({ payAddress: expect.stringContaining(utility.address), isAccepted: true })
    return { orderId, follow, orderNumber: (await follow()).orderNumber as string }
  }

  // requirement of Payments: what a payment pays and buys is shown before it is paid | /pay | POST /api/v1/pay/preview
  test('shows fee, debts and water before, and gives the token at once after the platform confirmed the money', async () => {
    const { pass } = await opened('PRE-1')
    const preview = await call('preview', choice(pass, { meterNo: 'p1' }))
    expect(preview).toMatchObject({
      status: 200,
      amountMinor: 2_222,
      feeMinor: 22,
      billsMinor: 0,
      token: { chargedMinor: 2_200, litres: 10_002, tokenCount: 1 },
    })
    const { orderId, follow, orderNumber } = await placed(pass, { meterNo: 'p1' })
    expect(await follow()).toMatchObject({ status: '0', token: { meterNo: 'p1', digits: [] }, receipt: null })
    const events = follows(orderId)
    expect((await (await events).next())?.status).toBe('0')
    expect(utility.sandbox.orders.get(orderNumber)?.returnTo).toMatch(new RegExp(`/pay/north#order=${orderId}$`))
    await utility.sandbox.pay(orderNumber)
    await utility.sandbox.callBack(orderNumber)
    const pushed = await (await events).rest()
    expect(pushed.at(-1), 'the stream ends with the token').toMatchObject({
      status: '1',
      token: { digits: [expect.stringMatching(/^\d{20}$/)] },
    })
    await expect
      .poll(follow, { timeout: 30_000 })
      .toMatchObject({ status: '1', receivedMinor: 2_222, token: { digits: [expect.stringMatching(/^\d{20}$/)], litres: 10_002 } })
    expect((await follow()).receipt).toMatchObject({ billsMinor: 0, paymentNo: expect.any(Number) })
    await receiptHas(orderId, orderNumber, (await follow()).token.digits[0])
    expect((await opened('PRE-1')).meters[0].lastToken).toMatchObject({ litres: 10_002 })
    const { rows } = await utility.ask('GET', 'token/list?accountNo=PRE-1')
    expect(rows, 'one token').toHaveLength(1)
    expect(
      await utility.ask('PUT', `paymentOrder/refund/${await numberOf(orderNumber)}`, { refundId: randomUUID(), reason: 'Asked for' }),
    ).toMatchObject({
      reason: 'order-has-token',
    })
  })
  /** The receipt as PDF in each language: its division adds up, and the token is in groups of four. */
  const receiptHas = async (orderId: string, orderNumber: string, digits: string) => {
    for (const [language, title] of Object.entries({ en: 'Receipt', 'zh-CN': '收据', fr: 'Reçu', id: 'Kuitansi' })) {
      const payload = { tenant: 'north', orderId, language }
      const answer = await api.inject({ method: 'POST', url: '/api/v1/pay/receipt', payload })
      expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/pdf'])
      const printed = (await readPdfText(answer.rawPayload)).join('').replaceAll(/\s/g, '')
      for (const part of [title, orderNumber, digits, 'p1', '22.22', '0.22', '22.00'])
        expect(printed.replaceAll(',', '.'), `${language} ${part}`).toContain(part)
    }
  }
  const numberOf = async (orderNumber: string) => (await utility.ask('GET', `paymentOrder/list?orderNumber=${orderNumber}`)).rows[0].orderNo

  test('streams an order to a few pages at a time, has no receipt before it is paid, and streams nothing of an order that is none', async () => {
    const { pass } = await opened('PRE-1')
    const { orderId } = await placed(pass)
    expect(await call('receipt', { tenant: 'north', orderId })).toMatchObject({ status: 409, code: 'pay-receipt-none' })
    const pages = await Promise.all(Array.from({ length: payStreamLimits.ofOrder }, () => follows(orderId)))
    for (const page of pages) expect(await page.next()).toMatchObject({ status: '0' })
    const refused = await streamOf(orderId)
    expect([refused.status, await refused.json()]).toEqual([429, expect.objectContaining({ code: 'pay-streams-open' })])
    for (const page of pages) page.leave()
    await expect.poll(async () => (await call('order/stream', { tenant: 'south', orderId })).status).toBe(404)
  })
  test('recharges a prepaid account without a meter, and is found again after the line was cut', async () => {
    const { pass } = await opened('PRE-1')
    const { follow, orderNumber } = await placed(pass)
    await utility.gains(() => utility.sandbox.pay(orderNumber), 2_200, 'PRE-1')
    await expect.poll(follow, { timeout: 30_000 }).toMatchObject({ status: '1', token: null, receipt: { restMinor: 2_200 } })
    const { rows } = await utility.ask('GET', 'recharge/list?accountNo=PRE-1')
    expect(rows).toContainEqual(expect.objectContaining({ amountMinor: 2_200 }))
  })
  test('places one order, whatever repeats, and another one under its identifier is refused', async () => {
    const { pass } = await opened('ACC-1')
    const order = { ...choice(pass), orderId: randomUUID() }
    const answers = await Promise.all([1, 2, 3].map(() => call('orders', order)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await call('orders', { ...order, amount: 5 })).toMatchObject({ code: 'order-id-reused' })
    expect((await utility.ask('GET', 'paymentOrder/list?accountNo=ACC-1')).total).toBe(1)
  })
  test('keeps few orders of an account open at a time', async () => {
    const { pass } = await opened('ACC-1')
    const answers: { status: number; code?: string }[] = []
    for (let at = 0; at < 11; at += 1) answers.push(await call('orders', { ...choice(pass), orderId: randomUUID() }))
    expect(answers.at(-1)).toMatchObject({ status: 429, code: 'pay-orders-open' })
  })
  test('refuses amounts below zero, of nothing and beyond, and a meter of another account', async () => {
    const { pass } = await opened('PRE-1')
    for (const [amount, code] of [
      [0, 'order-not-positive'],
      [-5, 'order-not-positive'],
      [0.001, 'request-invalid'],
      [1e15, 'request-invalid'],
    ] as const)
      expect(await call('preview', choice(pass, { amount })), String(amount)).toMatchObject({ code })
    expect(await call('orders', { ...choice(pass, { meterNo: 'p2' }), orderId: randomUUID() })).toMatchObject({
      code: 'sts-meter-not-of-account',
    })
    expect(await call('orders', { ...choice(pass), orderId: '00000000-0000-0000-0000-000000000000' })).toMatchObject({
      code: 'request-invalid',
    })
  })
  test('never tells a payer of another tenant about an order', async () => {
    const { pass } = await opened('PRE-1')
    const { orderId } = await placed(pass)
    expect(await call('order', { tenant: 'south', orderId })).toMatchObject({ status: 404 })
  })
})
