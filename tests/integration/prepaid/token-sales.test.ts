import { randomUUID } from 'node:crypto'
import { waterSalesDecider } from '@nightflow/domain/billing/water-sales-decider'
import { meterTokensDecider } from '@nightflow/domain/prepaid/meter-tokens-decider'
import { executeCommand, stateOfStream } from '@nightflow/event-log/execute-command'
import { finishTokenSales } from '@nightflow/policies/prepaid/finish-token-sales'
import { returnTokenMoney } from '@nightflow/policies/prepaid/return-token-money'
import { sendTokens } from '@nightflow/policies/prepaid/send-tokens'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningApi, startApi } from '../../support/api/running-api.ts'
import { vendingOf } from '../../support/prepaid/vending-of-tests.ts'
import { runPolicies } from '../../support/running-policies.ts'

let running: RunningApi
type Answer = { code: number; reason?: string; msg?: string; data: Record<string, unknown>; rows?: Record<string, unknown>[] }
const ask = async (method: 'GET' | 'POST' | 'PUT', path: string, payload?: object, tenant = 'north'): Promise<Answer> =>
  (await running.ask(tenant, { method, url: `/prod-api/business/${path}`, ...(payload && { payload }) })).json()

const pans = { t1: '600727000000000009', t2: '600727000000000017', old: '600727000000000025', south: '600727000000000033' }
const panOfFree = '600727000000000041'
const generation = { supplyGroupCode: '123457', tariffIndex: '01', keyRevisionNumber: 1, keyType: '2', algorithm: '11', baseDate: '2014' }

beforeAll(async () => {
  running = await startApi('token_sales', { openVending: await vendingOf('north') })
  const scheme = { priceSchemeName: 'Households', billingMonths: 1, accumulationMonths: 12, vatRate: 10, startTime: '2026-01-01' }
  const steps = [{ startVolume: 0, endVolume: -1, unitPrice: 2 }]
  const { priceSchemeId } = (await ask('POST', 'priceScheme', { ...scheme, steps })).data
  await ask('PUT', `priceScheme/publish/${priceSchemeId}`, {})
  const meters = ['t1', 't2', 'old', 'bare', 'free'].map((number) => ({ number, timeZone: 'UTC', caliberMillimetres: 15 }))
  await running.ask('north', { method: 'POST', url: '/api/v1/meters', payload: { meters } })
  for (const meterNo of ['t1', 't2', 'old', 'bare', 'free']) {
    const holder = { customerName: 'Li Na', telephone: '13800138000', address: '8 Mill Lane' }
    const price = meterNo === 'free' ? {} : { priceScheme: 'Households' }
    const opened = await ask('POST', 'customer', { ...holder, ...price, accountNo: `A-${meterNo}`, meterNo })
    expect(opened).toMatchObject({ code: 200 })
  }
  for (const [meterNo, change] of [
    ['t1', {}],
    ['t2', { algorithm: '07', supplyGroupCode: '123456' }],
    ['old', { baseDate: '1993' }],
  ] as const) {
    const registered = await ask('POST', 'stsMeter', { meterNo, pan: pans[meterNo], ...generation, ...change })
    expect(registered).toMatchObject({ code: 200 })
  }
}, 120_000)
afterAll(() => running?.stop())

const saleOf = (meterNo: 't1' | 't2' | 'old', change: object = {}) => ({
  ...{ requestId: randomUUID(), accountNo: `A-${meterNo}`, meterNo, panLastFour: pans[meterNo].slice(-4), amount: 22, payMethod: '0' },
  ...change,
})
const balanceOf = async (accountNo: string) => (await ask('GET', `payment/balance?accountNo=${accountNo}`)).data.balanceMinor

describe('a sale of tokens', () => {
  // requirement of Tokens: Meter, last four of the PAN, address and last token are shown before money is taken | /prepaid/tokenDesk | GET /prod-api/business/token/quote
  it('shows meter, money and water before money is taken', async () => {
    const { data } = await ask('GET', 'token/quote?accountNo=A-t1&amount=22')
    expect(data).toMatchObject({ meterNo: 't1', panLastFour: '0009', lastToken: null, address: '8 Mill Lane' })
    expect(data).toMatchObject({ amountMinor: 2_200, owedMinor: 0, chargedMinor: 2_200, vatMinor: 200, litres: 10_002, tokenCount: 1 })
    const byVolume = await ask('GET', 'token/quote?accountNo=A-t1&cubicMetres=10')
    expect(byVolume.data).toMatchObject({ amountMinor: 2_200, roundedUpLitres: expect.any(Number) })
    expect(await balanceOf('A-t1')).toBe(0)
  })

  // requirement of Tokens: The same request gives the same token | /prepaid/tokenDesk | POST /prod-api/business/token/sell
  it('takes the money and answers twenty digits; the same request answers the same digits, another body is refused', async () => {
    const sale = saleOf('t1')
    const sold = await ask('POST', 'token/sell', sale)
    expect(sold).toMatchObject({ code: 200, data: { amountMinor: 2_200, chargedMinor: 2_200 } })
    const { tokens } = sold.data as { tokens: string[] }
    expect(tokens).toEqual([expect.stringMatching(/^\d{20}$/)])
    expect((await ask('POST', 'token/sell', sale)).data).toEqual(sold.data)
    expect(await ask('POST', 'token/sell', { ...sale, amount: 23 })).toMatchObject({ reason: 'sts-request-id-used' })
    expect(await balanceOf('A-t1'), 'paid once').toBe(0)
    const { rows } = await ask('GET', `token/list?digits=${tokens[0]}`)
    expect(rows).toEqual([expect.objectContaining({ meterNo: 't1', accountNo: 'A-T1', status: '1', digits: tokens[0] })])
    expect((await ask('GET', 'token/quote?accountNo=A-t1&amount=1')).data.lastToken).toMatchObject({ digits: tokens[0] })
  })

  it('gives repeats that arrive together one token, and takes the money once', async () => {
    const sale = saleOf('t2')
    const answers = await Promise.all(Array.from({ length: 8 }, () => ask('POST', 'token/sell', sale)))
    expect(new Set(answers.map(({ data }) => (data.tokens as string[]).join()))).toHaveLength(1)
    expect(await balanceOf('A-t2')).toBe(0)
  })

  it('gives sales of one meter that race identifiers that rise', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => ask('POST', 'token/sell', saleOf('t1', { amount: 2 }))))
    expect(answers.map(({ code }) => code)).toEqual(Array.from({ length: 12 }, () => 200))
    expect(new Set(answers.map(({ data }) => (data.tokens as string[])[0]))).toHaveLength(12)
    const events = await running.log.readStream('north/prepaid-sts-meter-t1', { afterVersion: 0, limit: 1_000 })
    const identifiers = events.flatMap(({ type, data }) =>
      type === 'prepaid.TokensRequested' ? (data.parts as { tokenIdentifier: number }[]).map((part) => part.tokenIdentifier) : [],
    )
    expect(identifiers.toSorted((one, other) => one - other)).toEqual([...new Set(identifiers)])
    expect(identifiers).toEqual(identifiers.toSorted((one, other) => one - other))
  })

  it('splits a volume above the exact range into exact tokens', async () => {
    const { data } = await ask('POST', 'token/sell', saleOf('t2', { amount: 4_400 }))
    expect(data.tokens).toHaveLength(2)
    expect(data).toMatchObject({ chargedMinor: 440_000 })
  })

  it('is refused above the exact range before money is taken, where the utility does not split', async () => {
    const change = (largeTokenSales: string) =>
      running.ask('north', { method: 'PUT', url: '/prod-api/system/tenant/settings', payload: { largeTokenSales } })
    await change('refuse')
    const before = await balanceOf('A-t2')
    const refusal = { reason: 'sts-sale-too-large', msg: expect.stringContaining('1638.3') }
    expect(await ask('GET', 'token/quote?accountNo=A-t2&cubicMetres=1639')).toMatchObject(refusal)
    expect(await ask('POST', 'token/sell', saleOf('t2', { amount: 4_400 }))).toMatchObject(refusal)
    expect(await balanceOf('A-t2')).toBe(before)
    expect(await ask('GET', 'token/quote?accountNo=A-t2&cubicMetres=1638.3')).toMatchObject({ code: 200, data: { tokenCount: 1 } })
    await change('split')
  })

  it('pays a debt by its plan first, as the quote says, and refuses to sell where nothing is left', async () => {
    const debtId = randomUUID()
    const planned = { planSource: '1', planDeductions: 1 }
    await ask('POST', 'debt', { debtId, accountNo: 'A-t1', feeName: 'Meter', debtType: '1', amount: 5, ...planned })
    const quoted = (await ask('GET', 'token/quote?accountNo=A-t1&amount=22')).data
    expect(quoted).toMatchObject({ amountMinor: 2_200, owedMinor: 500 })
    const sold = (await ask('POST', 'token/sell', saleOf('t1', { amount: 22 }))).data
    expect(sold).toMatchObject({ chargedMinor: quoted!.chargedMinor, litres: quoted!.litres })
    expect((await ask('GET', 'token/quote?accountNo=A-t1&amount=22')).data).toMatchObject({ owedMinor: 0 })
    await ask('POST', 'debt', { debtId: randomUUID(), accountNo: 'A-t1', feeName: 'Pipe', debtType: '1', amount: 3, ...planned })
    expect(await ask('POST', 'token/sell', saleOf('t1', { amount: 3 }))).toMatchObject({ reason: 'sts-nothing-bought' })
  })

  it('refuses first what the meter, the account or the module would refuse', async () => {
    expect(await ask('POST', 'token/sell', saleOf('t1', { panLastFour: '0000' }))).toMatchObject({ reason: 'sts-pan-differs' })
    expect(await ask('POST', 'token/sell', saleOf('t1', { accountNo: 'A-t2' }))).toMatchObject({ reason: 'sts-meter-not-of-account' })
    expect(await ask('POST', 'token/sell', saleOf('old'))).toMatchObject({ reason: 'sts-base-date-over' })
    expect(await ask('GET', 'token/quote?accountNo=A-bare&amount=5')).toMatchObject({ reason: 'sts-meter-not-of-account' })
    expect(await ask('GET', 'token/quote?accountNo=A-t1')).toMatchObject({ reason: 'sts-amount-or-volume' })
    expect(await balanceOf('A-old')).toBe(0)
    const registered = { meterNo: 's1', pan: pans.south, ...generation }
    expect(await ask('POST', 'stsMeter', registered, 'south')).toMatchObject({ code: 200 })
    const sale = { ...saleOf('t1'), accountNo: 'S-1', meterNo: 's1' }
    expect(await ask('POST', 'token/sell', sale, 'south')).toMatchObject({ reason: 'sts-no-module' })
    await ask('POST', 'stsMeter', { meterNo: 'free', pan: panOfFree, ...generation })
    expect(await ask('GET', 'token/quote?accountNo=A-free&amount=5')).toMatchObject({ reason: 'sts-no-price' })
  })
})

const signedInAs = async (username: string, method: 'POST' | 'PUT', path: string, payload: object): Promise<Answer> =>
  (
    await running.ask('north', {
      ...{ method, url: `/prod-api/business/${path}`, payload },
      headers: { authorization: `Bearer ${running.tokenOf('north', 'admin', username)}` },
    })
  ).json()
const sell = async (meterNo: 't1' | 't2' = 't2') =>
  (await ask('POST', 'token/sell', saleOf(meterNo))).data as { tokenNo: number; tokens: string[] }

describe('the refund of a token', () => {
  const apply = async (tokenNo: number) => {
    expect(await ask('PUT', `token/refund/${tokenNo}`, { reason: 'sold for the wrong meter' })).toMatchObject({ code: 200 })
    const { rows } = await ask('GET', 'stsRefund/list?refundStatus=0')
    return rows![0] as { refundNo: number; rechargeFlag: string }
  }

  // requirement of Tokens: A refund is applied for, reviewed, and approved or not approved | /prepaid/stsRefund | PUT /prod-api/business/stsRefund/approve/:refundNo
  it('is applied for, reviewed, and approved by another person; the price becomes the balance', async () => {
    const before = (await balanceOf('A-t2')) as number
    const { tokenNo } = await sell()
    const { refundNo, rechargeFlag } = await apply(tokenNo)
    expect(rechargeFlag, 'in search').toBe('1')
    expect(await ask('PUT', `token/refund/${tokenNo}`, { reason: 'again' })).toMatchObject({ reason: 'sts-refund-open' })
    expect(await ask('PUT', `stsRefund/review/${refundNo}`, { comments: '' })).toMatchObject({ code: 200 })
    expect(await signedInAs('clerk', 'PUT', `stsRefund/approve/${refundNo}`, { comments: '' })).toMatchObject({
      reason: 'sts-refund-in-search',
    })
    expect(await ask('PUT', `stsRefund/flag/${refundNo}`, { rechargeFlag: '2', comments: 'log of the meter' })).toMatchObject({ code: 200 })
    expect(await ask('PUT', `stsRefund/approve/${refundNo}`, { comments: '' })).toMatchObject({ reason: 'sts-own-request' })
    expect(await signedInAs('clerk', 'PUT', `stsRefund/approve/${refundNo}`, { comments: 'agreed' })).toMatchObject({ code: 200 })
    expect(await balanceOf('A-t2')).toBe(before + 2_200)
    expect((await ask('GET', `stsRefund/${refundNo}`)).data).toMatchObject({ refundStatus: '2', rechargeFlag: '4' })
    expect((await ask('GET', `token/${tokenNo}`)).data).toMatchObject({ status: '3' })
    expect(await signedInAs('clerk', 'PUT', `stsRefund/approve/${refundNo}`, { comments: 'again' })).toMatchObject({ code: 200 })
    expect(await balanceOf('A-t2'), 'given back once').toBe(before + 2_200)
  })

  // requirement of Tokens: Token has been filled in the table, not allowed to return the purchase | /prepaid/stsRefund | PUT /prod-api/business/stsRefund/approve/:refundNo
  it('is not allowed once the token is in the meter', async () => {
    const { tokenNo } = await sell()
    const { refundNo } = await apply(tokenNo)
    await ask('PUT', `stsRefund/flag/${refundNo}`, { rechargeFlag: '3', comments: '' })
    const refused = await signedInAs('clerk', 'PUT', `stsRefund/approve/${refundNo}`, { comments: '' })
    expect(refused).toMatchObject({ reason: 'sts-refund-filled' })
    expect(refused.msg).toContain('Token has been filled in the table, not allowed to return the purchase')
    expect(await ask('PUT', `stsRefund/reject/${refundNo}`, { comments: 'entered' })).toMatchObject({ code: 200 })
    expect(await ask('PUT', `token/refund/${tokenNo}`, { reason: 'again' })).toMatchObject({ reason: 'sts-refund-filled' })
  })
})

describe('a sale that its process left', () => {
  const execute = (command: Extract<Parameters<typeof meterTokensDecider.streamOf>[0], { type: 'StartTokenSale' | 'FailTokenSale' }>) =>
    executeCommand(running.log, {
      ...{ decider: meterTokensDecider, tenant: 'north', command, actor: 'user:1' },
      context: { now: new Date().toISOString(), actor: 'user:1', timeZone: 'UTC' },
    })
  const started = { type: 'StartTokenSale', meterNo: 't2', accountNo: 'A-T2', amountMinor: 2_200, payMethod: '0' } as const

  it('gets its token from the policy: the money is taken once', async () => {
    const before = await balanceOf('A-t2')
    const requestId = randomUUID()
    await execute({ ...started, requestId })
    const vending = (await vendingOf('north'))(running.log)
    const later = () => Date.now() + 61_000
    const policies = runPolicies(running, [finishTokenSales({ ...running, vending })], { now: later })
    const tokens = async () =>
      (await stateOfStream(running.log, 'north/prepaid-sts-meter-t2', meterTokensDecider)).sales.get(requestId)?.tokens
    await expect.poll(tokens).toEqual([expect.stringMatching(/^\d{20}$/)])
    await policies.stop()
    expect(await balanceOf('A-t2')).toBe(before)
  })

  it('that got no token gives back the water that was sold', async () => {
    const before = (await balanceOf('A-t2')) as number
    const requestId = randomUUID()
    await execute({ ...started, requestId })
    const sold = { type: 'SellWater', accountNo: 'A-T2', saleId: requestId, meterNo: 't2', contractNo: 1, litres: 1_000 } as const
    const context = { now: new Date().toISOString(), actor: 'user:1', timeZone: 'UTC' }
    const command = { ...sold, amountMinor: 220, vatMinor: 20 }
    await executeCommand(running.log, { decider: waterSalesDecider, tenant: 'north', actor: 'user:1', command, context })
    await execute({ type: 'FailTokenSale', meterNo: 't2', requestId, reasonCode: 'sts-module-unreachable' })
    const policies = runPolicies(running, [returnTokenMoney(running)])
    const isTakenBack = async () =>
      (await stateOfStream(running.log, 'north/billing-account-A-T2', waterSalesDecider)).sales.get(requestId)?.isTakenBack
    await expect.poll(isTakenBack).toBe(true)
    await policies.stop()
    await expect.poll(() => balanceOf('A-t2')).toBe(before)
  })
})

describe('the decode desk', () => {
  // requirement of Tokens: Twenty digits are decoded | /prepaid/tokenDesk | POST /prod-api/business/token/decode
  it('says what twenty digits are, whose, and sold by whom', async () => {
    const { tokens, tokenNo } = await sell('t1')
    const grouped = tokens[0]!.match(/\d{4}/g)!.join(' ')
    const { data } = await ask('POST', 'token/decode', { digits: grouped })
    expect(data).toMatchObject({ isOurs: true, isIntact: true, tokenNo, tokenClass: 0, kind: 'water', meterNo: 't1', soldBy: 'admin' })
    expect(data.litres).toBeGreaterThanOrEqual(10_000)
    const foreign = await ask('POST', 'token/decode', { digits: '56493153725450313471', meterNo: 't1' })
    expect(foreign.data).toMatchObject({ isOurs: false, tokenClass: 1, kind: 'meter-test', tokenNo: null })
    expect(await ask('POST', 'token/decode', { digits: '99999999999999999999' })).toMatchObject({ reason: 'sts-token-digits' })
  })

  it('is slow for a program that guesses', async () => {
    const answers = await Promise.all(Array.from({ length: 25 }, () => ask('POST', 'token/decode', { digits: '56493153725450313471' })))
    expect(answers.some(({ reason }) => reason === 'too-fast')).toBe(true)
  })
})

describe('management of a meter', () => {
  const stsMeterId = async (meterNo: string) =>
    ((await ask('GET', `stsMeter/list?meterNo=${meterNo}`)).rows![0] as { stsMeterId: number }).stsMeterId

  // requirement of Tokens: A token that manages a meter needs two people | /prepaid/stsMeters | PUT /prod-api/business/stsMeter/manage/:stsMeterId
  it('needs a second person, a reason and a day', async () => {
    const id = await stsMeterId('t1')
    const asked = { requestId: randomUUID(), kind: '2', amount: null, expiresOn: '2099-01-01', reason: 'meter was moved' }
    expect(await ask('PUT', `stsMeter/manage/${id}`, { ...asked, kind: '1' })).toMatchObject({ reason: 'sts-management-value' })
    expect(await ask('PUT', `stsMeter/manage/${id}`, { ...asked, expiresOn: '2020-01-01' })).toMatchObject({ reason: 'sts-expires-before' })
    expect(await ask('PUT', `stsMeter/manage/${id}`, asked)).toMatchObject({ code: 200 })
    const { rows } = await ask('GET', 'token/list?status=4')
    const { tokenNo } = rows![0] as { tokenNo: number }
    expect(await ask('PUT', `token/approve/${tokenNo}`, { comments: '' })).toMatchObject({ reason: 'sts-own-request' })
    expect(await signedInAs('clerk', 'PUT', `token/approve/${tokenNo}`, { comments: '' })).toMatchObject({ code: 200 })
    expect((await ask('GET', `token/${tokenNo}`)).data).toMatchObject({ status: '1', kind: '2', digits: expect.stringMatching(/^\d{20}$/) })
  })

  // requirement of Tokens: The credit of a replaced meter becomes a token of the new one, with a second person | /prepaid/stsMeters | PUT /prod-api/business/stsMeter/manage/:stsMeterId
  it('gives the water that was left in a replaced meter to the new one, once, by two people', async () => {
    const id = await stsMeterId('t2')
    const asked = { requestId: randomUUID(), kind: '7', amount: 12_340, expiresOn: '2099-01-01', reason: 'glass broken' }
    expect(await ask('PUT', `stsMeter/manage/${id}`, asked)).toMatchObject({ reason: 'sts-not-replaced' })
    const meters = [{ number: 'gone', timeZone: 'UTC', caliberMillimetres: 15 }]
    await running.ask('north', { method: 'POST', url: '/api/v1/meters', payload: { meters } })
    const replaced = { replacedBy: 't2', replacedAt: new Date().toISOString(), finalLitres: 100, initialLitres: 0 }
    const answered = await running.ask('north', { method: 'POST', url: '/api/v1/meters/gone/replacement', payload: replaced })
    expect(answered.statusCode).toBe(200)
    expect(await ask('PUT', `stsMeter/manage/${id}`, { ...asked, amount: 0 })).toMatchObject({ reason: 'sts-replacement-litres' })
    expect(await ask('PUT', `stsMeter/manage/${id}`, asked)).toMatchObject({ code: 200 })
    const again = { ...asked, requestId: randomUUID() }
    expect(await ask('PUT', `stsMeter/manage/${id}`, again)).toMatchObject({ reason: 'sts-credit-transferred' })
    const { tokenNo } = (await ask('GET', 'token/list?kind=7')).rows![0] as { tokenNo: number }
    expect(await ask('PUT', `token/approve/${tokenNo}`, { comments: '' })).toMatchObject({ reason: 'sts-own-request' })
    await signedInAs('clerk', 'PUT', `token/approve/${tokenNo}`, { comments: '' })
    const { data } = await ask('GET', `token/${tokenNo}`)
    expect(data).toMatchObject({ status: '1', litres: 12_400, chargedMinor: 0 })
    // The administrator has decoded as many as a minute allows.
    const read = (await signedInAs('clerk', 'POST', 'token/decode', { digits: data.digits as string })).data
    expect(read).toMatchObject({ kind: 'water', litres: 12_400, meterNo: 't2' })
  })

  it('changes a key by a set of tokens that counts once it is confirmed; nothing is sold meanwhile', async () => {
    const id = await stsMeterId('t1')
    const { algorithm: _, ...present } = generation
    const next = { ...present, keyRevisionNumber: 2, keyExpiryNumber: 255, requestId: randomUUID(), reason: 'new revision' }
    expect(await ask('PUT', `stsMeter/changeKey/${id}`, next)).toMatchObject({ code: 200 })
    const { rows } = await ask('GET', 'token/list?kind=6')
    expect((rows![0] as { digits: string }).digits.split(' ')).toHaveLength(4)
    expect(await ask('POST', 'token/sell', saleOf('t1'))).toMatchObject({ reason: 'sts-key-change-pending' })
    expect(await ask('PUT', `stsMeter/confirmKey/${id}`, { comments: 'entered' })).toMatchObject({ code: 200 })
    expect((await ask('GET', `stsMeter/${id}`)).data).toMatchObject({ keyRevisionNumber: 2, pendingKey: null })
    expect(await ask('POST', 'token/sell', saleOf('t1'))).toMatchObject({ code: 200 })
  })
})

describe('a token that is sent to the holder', () => {
  // requirement of Tokens: Tokens reach people by text message and mail | /prepaid/tokens | PUT /prod-api/business/token/send/:tokenNo
  it('is one text message with the digits in groups, whatever repeats; each further one is asked for', async () => {
    const policies = runPolicies({ log: running.log, pool: running.servicePool }, [sendTokens(running.servicePool)])
    const { tokenNo, tokens } = await sell()
    const sendId = randomUUID()
    for (const _ of [1, 2]) expect(await ask('PUT', `token/send/${tokenNo}`, { sendId })).toMatchObject({ code: 200 })
    const messages = async () =>
      (
        await running.pool.query('select channel, recipient, body from platform.outbox where body like $1', [
          `%${tokens[0]!.slice(0, 4)} %`,
        ])
      ).rows
    await expect.poll(messages).toHaveLength(1)
    expect((await messages())[0]).toMatchObject({
      ...{ channel: 'sms', recipient: '13800138000' },
      body: expect.stringContaining(tokens[0]!.replace(/(\d{4})(?=\d)/g, '$1 ')),
    })
    await ask('PUT', `token/send/${tokenNo}`, { sendId: randomUUID() })
    await expect.poll(messages).toHaveLength(2)
    for (let nth = 2; nth < 10; nth++) await ask('PUT', `token/send/${tokenNo}`, { sendId: randomUUID() })
    expect(await ask('PUT', `token/send/${tokenNo}`, { sendId: randomUUID() })).toMatchObject({ reason: 'sts-token-sent-often' })
    await policies.stop()
  })
})

describe('the receipt of a token', () => {
  it('is a PDF with the digits, as often as it is printed', async () => {
    const { tokenNo } = await sell()
    const printed = async () => running.ask('north', { method: 'GET', url: `/prod-api/business/token/receipt/${tokenNo}?language=en` })
    const [first, again] = [await printed(), await printed()]
    expect([first.statusCode, first.headers['content-type']]).toEqual([200, 'application/pdf'])
    expect(again.statusCode).toBe(200)
  })
})
