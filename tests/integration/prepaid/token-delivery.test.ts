import { randomUUID } from 'node:crypto'
import { meterTokensDecider } from '@nightflow/domain/prepaid/meter-tokens-decider'
import { stateOfStream } from '@nightflow/event-log/execute-command'
import { expireTokenDownlinks } from '@nightflow/policies/prepaid/expire-token-downlinks'
import { sendSoldTokens } from '@nightflow/policies/prepaid/send-sold-tokens'
import { sendTokens } from '@nightflow/policies/prepaid/send-tokens'
import { listWaitingTokens } from '@nightflow/projections/prepaid/token-downlinks'
import { waitForViews } from '@nightflow/projections/projector/checkpoint'
import { tokenDownlinkHours } from '@nightflow/schemas/prepaid/token-downlink'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type RunningApi, startApi } from '../../support/api/running-api.ts'
import { type IngestApp, ingestApp } from '../../support/data/ingest-app.ts'
import { vendingOf } from '../../support/prepaid/vending-of-tests.ts'
import { type RunningPolicies, runPolicies } from '../../support/running-policies.ts'

let running: RunningApi
let ingest: IngestApp
let policies: RunningPolicies
/** The clock of the policies is ahead by this. */
let ahead = 0
type Answer = { code: number; reason?: string; data: Record<string, unknown>; rows?: Record<string, unknown>[] }
const ask = async (method: 'GET' | 'POST' | 'PUT', path: string, payload?: object): Promise<Answer> =>
  (await running.ask('north', { method, url: `/prod-api/business/${path}`, ...(payload && { payload }) })).json()

const pans = { 5001: '600727000000000009', 5002: '600727000000000017' }
type Meter = keyof typeof pans
const generation = { supplyGroupCode: '123457', tariffIndex: '01', keyRevisionNumber: 1, keyType: '2', algorithm: '11', baseDate: '2014' }

beforeAll(async () => {
  running = await startApi('token_downlinks', { openVending: await vendingOf('north') })
  const { pool, log } = running
  ingest = await ingestApp(log, { tokenDownlinks: { log, listWaiting: (tenant, gateway) => listWaitingTokens(pool, tenant, gateway) } })
  policies = runPolicies(running, [expireTokenDownlinks], { now: () => Date.now() + ahead })
  const scheme = { priceSchemeName: 'Households', billingMonths: 1, accumulationMonths: 12, vatRate: 10, startTime: '2026-01-01' }
  const steps = [{ startVolume: 0, endVolume: -1, unitPrice: 2 }]
  const { priceSchemeId } = (await ask('POST', 'priceScheme', { ...scheme, steps })).data
  await ask('PUT', `priceScheme/publish/${priceSchemeId}`, {})
  for (const [meterNo, pan] of Object.entries(pans)) {
    const meters = [{ number: meterNo, timeZone: 'UTC', caliberMillimetres: 15 }]
    await running.ask('north', { method: 'POST', url: '/api/v1/meters', payload: { meters } })
    const holder = { customerName: 'Li Na', telephone: '13800138000', address: '8 Mill Lane' }
    await ask('POST', 'customer', { ...holder, accountNo: `A-${meterNo}`, meterNo, priceScheme: 'Households' })
    expect(await ask('POST', 'stsMeter', { meterNo, pan, ...generation, isTwoWay: meterNo === '5001' })).toMatchObject({ code: 200 })
    const frame = { frameId: randomUUID(), sentAt: new Date().toISOString(), readings: [{ meter: meterNo, at: Date.now(), litres: 10 }] }
    await waitForViews(pool, (await ingest.post(frame)).json().position, 60_000)
  }
}, 120_000)
afterAll(async () => {
  await policies.stop()
  await ingest.app.close()
  await running.stop()
})

const sell = async (meterNo: Meter = 5001) => {
  const sale = { accountNo: `A-${meterNo}`, meterNo: String(meterNo), panLastFour: pans[meterNo].slice(-4), amount: 22, payMethod: '0' }
  const requestId = randomUUID()
  const { data } = await ask('POST', 'token/sell', { requestId, ...sale })
  await seen()
  return { ...(data as { tokenNo: number; tokens: string[] }), requestId, again: () => ask('POST', 'token/sell', { requestId, ...sale }) }
}
const seen = () => running.log.head().then((head) => waitForViews(running.pool, head, 60_000))
type Fetched = { downlinkId: string; meter: string; tokens: string[]; repeated: boolean }
const fetched = async (): Promise<Fetched[]> => {
  const { tokens } = (await ingest.post('', { method: 'GET', url: '/ingest/v1/tokens' })).json() as { tokens: Fetched[] }
  await seen()
  return tokens
}
const report = async (downlinkId: string, result: object, meter = '5001') => {
  const answered = (await ingest.post({ meter, ...result }, { url: `/ingest/v1/tokens/${downlinkId}` })).json()
  await seen()
  return answered
}
const entryOf = async ({ tokens }: { tokens: string[] }) => (await ask('POST', 'token/decode', { digits: tokens[0] })).data.entry
const stateOf = async (tokenNo: number) => (await ask('GET', `token/${tokenNo}`)).data.downlink

describe('a token of a two-way meter', () => {
  // requirement of Tokens: Tokens of two-way meters are sent by their gateway | /prepaid/tokens | PUT /prod-api/business/token/deliver/:tokenNo
  test('is queued for its gateway once, however often the sale is repeated, and counts as entered when the meter confirms', async () => {
    const sold = await sell()
    await sold.again()
    expect(await stateOf(sold.tokenNo)).toBe('1')
    const expected = { downlinkId: sold.requestId, meter: '5001', tokens: sold.tokens }
    expect(await fetched()).toEqual([expect.objectContaining({ ...expected, repeated: false })])
    expect(await fetched(), 'until there is a result').toEqual([expect.objectContaining({ ...expected, repeated: true })])
    expect([await stateOf(sold.tokenNo), await entryOf(sold)]).toEqual(['2', 'onItsWay'])
    for (const _ of [1, 2]) expect(await report(sold.requestId, { result: 'confirmed' })).toMatchObject({ result: 'confirmed' })
    expect([await fetched(), await stateOf(sold.tokenNo), await entryOf(sold)]).toEqual([[], '3', 'entered'])
    expect(await ask('PUT', `token/refund/${sold.tokenNo}`, { reason: 'not wanted' })).toMatchObject({ reason: 'sts-refund-filled' })
    expect(await ask('PUT', `token/deliver/${sold.tokenNo}`, { downlinkId: randomUUID() })).toMatchObject({ reason: 'token-downlink-over' })
  })

  test('that was not entered is sent once more when a person asks for it', async () => {
    const { tokenNo, requestId } = await sell()
    expect(await ask('PUT', `token/deliver/${tokenNo}`, { downlinkId: randomUUID() })).toMatchObject({ reason: 'token-downlink-open' })
    await fetched()
    await report(requestId, { result: 'failed', reason: 'no radio' })
    expect([await stateOf(tokenNo), await fetched()]).toEqual(['4', []])
    const downlinkId = randomUUID()
    for (const _ of [1, 2]) expect(await ask('PUT', `token/deliver/${tokenNo}`, { downlinkId })).toMatchObject({ code: 200 })
    await seen()
    expect(await fetched()).toEqual([expect.objectContaining({ downlinkId, repeated: false })])
    await report(downlinkId, { result: 'confirmed' })
    expect(await stateOf(tokenNo)).toBe('3')
  })

  test('that may still be entered is not refunded, and one that was refunded is not sent', async () => {
    const sold = await sell()
    const { tokenNo } = sold
    await ask('PUT', `token/refund/${tokenNo}`, { reason: 'not wanted' })
    const { refundNo } = (await ask('GET', 'stsRefund/list?refundStatus=0')).rows![0] as { refundNo: number }
    await ask('PUT', `stsRefund/flag/${refundNo}`, { rechargeFlag: '2', comments: 'log of the meter' })
    expect(await ask('PUT', `stsRefund/approve/${refundNo}`, { comments: '' })).toMatchObject({ reason: 'token-downlink-open' })
    ahead = (tokenDownlinkHours + 1) * 3_600_000
    await expect.poll(() => seen().then(() => stateOf(tokenNo))).toBe('4')
    ahead = 0
    expect([await fetched(), await entryOf(sold)]).toEqual([[], 'notEntered'])
  })
})

test('a token of a meter that is not two-way is not queued, and cannot be', async () => {
  const sold = await sell(5002)
  const { tokenNo } = sold
  expect([await fetched(), await stateOf(tokenNo), await entryOf(sold)]).toEqual([[], '0', 'unknown'])
  expect(await ask('PUT', `token/deliver/${tokenNo}`, { downlinkId: randomUUID() })).toMatchObject({ reason: 'sts-meter-one-way' })
})

test('a result for an unknown token, and one of another meter, are refused in words', async () => {
  const { requestId } = await sell()
  expect(await report(randomUUID(), { result: 'confirmed' })).toMatchObject({ status: 404 })
  expect(await report(requestId, { result: 'confirmed' }, '5002')).toMatchObject({ status: 404 })
  expect(await report(requestId, { result: 'perhaps' })).toMatchObject({ status: 400 })
})

describe('a sale of a utility that sends tokens', () => {
  const change = (tokensAfterSale: string) =>
    running.ask('north', { method: 'PUT', url: '/prod-api/system/tenant/settings', payload: { tokensAfterSale } })
  const messagesOf = async ([digits]: readonly string[]) => {
    const written = `%${digits!.slice(0, 4)} ${digits!.slice(4, 8)} %`
    return (await running.pool.query('select channel from platform.outbox where body like $1', [written])).rows
  }

  // requirement of Tokens: Tokens reach people by themselves after a sale | /system/settings | PUT /prod-api/system/tenant/settings
  test('reaches the holder by itself, once per sale whatever repeats', async () => {
    const parts = { log: running.log, pool: running.servicePool }
    const sending = [sendSoldTokens(parts), sendTokens(running.servicePool)]
    const sendsOf = async (requestId: string) =>
      (await stateOfStream(running.log, 'north/prepaid-sts-meter-5002', meterTokensDecider)).sales.get(requestId)?.sends?.size ?? 0
    await change('either')
    const first = runPolicies(parts, sending)
    const sold = await sell(5002)
    await expect.poll(() => messagesOf(sold.tokens)).toEqual([{ channel: 'sms' }])
    await sold.again()
    await first.stop()
    // Every event is delivered once more; events arrive in order, so that the last sale is sent after the first was looked at again.
    await running.pool.query(`delete from platform.policy_checkpoints where name like 'prepaid/send%'`)
    await change('sms')
    const again = runPolicies(parts, sending)
    const last = await sell(5002)
    await expect.poll(() => messagesOf(last.tokens)).toEqual([{ channel: 'sms' }])
    expect([await sendsOf(sold.requestId), await messagesOf(sold.tokens)]).toEqual([1, [{ channel: 'sms' }]])
    await again.stop()
    await change('none')
  })
})

describe('tokens that are not sold', () => {
  const clerk = (path: string, payload: object) => {
    const headers = { authorization: `Bearer ${running.tokenOf('north', 'admin', 'clerk')}` }
    return running.ask('north', { method: 'PUT', url: `/prod-api/business/${path}`, payload, headers })
  }
  const stsMeter = async () => (await ask('GET', 'stsMeter/list?meterNo=5001')).rows![0]!
  /** Sold ones may wait beside it. */
  const fetchedBy = async (downlinkId: string) => (await fetched()).filter((given) => given.downlinkId === downlinkId)
  const tokenOf = async (kind: string) => (await ask('GET', `token/list?kind=${kind}&meterNo=5001`)).rows![0]!

  // requirement of Tokens: Tokens that manage a two-way meter or change its key are sent by its gateway, and the key counts once the meter answers | /prepaid/tokens | PUT /prod-api/business/stsMeter/changeKey/:stsMeterId
  test('of a key change go as one set in their order: failed and sent again, both keys pending until the meter has answered', async () => {
    const { stsMeterId } = await stsMeter()
    const { algorithm: _, ...present } = generation
    const requestId = randomUUID()
    const change = { ...present, keyRevisionNumber: 2, keyExpiryNumber: 255, requestId, reason: 'new revision' }
    expect(await ask('PUT', `stsMeter/changeKey/${stsMeterId}`, change)).toMatchObject({ code: 200 })
    await seen()
    const { tokenNo, digits } = (await tokenOf('6')) as { tokenNo: number; digits: string }
    const [given] = await fetchedBy(requestId)
    expect(given).toMatchObject({ meter: '5001', tokens: digits.split(' ') })
    expect(given!.tokens).toHaveLength(4)
    expect(await ask('PUT', `stsMeter/cancelKey/${stsMeterId}`, { reason: 'not wanted' })).toMatchObject({ reason: 'token-downlink-open' })
    await report(requestId, { result: 'failed', reason: 'no radio' })
    expect([await stateOf(tokenNo), await stsMeter()]).toMatchObject(['4', { keyRevisionNumber: 1, pendingKey: { keyRevisionNumber: 2 } }])
    const downlinkId = randomUUID()
    expect(await ask('PUT', `token/deliver/${tokenNo}`, { downlinkId })).toMatchObject({ code: 200 })
    await seen()
    expect(await fetchedBy(downlinkId)).toMatchObject([{ tokens: given!.tokens }])
    await report(downlinkId, { result: 'confirmed' })
    expect([await stateOf(tokenNo), await stsMeter()]).toMatchObject(['3', { keyRevisionNumber: 2, pendingKey: null }])
    expect((await sell()).tokens).toHaveLength(1)
  })

  test('that manage the meter go once another person has approved them', async () => {
    const { stsMeterId } = await stsMeter()
    const order = { requestId: randomUUID(), kind: '4', expiresOn: '2099-01-01', reason: 'tampered' }
    expect(await ask('PUT', `stsMeter/manage/${stsMeterId}`, order)).toMatchObject({ code: 200 })
    await seen()
    const { tokenNo } = (await tokenOf('4')) as { tokenNo: number }
    expect(await fetchedBy(order.requestId)).toEqual([])
    await clerk(`token/approve/${tokenNo}`, { comments: '' })
    await seen()
    expect(await fetchedBy(order.requestId)).toHaveLength(1)
    await report(order.requestId, { result: 'confirmed' })
    expect(await stateOf(tokenNo)).toBe('3')
  })
})

test('a token is not sent once its account has no holder', async () => {
  const { tokenNo } = await sell(5002)
  expect(await ask('PUT', 'customer/A-5002/cancel', { closingRegisterCubicMetres: 1, reason: 'moved out' })).toMatchObject({ code: 200 })
  await seen()
  expect(await ask('PUT', `token/send/${tokenNo}`, { sendId: randomUUID() })).toMatchObject({ reason: 'sts-holder-unreachable' })
})
