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
    await expect.poll(async () => (await meter('south', '4002')).state, { timeout: 30_000 }).toBe('installed')
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
    await expect.poll(async () => (await meter('north', '4005')).state, { timeout: 30_000 }).toBe('installed')
    expect((await meter('north', '4005')).lastRegisterLitres).toBe(20)
    expect(await unclaimed('north')).toEqual(['4001'])
  } finally {
    await policies.stop()
  }
})
