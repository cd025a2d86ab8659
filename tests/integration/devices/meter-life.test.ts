import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type RunningApi, startApi } from '../../support/api/running-api.ts'

let running: RunningApi
let meterTypeId: number
let meterGroupId: number
beforeAll(async () => {
  running = await startApi('meter_life')
  const type = { meterTypeName: 'NB 15', communication: '0', hasValve: 'Y', caliberMillimetres: 15, q3CubicMetresPerHour: 2.5 }
  meterTypeId = (await done('/prod-api/business/meterType', { ...type, registerWidthCubicMetres: 100_000 })).meterTypeId
  meterGroupId = (await done('/prod-api/business/meterGroup', { meterGroupName: 'Canal Street' })).meterGroupId
})
afterAll(() => running.stop())

type Answer = { code: number; reason?: string; msg: string; data: Record<string, never> & { [field: string]: never } }
const post = async (url: string, payload: object, method: 'POST' | 'PUT' | 'DELETE' = 'POST'): Promise<Answer> =>
  (await running.ask('north', { method, url, payload })).json()
// biome-ignore lint/suspicious/noExplicitAny: answers of several calls.
const done = async (url: string, payload: object): Promise<any> => {
  const answer = await post(url, payload)
  expect(answer.code, JSON.stringify(answer)).toBe(200)
  return answer.data
}
const meter = async (number: string) => (await running.ask('north', { url: `/api/v1/meters/${number}` })).json()
const numbers = async (query: string): Promise<string[]> =>
  (await running.ask('north', { url: `/api/v1/meters?${query}` })).json().rows.map(({ number }: { number: string }) => number)

describe('a meter that a person types', () => {
  // requirement of Meters: A meter has type, IMEI, SIM, initial registers, thresholds, peak periods, storage date and data source | /device/meters | POST /prod-api/business/meter
  // requirement of Meters: A meter takes from its type what it does not state | /device/meters | POST /prod-api/business/meter
  test('takes from its type what it does not state, and keeps every field', async () => {
    const fields = {
      meterTypeId,
      imei: '860000000000001',
      sim: '8986000000000000000F',
      initialRegisterLitres: 1500,
      zeroWaterThresholdLitres: 2,
      peak1Switch: true,
      peak1Start: '06:00',
      peak1End: '09:00',
      peak1ZeroWaterLitres: 5,
      storedOn: '2026-02-01',
      dataSource: '1',
    }
    await done('/prod-api/business/meter', { number: '3001', isStored: true, initialMechanicalDial: 1.5, ...fields })
    expect(await meter('3001')).toMatchObject({
      state: 'stored',
      meterTypeName: 'NB 15',
      hasValve: true,
      caliberMillimetres: 15,
      registerWidthLitres: 100_000_000,
      maximumFlowLitresPerHour: 3125,
      fields: { ...fields, initialMechanicalLitres: 1500 },
    })
  })

  // requirement of Meters: The ruler of large meters has its effect | /system/settings | PUT /prod-api/system/tenant/settings
  test('the ruler of the tenant turns the dial of a large meter into cubic metres', async () => {
    expect((await post('/prod-api/system/tenant/settings', { lcMeterRuler: 10 }, 'PUT')).code).toBe(200)
    await done('/prod-api/business/meter', { number: '3002', caliberMillimetres: 80, initialMechanicalDial: 12.3 })
    expect((await meter('3002')).fields.initialMechanicalLitres).toBe(123_000)
  })

  // requirement of Meters: Meter numbers are numeric, with letters for radio meters | /device/meters | POST /prod-api/business/meter
  test('has digits only in its number, unless it is a radio meter or the tenant permits letters', async () => {
    expect((await post('/prod-api/business/meter', { number: 'A300' })).reason).toBe('meter-number-not-numeric')
    await done('/prod-api/business/meter', { number: 'A301', meterTypeId })
    await running.report('north', 'A302', '2026-02-01T00:00:00Z', [1, 2])
    await done('/prod-api/business/meter', { number: 'A302' })
    expect((await post('/prod-api/system/tenant/settings', { numericMeterNumbers: false }, 'PUT')).code).toBe(200)
    await done('/prod-api/business/meter', { number: 'A300' })
  })

  test.each([
    ['IMEI is 15 digits', { imei: '86000000000000' }],
    // requirement of Meters: IMEI is 15 digits, SIM 20 digits or letters | /device/meters | POST /prod-api/business/meter
    ['SIM is 20 digits or letters', { sim: '898600000000000000-F' }],
    ['a period is given by times of day', { peak1Start: '24:00' }],
  ])('%s', async (_, wrong) => {
    expect((await post('/prod-api/business/meter', { number: '3009', ...wrong })).reason).toBe('request-invalid')
  })

  test('names a type that exists', async () => {
    expect((await post('/prod-api/business/meter', { number: '3009', meterTypeId: 999 })).reason).toBe('meter-type-missing')
  })
})

// requirement of Meters: Storage, outbound and the states of a meter | /device/meters | POST /prod-api/business/meter/issue
// requirement of Meters: Meter numbers separated by English commas | /device/meters | POST /prod-api/business/meter/issue
test('meters live from the storage to the scrap, in the list by state and outbound, and each refusal names its meter', async () => {
  await done('/prod-api/business/meter', { number: '3101', isStored: true })
  await done('/prod-api/business/meter', { number: '3102' })
  expect(await numbers('outbound=N')).toEqual(['3001', '3101'])
  const answer = await done('/prod-api/business/meter/issue', { number: '3101,3102,9999', reason: 'works order 7' })
  expect(answer).toMatchObject({
    changed: 1,
    refused: [
      { number: '3102', code: 'meter-state-forbids' },
      { number: '9999', code: 'meter-not-registered' },
    ],
  })
  expect(await numbers('state=issued')).toEqual(['3101'])
  for (const verb of ['install', 'remove', 'scrap']) await done(`/prod-api/business/meter/${verb}`, { number: ['3101'], reason: 'worn' })
  expect(await meter('3101')).toMatchObject({ state: 'scrapped' })
  const { rows } = (await running.ask('north', { url: '/api/v1/meters/3101/history' })).json()
  expect(rows.map(({ step }: { step: string }) => step)).toEqual(['scrapped', 'removed', 'installed', 'issued', 'stored', 'registered'])
})

// requirement of Meters: A group has members | /device/meterGroup | POST /prod-api/business/meter/group
// requirement of Meters: Removed meter types and groups are not in use | /device/meterType | DELETE /prod-api/business/meterType/:meterTypeId
test('a meter is put into a group, found by it, and the group and the type in use are not removed', async () => {
  await done('/prod-api/business/meter/group', { number: ['3001', '3002'], meterGroupId })
  expect(await numbers(`meterGroup=${meterGroupId}`)).toEqual(['3001', '3002'])
  expect(await numbers(`meterType=${meterTypeId}`)).toEqual(['3001', 'A301'])
  expect((await post('/prod-api/business/meter/group', { number: ['3001'], meterGroupId: 999 })).reason).toBe('meter-group-missing')
  expect((await post(`/prod-api/business/meterGroup/${meterGroupId}`, {}, 'DELETE')).reason).toBe('in-use')
  expect((await post(`/prod-api/business/meterType/${meterTypeId}`, {}, 'DELETE')).reason).toBe('in-use')
})

// requirement of Meters: Group names are unique | /device/meterGroup | POST /prod-api/business/meterGroup
test('group names are unique', async () => {
  expect((await post('/prod-api/business/meterGroup', { meterGroupName: 'Canal Street' })).reason).toBe('name-taken')
})

// requirement of Meters: The account number of a meter, in its list and its details | /device/meters | GET /api/v1/meters
test('a meter has the number of its account, for those who may see customers', async () => {
  const [accountNo, telephone] = ['ML-1', '13800138000']
  await done('/prod-api/business/customer', { accountNo, customerName: 'Wu Jie', telephone, address: '8 Mill Lane', meterNo: '3002' })
  expect(await meter('3002')).toMatchObject({ accountNo, dataSource: null })
  const listed = async (headers = {}) => (await running.ask('north', { url: '/api/v1/meters?search=3002', headers })).json().rows
  expect(await listed()).toMatchObject([{ number: '3002', accountNo }])
  const headers = { authorization: `Bearer ${running.tokenOf('north', 'analyst')}` }
  expect(await listed(headers)).toMatchObject([{ number: '3002', accountNo: null }])
  const one = (await running.ask('north', { url: '/api/v1/meters/3002', headers })).json()
  expect(one).toMatchObject({ number: '3002', accountNo: null })
})

// requirement of Meters: A meter that is issued replaces another one; one in storage does not | /device/meterReplacement | POST /prod-api/business/meterReplacement
test('an issued meter that replaces another is installed by it; one in storage replaces none', async () => {
  await done('/prod-api/business/meter', { number: '3201' })
  await done('/prod-api/business/meter', { number: '3202', isStored: true })
  const replacement = { replacedBy: '3202', replacedAt: new Date().toISOString(), finalLitres: 10, initialLitres: 0 }
  const replace = () => running.ask('north', { method: 'POST', url: '/api/v1/meters/3201/replacement', payload: replacement })
  expect((await replace()).json()).toMatchObject({ code: 'meter-state-forbids' })
  await done('/prod-api/business/meter/issue', { number: ['3202'], reason: 'exchange' })
  expect((await replace()).statusCode).toBe(200)
  expect((await meter('3201')).state).toBe('removed')
  expect((await meter('3202')).state).toBe('installed')
})
