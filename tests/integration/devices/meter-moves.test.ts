import { unlinkMovedMeters } from '@nightflow/policies/customers/unlink-moved-meters'
import { finishMeterMoves } from '@nightflow/policies/devices/finish-meter-moves'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type RunningApi, startApi } from '../../support/api/running-api.ts'
import { runPolicies } from '../../support/running-policies.ts'

let running: RunningApi
let customerTypeId: number
let meterTypeId: number
const hour = 3_600_000
const hoursAgo = (hours: number): string => new Date(Math.floor(Date.now() / hour) * hour - hours * hour).toISOString()

beforeAll(async () => {
  running = await startApi('meter_moves')
  const post = async (url: string, payload: object) => (await running.ask('north', { method: 'POST', url, payload })).json().data
  customerTypeId = (await post('/prod-api/business/customerType', { customerTypeName: 'Household' })).customerTypeId
  meterTypeId = (await post('/prod-api/business/meterType', { meterTypeName: 'NB 15' })).meterTypeId
  for (const number of ['4001', '4002', '4003', '4005'])
    await post('/prod-api/business/meter', { number, name: 'Bakery', caliberMillimetres: 15 })
  await post('/prod-api/business/meter', { number: '4004', meterTypeId })
  await post('/prod-api/business/meter', { number: '4007' })
  const shop = (await post('/prod-api/business/customerType', { customerTypeName: 'Shop' })).customerTypeId
  const holder = { customerName: 'Li Na', telephone: '13800138000', address: '8 Mill Lane' }
  await post('/prod-api/business/customer', { accountNo: 'M-7', ...holder, meterNo: '4007', customerTypeId: shop })
  await post('/prod-api/business/customer', { accountNo: 'M-2', ...holder, meterNo: '4002', customerTypeId })
  await running.ask('south', { method: 'POST', url: '/api/v1/meters', payload: { meters: [{ number: '4003' }] } })
  await running.report('north', '4001', hoursAgo(5), [100, 200, 300])
})
afterAll(() => running.stop())

type Answer = { code: number; reason?: string; msg: string; data: { moved: number } }
const move = async (number: string[], more: object = {}): Promise<Answer> => {
  const payload = {
    moveId: crypto.randomUUID(),
    sourceTenant: 'north',
    targetTenant: 'south',
    customerTypeId,
    number,
    reason: 'new boundary',
    ...more,
  }
  const headers = { authorization: `Bearer ${running.tokenOf('platform', 'operator')}` }
  return (await running.ask('platform', { method: 'POST', url: '/prod-api/business/meterMove', payload, headers })).json()
}
const meter = async (tenant: string, number: string) => (await running.ask(tenant, { url: `/api/v1/meters/${number}` })).json()
const unclaimed = async (tenant: string): Promise<string[]> =>
  (await running.ask(tenant, { url: '/api/v1/unclaimed-meters' })).json().rows.map(({ number }: { number: string }) => number)

describe('a move is refused', () => {
  test.each([
    ['when the target tenant is the original one', ['4001'], { targetTenant: 'north' }, 'move-to-itself'],
    ['without a customer type', ['4001'], { customerTypeId: undefined }, 'request-invalid'],
    ['with a customer type that the original tenant does not have', ['4001'], { customerTypeId: 999 }, 'customer-type-missing'],
    ['without a meter', [], {}, 'request-invalid'],
    ['without a reason', ['4001'], { reason: '' }, 'request-invalid'],
    ['for meters of different meter types', ['4001', '4004'], {}, 'move-meter-types-differ'],
    ['for a meter that is not in the original tenant', ['4001', '9999'], {}, 'meter-not-registered'],
    ['for meters whose customers are of another type', ['4007'], {}, 'move-customer-types-differ'],
    ['for a number that the new tenant has', ['4003'], {}, 'meter-already-registered'],
    ['for a tenant that does not exist', ['4001'], { targetTenant: 'nowhere' }, 'tenant-missing'],
  ])('%s', async (_, numbers, more, reason) => {
    expect((await move(numbers, more)).reason).toBe(reason)
  })

  test('with the words of the specification when the target tenant is the original one', async () => {
    expect((await move(['4001'], { targetTenant: 'north' })).msg).toBe('Target tenants cannot choose themselves!')
  })

  test('to an administrator of a tenant', async () => {
    const answer = await running.ask('north', { method: 'POST', url: '/prod-api/business/meterMove', payload: {} })
    expect(answer.json().code).toBe(403)
  })
})

test('a stop between the two tenants loses no meter: it is registered in the new one, and the history stays', async () => {
  const moveId = crypto.randomUUID()
  const moved = await move(['4001', '4002'], { moveId })
  expect(moved.data, JSON.stringify(moved)).toMatchObject({ moved: 2 })
  // Nothing has reacted yet: this is what a stop leaves.
  expect(await meter('north', '4001')).toMatchObject({ state: 'moved', lastRegisterLitres: 300 })
  expect((await meter('south', '4001')).code).toBe('not-found')
  // The old gateway reports once more: no meter of either tenant takes it.
  await running.report('north', '4001', hoursAgo(1), [900])
  expect(await unclaimed('north')).toEqual(['4001'])

  const policies = runPolicies(running, [finishMeterMoves])
  try {
    await expect.poll(async () => (await meter('south', '4002')).state).toBe('installed')
    expect(await meter('south', '4001')).toMatchObject({ name: 'Bakery', caliberMillimetres: 15, lastRegisterLitres: null })
    const steps = async (tenant: string) =>
      (await running.ask(tenant, { url: '/api/v1/meters/4001/history' })).json().rows.map(({ step }: { step: string }) => step)
    await expect.poll(() => steps('north')).toEqual(['moveFinished', 'movedOut', 'registered'])
    expect(await steps('south')).toEqual(['movedIn', 'registered'])
    const headers = { authorization: `Bearer ${running.tokenOf('platform', 'operator')}` }
    const list = async () => (await running.ask('platform', { url: '/prod-api/business/meterMove/list', headers })).json()
    await expect
      .poll(async () => (await list()).rows.map(({ number, state }: { number: string; state: string }) => [number, state]).toSorted())
      .toEqual([
        ['4001', 'finished'],
        ['4002', 'finished'],
      ])
    expect((await list()).rows.find(({ number }: { number: string }) => number === '4002')).toMatchObject({
      ...{ sourceTenantName: expect.any(String), targetTenantName: expect.any(String), customerTypeName: 'Household', meterTypeName: null },
      ...{ accountNo: 'M-2', address: null, telephone: '********000', administratorContact: null },
    })
    // A repeated request moves nothing.
    expect((await move(['4001', '4002'], { moveId })).data).toMatchObject({ moved: 2 })
    expect((await move(['4001'])).reason).toBe('meter-already-registered')
  } finally {
    await policies.stop()
  }
})

test('a meter that the new tenant has registered meanwhile stays where it was', async () => {
  expect((await move(['4005'])).data).toMatchObject({ moved: 1 })
  await running.ask('south', { method: 'POST', url: '/api/v1/meters', payload: { meters: [{ number: '4005' }] } })
  await running.report('north', '4005', hoursAgo(2), [10, 20])
  const policies = runPolicies(running, [finishMeterMoves])
  try {
    await expect.poll(async () => (await meter('north', '4005')).state).toBe('installed')
    expect((await meter('north', '4005')).lastRegisterLitres).toBe(20)
    expect(await unclaimed('north')).toEqual(['4001'])
  } finally {
    await policies.stop()
  }
})

describe('a meter that comes back to the tenant that it left', () => {
  let policies: ReturnType<typeof runPolicies>
  const number = '4006'
  const litres = async (tenant: string) => {
    const [from, to] = [hoursAgo(48), hoursAgo(-48)].map((instant) => instant.slice(0, 10))
    const answer = await running.ask(tenant, { url: `/api/v1/meters/${number}/volumes?from=${from}&to=${to}&resolution=day` })
    const { rows } = answer.json() as { rows: { measuredLitres: number }[] }
    return rows.reduce((sum, { measuredLitres }) => sum + measuredLitres, 0)
  }
  const settled = async (tenant: string, state: string) => await expect.poll(async () => (await meter(tenant, number)).state).toBe(state)
  const moveTo = async (targetTenant: string) => {
    const sourceTenant = targetTenant === 'north' ? 'south' : 'north'
    return await move([number], { sourceTenant, targetTenant, customerTypeId: targetTenant === 'south' ? customerTypeId : southTypeId })
  }
  let southTypeId: number

  beforeAll(async () => {
    const post = async (tenant: string, url: string, payload: object) =>
      (await running.ask(tenant, { method: 'POST', url, payload })).json()
    southTypeId = (await post('south', '/prod-api/business/customerType', { customerTypeName: 'Shop' })).data.customerTypeId
    await post('north', '/prod-api/business/meter', { number, name: 'Dairy', meterTypeId })
    await running.report('north', number, hoursAgo(6), [100, 110, 120])
    policies = runPolicies(running, [finishMeterMoves])
  })
  afterAll(() => policies.stop())

  test('keeps its type and its history there, and the stay at the other tenant has its own', async () => {
    expect((await moveTo('south')).data).toMatchObject({ moved: 1 })
    await settled('south', 'installed')
    await settled('north', 'moved')
    await running.report('south', number, hoursAgo(-1), [500, 505])
    expect((await moveTo('north')).data).toMatchObject({ moved: 1 })
    await settled('north', 'installed')
    await settled('south', 'moved')
    expect(await meter('north', number)).toMatchObject({ name: 'Dairy', meterTypeId })
    const steps = async (tenant: string) =>
      (await running.ask(tenant, { url: `/api/v1/meters/${number}/history` })).json().rows.map(({ step }: { step: string }) => step)
    expect(await steps('north')).toEqual(['movedBack', 'moveFinished', 'movedOut', 'registered'])
    await expect.poll(() => steps('south')).toEqual(['moveFinished', 'movedOut', 'movedIn', 'registered'])
    const { meters } = (await running.ask('north', { url: `/api/v1/meters/${number}/places` })).json()
    expect(meters.map(({ to }: { to: string | null }) => to !== null)).toEqual([true, false])
  })

  test('counts both of its stays and nothing between them', async () => {
    await running.report('north', number, hoursAgo(-4), [9000, 9010, 9025])
    expect(await litres('north')).toBe(20 + 25)
    expect(await litres('south')).toBe(0)
  })

  test('a late reading counts for the tenant that has the meter when it comes and had it at its time', async () => {
    // Of the first stay, reported now: the tenant has the meter again.
    await running.report('north', number, hoursAgo(3), [135])
    expect(await litres('north')).toBe(35 + 25)
    // The other tenant no longer has it, whatever the time of the reading.
    await running.report('south', number, hoursAgo(-3), [700])
    expect(await unclaimed('south')).toContain(number)
    expect(await litres('south')).toBe(0)
  })

  test('may be moved again, and what came while it was away stays unclaimed after its next return', async () => {
    expect((await moveTo('south')).data).toMatchObject({ moved: 1 })
    await settled('south', 'installed')
    await running.report('north', number, hoursAgo(5), [5000])
    expect((await moveTo('north')).data).toMatchObject({ moved: 1 })
    await settled('north', 'installed')
    expect(await litres('north')).toBe(35 + 25)
    expect(await unclaimed('north')).toContain(number)
  })

  test('keeps the account that it was given since its return, however late the end of the earlier one is decided', async () => {
    const north = async (method: 'GET' | 'POST', url: string, payload?: object) =>
      (await running.ask('north', { method, url: `/prod-api/business/customer${url}`, ...(payload && { payload }) })).json()
    const meterOf = async (accountNo: string) => (await north('GET', `/${accountNo}`)).data.meterNo
    const holder = { customerName: 'Zhao Lei', telephone: '13800138001', address: '9 Mill Lane', customerTypeId }
    expect(await north('POST', '', { accountNo: 'M-9', ...holder, meterNo: number })).toMatchObject({ code: 200 })
    const shop = (await north('GET', '/M-7')).data.customerTypeId
    expect((await move(['4007'], { customerTypeId: shop })).data).toMatchObject({ moved: 1 })
    await expect.poll(async () => (await meter('south', '4007')).state).toBe('installed')
    // The policy has not seen any of the moves yet. That of 4007 is the last of them.
    const late = runPolicies(running, [unlinkMovedMeters(running.pool)])
    try {
      await expect.poll(() => meterOf('M-7')).toBeNull()
      expect(await meterOf('M-2')).toBeNull()
      expect(await meterOf('M-9')).toBe(number)
    } finally {
      await late.stop()
    }
  })
})
