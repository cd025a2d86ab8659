import { waitForViews } from '@nightflow/projections/projector/checkpoint'
import { thirdPartyLimits } from '@nightflow/schemas/payments/third-party-recharge'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type RunningApi, startApi } from '../../support/api/running-api.ts'

let running: RunningApi
let [key, accessId, nth] = ['', 0, 0]
type Answer = { code: number; reason?: string; data: Record<string, unknown>; rows?: Record<string, unknown>[] }
const ask = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, payload?: object, tenant = 'north'): Promise<Answer> =>
  (await running.ask(tenant, { method, url: `/prod-api/business/${path}`, ...(payload && { payload }) })).json()

beforeAll(async () => {
  running = await startApi('third_party_recharges')
  for (const [accountNo, tenant] of [
    ['ACC-1', 'north'],
    ['ACC-2', 'north'],
    ['ACC-9', 'south'],
  ] as const)
    await ask('POST', 'customer', { accountNo, customerName: 'Li Na', telephone: '13800138000', address: '8 Mill Lane' }, tenant)
}, 120_000)
afterAll(() => running?.stop())

const newKey = async () => (await ask('PUT', `thirdPartyAccess/key/${accessId}`)).data.key as string
beforeEach(async () => {
  const limits = { limitMinor: 50_000, dayLimitMinor: 100_000 }
  const added = await ask('POST', 'thirdPartyAccess', { accessName: `Kiosks ${++nth}`, ...limits })
  accessId = added.data.accessId as number
  key = await newKey()
})

const recharge = (change: object = {}) => ({ reference: `R-${++nth}`, accountNo: 'ACC-1', amount: 12.5, currency: 'CNY', ...change })
/** Each test has a network of its own, so that wrong keys of one do not slow another. */
const push = async (payload: object, headers: Record<string, string> = { 'x-api-key': key }, remoteAddress = '192.0.2.7') => {
  const url = '/api/v1/third-party-recharges'
  const answered = await running.api.inject({ method: 'POST', url, payload, headers, remoteAddress })
  return { status: answered.statusCode, ...(answered.json() as { reason?: string; code?: string; rechargeId?: string; isNew?: boolean }) }
}
const balanceOf = async (accountNo: string) => {
  await waitForViews(running.pool, await running.log.head(), 60_000)
  return (await ask('GET', `payment/balance?accountNo=${accountNo}`)).data.balanceMinor as number
}
const recordOf = async (reference: string) => (await ask('GET', `thirdPartyRecharge/list?reference=${reference}`)).rows![0]

describe('a recharge that a third-party platform pushes', () => {
  // requirement of Payments: Third-party platforms push recharges by a key, once for each of their references, with their records | /billing/payment/thirdPartyRecharge | POST /api/v1/third-party-recharges
  test('is booked once, whatever repeats and however many arrive together', async () => {
    const before = await balanceOf('ACC-1')
    const asked = recharge()
    const answers = await Promise.all(Array.from({ length: 6 }, () => push(asked)))
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200))
    expect(answers.filter(({ isNew }) => isNew)).toHaveLength(1)
    expect(new Set(answers.map(({ rechargeId }) => rechargeId))).toHaveLength(1)
    expect(await balanceOf('ACC-1')).toBe(before + 1_250)
    expect(await recordOf(asked.reference)).toMatchObject({ accountNo: 'ACC-1', amountMinor: 1_250, status: '1', reasonCode: '' })
  })

  test('is finished by the same request after a process stopped before the money was booked', async () => {
    const asked = recharge()
    await running.pool.query(
      `insert into platform.third_party_recharges (tenant, access_id, access_name, reference, recharge_id, account_no, amount_minor, day)
       values ('north', $1, 'Kiosks', $2, gen_random_uuid(), 'ACC-1', 1250, current_date::text)`,
      [accessId, asked.reference],
    )
    const before = await balanceOf('ACC-1')
    for (const _ of [1, 2]) expect(await push(asked)).toMatchObject({ status: 200, isNew: false })
    expect([await balanceOf('ACC-1'), (await recordOf(asked.reference))?.status]).toEqual([before + 1_250, '1'])
  })

  test('replayed with another amount or for another account is refused, and moves nothing', async () => {
    const asked = recharge()
    await push(asked)
    const before = [await balanceOf('ACC-1'), await balanceOf('ACC-2')]
    for (const change of [{ amount: 13 }, { accountNo: 'ACC-2' }])
      expect(await push({ ...asked, ...change })).toMatchObject({ status: 409, code: 'third-party-reference-used' })
    expect([await balanceOf('ACC-1'), await balanceOf('ACC-2')]).toEqual(before)
  })

  test('is refused above the limit of one recharge and of a day, also where many arrive together', async () => {
    expect(await push(recharge({ amount: 500.01 }))).toMatchObject({ status: 409, code: 'third-party-limit' })
    const before = await balanceOf('ACC-2')
    const answers = await Promise.all(Array.from({ length: 5 }, () => push(recharge({ accountNo: 'ACC-2', amount: 400 }))))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(2)
    expect(answers.filter(({ code }) => code === 'third-party-day-limit')).toHaveLength(3)
    expect(await balanceOf('ACC-2')).toBe(before + 80_000)
  })

  test('is refused above the purchase limit of the account, and recorded as refused', async () => {
    const holder = { accountNo: 'ACC-8', customerName: 'Li Na', telephone: '13800138000', address: '8 Mill Lane' }
    await ask('POST', 'customer', { ...holder, purchaseLimit: 20 })
    const asked = recharge({ accountNo: 'ACC-8', amount: 20.01 })
    expect(await push(asked)).toMatchObject({ status: 409, code: 'recharge-over-limit' })
    expect(await recordOf(asked.reference)).toMatchObject({ status: '2', reasonCode: 'recharge-over-limit' })
    expect(await push(recharge({ accountNo: 'ACC-8', amount: 20 }))).toMatchObject({ status: 200 })
    expect(await balanceOf('ACC-8')).toBe(2_000)
  })

  test('for an account that is missing is recorded as refused, and booked once the account is there', async () => {
    const asked = recharge({ accountNo: 'ACC-7' })
    expect(await push(asked)).toMatchObject({ status: 404, code: 'account-not-found' })
    expect(await recordOf(asked.reference)).toMatchObject({ status: '2', reasonCode: 'account-not-found' })
    await ask('POST', 'customer', { accountNo: 'ACC-7', customerName: 'Li Na', telephone: '13800138000', address: '8 Mill Lane' })
    expect(await push(asked)).toMatchObject({ status: 200 })
    expect(await balanceOf('ACC-7')).toBe(1_250)
  })
})

describe('a key of a third-party platform', () => {
  test('is shown once: neither the list nor the operation log has it, and a new one ends the one before', async () => {
    const listed = JSON.stringify((await ask('GET', 'thirdPartyAccess/list?pageSize=100')).rows)
    expect([listed.includes(key), listed.includes(key.slice(0, 10))]).toEqual([false, true])
    const { rows } = await running.pool.query(
      `select count(*)::int as count from platform.operation_log as logged where logged::text like $1`,
      [`%${key}%`],
    )
    expect(rows).toEqual([{ count: 0 }])
    const next = await newKey()
    expect(await push(recharge(), { 'x-api-key': key }, '192.0.2.8')).toMatchObject({ status: 401, code: 'third-party-key-wrong' })
    expect(await push(recharge(), { 'x-api-key': next })).toMatchObject({ status: 200 })
  })

  test('of a utility moves no money of another, and ends where its access is switched off', async () => {
    expect(await push(recharge({ accountNo: 'ACC-9' }))).toMatchObject({ status: 404 })
    const { data } = await ask('GET', `thirdPartyAccess/${accessId}`)
    await ask('PUT', 'thirdPartyAccess', { ...data, status: '1' })
    expect(await push(recharge(), { 'x-api-key': key }, '192.0.2.9')).toMatchObject({ status: 401 })
  })

  test('that is forged is refused, and guessing becomes slow for its network alone', async () => {
    const forged = { 'x-api-key': `tp_${'A'.repeat(43)}` }
    const guesses = await Promise.all(
      Array.from({ length: thirdPartyLimits.wrongKeysPerMinute }, () => push(recharge(), forged, '198.51.100.4')),
    )
    expect(new Set(guesses.map(({ status }) => status))).toEqual(new Set([401]))
    expect(await push(recharge(), forged, '198.51.100.4')).toMatchObject({ status: 429, code: 'too-fast' })
    expect(await push(recharge(), undefined, '192.0.2.10')).toMatchObject({ status: 200 })
    expect(await push(recharge(), {}, '192.0.2.11')).toMatchObject({ status: 401 })
  })

  test('in another currency than the utility’s moves no money', async () => {
    expect(await push(recharge({ currency: 'EUR' }))).toMatchObject({ status: 409, code: 'third-party-currency' })
  })

  test('pushes so many recharges a minute and no more', async () => {
    const all: number[] = []
    for (let pushed = 0; pushed <= thirdPartyLimits.perMinute; pushed += 1) all.push((await push(recharge({ currency: 'EUR' }))).status)
    expect([all.slice(0, -1).every((status) => status === 409), all.at(-1)]).toEqual([true, 429])
  })
})

test.each([
  ['a negative amount', { amount: -1 }],
  ['nothing', { amount: 0 }],
  ['a third decimal', { amount: 1.005 }],
  ['an amount that overflows', { amount: 1e300 }],
  ['an amount beyond whole numbers', { amount: 9_007_199_254_740_994 }],
  ['a text', { amount: '12.50' }],
  ['a reference with a line break', { reference: 'R\n1' }],
  ['no reference', { reference: '' }],
])('a recharge of %s is refused as it is read', async (_, change) => {
  expect(await push(recharge(change))).toMatchObject({ status: 400 })
})
