import { languages } from '@nightflow/schemas/shared/language'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type RunningApi, startApi } from '../../support/api/running-api.ts'

let running: RunningApi
beforeAll(async () => {
  running = await startApi('customer_types')
})
afterAll(() => running?.stop())

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
const ask = async (method: Method, path: string, payload?: object, { language = 'en', tenant = 'north' } = {}) =>
  (await running.ask(tenant, { method, url: `/prod-api/business/${path}`, headers: { language }, ...(payload && { payload }) })).json()
const holder = { customerName: 'Li Na', telephone: '13800138000', address: '8 Mill Lane' }
const open = (more: object) => ask('POST', 'customer', { ...holder, ...more })
const addType = async (customerTypeName: string, tenant = 'north'): Promise<number> =>
  (await ask('POST', 'customerType', { customerTypeName }, { tenant })).data.customerTypeId
const addMeterType = async (meterTypeName: string): Promise<number> =>
  (await ask('POST', 'meterType', { meterTypeName, communication: '0', caliberMillimetres: 15 })).data.meterTypeId
const remove = (list: string, id: number, language = 'en') => ask('DELETE', `${list}/${id}`, undefined, { language })

/** The read models stand still while `work` is done. */
const behind = async <Result>(table: string, work: () => Promise<Result>): Promise<Result> => {
  const client = await running.pool.connect()
  await client.query('begin')
  await client.query(`lock table views.${table} in share row exclusive mode`)
  try {
    return await work()
  } finally {
    await client.query('rollback')
    client.release()
  }
}

describe('a customer type', () => {
  test('that an account has is not removed, in four languages; one that nothing names is', async () => {
    const [used, unused] = [await addType('Homes'), await addType('Ships')]
    expect(await open({ accountNo: 'T-1', customerTypeId: used })).toMatchObject({ code: 200 })
    const refused = await Promise.all(languages.map((language) => remove('customerType', used, language)))
    expect(refused.map(({ reason }) => reason)).toEqual(languages.map(() => 'in-use'))
    expect(new Set(refused.map(({ msg }) => msg)).size).toBe(languages.length)
    expect(await remove('customerType', unused)).toMatchObject({ code: 200 })
    expect((await ask('GET', `customerType/${used}`)).data).toMatchObject({ customerTypeName: 'Homes' })
  })

  test('that a price has, in a draft, stays', async () => {
    const id = await addType('Farms')
    const steps = [
      { startVolume: 0, endVolume: -1, unitPrice: 2 },
      { startVolume: 0, endVolume: -1, unitPrice: 1, customerTypeId: id },
    ]
    const scheme = { priceSchemeName: 'With farms', billingMonths: 1, accumulationMonths: 12, vatRate: 10, startTime: '2026-01-01', steps }
    const { priceSchemeId } = (await ask('POST', 'priceScheme', scheme)).data
    expect(await remove('customerType', id)).toMatchObject({ reason: 'in-use' })
    expect(await ask('DELETE', `priceScheme/${priceSchemeId}`)).toMatchObject({ code: 200 })
    expect(await remove('customerType', id)).toMatchObject({ code: 200 })
  })

  test('that was given to an account a moment ago is not removed, however late the read models are', async () => {
    const id = await addType('Hotels')
    await behind('accounts', async () => {
      expect(await open({ accountNo: 'T-2', customerTypeId: id })).toMatchObject({ code: 200 })
      expect(await remove('customerType', id)).toMatchObject({ reason: 'in-use' })
    })
  })

  test('is removed or used, and never both, where both come at once', async () => {
    for (let round = 0; round < 8; round += 1) {
      const id = await addType(`Raced ${round}`)
      const [opened, removed] = await Promise.all([open({ accountNo: `R-${round}`, customerTypeId: id }), remove('customerType', id)])
      expect([opened.code === 200, removed.code === 200].filter(Boolean), `${opened.reason} and ${removed.reason}`).toHaveLength(1)
    }
  })

  test('that does not exist is refused for a new account, a change, a batch, and the one of another tenant', async () => {
    const foreign = await addType('Southern homes', 'south')
    for (const customerTypeId of [987_654, foreign]) {
      expect(await open({ accountNo: 'T-3', customerTypeId })).toMatchObject({ reason: 'customer-type-missing' })
      const change = { accountNo: 'T-1', ...holder, reason: 'asked for', customerTypeId }
      expect(await ask('PUT', 'customer', change)).toMatchObject({ reason: 'customer-type-missing' })
      const batch = { accounts: [{ accountNo: 'T-4', ...holder, customerTypeId }] }
      expect((await ask('POST', 'customer/batch', batch)).data).toMatchObject({ opened: 0, refused: [{ code: 'customer-type-missing' }] })
    }
  })
})

describe('types and groups of meters', () => {
  const register = (meters: object[]) => running.ask('north', { method: 'POST', url: '/api/v1/meters', payload: { meters } })

  test('that do not exist are refused for new meters and for changes', async () => {
    expect((await register([{ number: '8001', meterTypeId: 987_654 }])).json()).toMatchObject({ code: 'meter-type-missing' })
    expect((await register([{ number: '8001' }])).statusCode).toBe(200)
    const change = { reason: 'typed wrong', meterTypeId: 987_654 }
    const changed = await running.ask('north', { method: 'POST', url: '/api/v1/meters/8001/details', payload: change })
    expect(changed.json()).toMatchObject({ code: 'meter-type-missing' })
  })

  test('that were given to a meter a moment ago are not removed, however late the read models are', async () => {
    const type = await addMeterType('Ultrasonic')
    const group = (await ask('POST', 'meterGroup', { meterGroupName: 'Mill Lane' })).data.meterGroupId
    await behind('meters', async () => {
      expect((await register([{ number: '8002', meterTypeId: type }])).statusCode).toBe(200)
      expect(await remove('meterType', type)).toMatchObject({ reason: 'in-use' })
    })
    await behind('meters', async () => {
      const grouped = await running.ask('north', {
        method: 'POST',
        url: '/prod-api/business/meter/group',
        payload: { number: ['8002'], meterGroupId: group },
      })
      expect(grouped.json()).toMatchObject({ code: 200 })
      expect(await remove('meterGroup', group)).toMatchObject({ reason: 'in-use' })
    })
  })

  test('a batch is of one meter type: that of the meters counts, not what the rows state', async () => {
    const [one, other] = [await addMeterType('Jet'), await addMeterType('Piston')]
    await register([
      { number: '8101', meterTypeId: one },
      { number: '8102', meterTypeId: other },
      { number: '8103', meterTypeId: one },
    ])
    const batch = async (...meters: string[]) => {
      const accounts = meters.map((meterNo) => ({ accountNo: `B-${meterNo}`, ...holder, meterNo }))
      return (await ask('POST', 'customer/batch', { accounts })).data
    }
    expect(await batch('8101', '8102')).toMatchObject({ opened: 0, refused: [{ row: 2, code: 'batch-one-meter-type' }] })
    expect(await batch('8101', '8103')).toMatchObject({ opened: 2, refused: [] })
  })
})
