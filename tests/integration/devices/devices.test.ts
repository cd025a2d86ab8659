import { acceptFrame } from '@nightflow/ingest/shared/accept-frame'
import { findPressureConditions } from '@nightflow/policies/alarms/pressure-conditions'
import { findChangedConcentrators } from '@nightflow/projections/devices/concentrators'
import { waitForViews } from '@nightflow/projections/projector/checkpoint'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningApi, startApi } from '../../support/api/running-api.ts'

let running: RunningApi
beforeAll(async () => {
  running = await startApi('devices')
})
afterAll(() => running?.stop())

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
type Answer = {
  code: number
  msg: string
  reason?: string
  data?: Record<string, unknown>
  rows?: Record<string, unknown>[]
  total?: number
}
const ask = async (method: Method, path: string, payload?: object, tenant = 'north', language = 'en'): Promise<Answer> =>
  (await running.ask(tenant, { method, url: `/prod-api/business/${path}`, ...(payload && { payload, headers: { language } }) })).json()
const register = (number: string) =>
  running.ask('north', { method: 'POST', url: '/api/v1/meters', payload: { meters: [{ number, hasValve: false }] } })
const historyOf = async (path: string) => (await running.ask('north', { url: `/api/v1/${path}/history` })).json().rows

describe('a concentrator', () => {
  const number = 'GW-1'
  let concentratorId: number
  // requirement of Devices: A concentrator has number, manufacturer, communication state, remark, meter count, creation and status-change time | /device/concentrators | GET /prod-api/business/concentrator/list
  // requirement of Devices: Concentrator number and manufacturer required, number unique | /device/concentrators | POST /prod-api/business/concentrator
  it('is added by number and manufacturer, found, listed by its state, and belongs to its utility', async () => {
    const made = await ask('POST', 'concentrator', { concentratorNo: number, manufacturer: 'Hiwatch' })
    expect(made.code).toBe(200)
    concentratorId = made.data!.concentratorId as number
    expect((await ask('GET', 'concentrator/list?communicationState=0')).rows).toMatchObject([
      { concentratorId, concentratorNo: number, manufacturer: 'Hiwatch', meterCount: 0, communicationState: '0', statusChangeTime: null },
    ])
    expect(await ask('POST', 'concentrator', { concentratorNo: 'X', manufacturer: '' })).toMatchObject({ code: 500 })
    expect(await ask('POST', 'concentrator', { concentratorNo: number, manufacturer: 'Other' })).toMatchObject({ reason: 'name-taken' })
    expect((await ask('GET', 'concentrator/list', undefined, 'south')).total).toBe(0)
  })
  // requirement of Devices: A concentrator with associated meters cannot be changed or removed | /device/concentrators | PUT /prod-api/business/concentrator
  it('with associated meters cannot be changed or removed', async () => {
    await register('88010001')
    expect(await ask('PUT', `concentrator/associate/${concentratorId}`, { meters: ['88010001', 'nobody'] })).toMatchObject({
      reason: 'meter-not-registered',
    })
    expect((await ask('PUT', `concentrator/associate/${concentratorId}`, { meters: ['88010001'] })).code).toBe(200)
    const changed = { concentratorId, concentratorNo: number, manufacturer: 'Other' }
    expect(await ask('PUT', 'concentrator', changed)).toMatchObject({ reason: 'concentrator-has-meters' })
    expect(await ask('DELETE', `concentrator/${concentratorId}`)).toMatchObject({ reason: 'concentrator-has-meters' })
    const other = (await ask('POST', 'concentrator', { concentratorNo: 'GW-2', manufacturer: 'Hiwatch' })).data!.concentratorId
    expect(await ask('PUT', `concentrator/associate/${other}`, { meters: ['88010001'] })).toMatchObject({
      reason: 'meter-on-other-concentrator',
      msg: 'Meter 88010001 is associated with concentrator GW-1. Dissociate it there first.',
    })
    expect((await ask('PUT', `concentrator/dissociate/${concentratorId}`, { meters: ['88010001'] })).code).toBe(200)
    expect((await ask('PUT', 'concentrator', changed)).code).toBe(200)
    expect((await ask('DELETE', `concentrator/${other}`)).code).toBe(200)
    expect((await ask('GET', `concentrator/${other}`)).code).toBe(404)
    expect((await historyOf(`concentrators/${concentratorId}`)).map(({ step }: { step: string }) => step)).toEqual([
      'changed',
      'dissociated',
      'associated',
      'added',
    ])
  })
  // requirement of Devices: A concentrator is online or offline by its frames; the utility sets the time | /device/concentrators | GET /prod-api/business/concentrator/list
  it('is online by its frames, and offline once they stay out for longer than the utility allows', async () => {
    const before = new Date()
    await running.report('north', '88010001', `${before.toISOString().slice(0, 13)}:00:00Z`, [1000, 1001])
    const states = async (minutes: number) => findChangedConcentrators(running.pool, new Date(Date.now() + minutes * 60_000))
    expect(await states(59)).toMatchObject([{ tenant: 'north', concentratorNo: number, communicationState: '1' }])
    expect(await states(61)).toEqual([])
    await running.pool.query(
      `update platform.tenants set settings = jsonb_set(settings, '{concentratorTimeoutMinutes}', '180') where code = 'north'`,
    )
    expect(await states(170)).toHaveLength(1)
  })
})

const minute = 60_000
const columnsOf = (number: string, figures: Record<string, number[]>, count: number, newest: number) => ({
  count,
  meters: [number],
  meterIndex: new Uint32Array(count),
  at: Float64Array.from({ length: count }, (_, index) => newest - (count - 1 - index) * 15 * minute),
  ...Object.fromEntries(Object.entries(figures).map(([name, values]) => [name, Float64Array.from(values)])),
})
/** One frame of the gateway `gw-1` with a reading every quarter of an hour, the newest of them now. */
const send = async (number: string, figures: Record<string, number[]>, newest = Date.now(), decibelMilliwatt?: number) => {
  const count = Object.values(figures)[0]!.length
  const { position } = await acceptFrame(running.log, {
    gateway: { tenant: 'north', name: 'gw-1' },
    frameId: `${number} ${newest}`,
    source: 'frames',
    sentAt: newest,
    receivedAt: Date.now(),
    columns: columnsOf(number, figures, count, newest),
    rejected: [],
    ...(decibelMilliwatt !== undefined && { signals: [{ meter: number, decibelMilliwatt }] }),
  })
  expect(await waitForViews(running.pool, position, 60_000)).toBe(true)
}

describe('a flow meter', () => {
  const flow = {
    meterAddress: '12345678901',
    rtuAddress: '0123456789',
    installationPosition: 'Mill Lane',
    communicationMode: '0',
    powerSupply: '1',
    caliberMillimetres: 100,
  }
  it('has an RTU address code of 10 digits and a meter address of 11 to 13, with the field named in the refusal', async () => {
    for (const [field, value] of [
      ['rtuAddress', '123'],
      ['meterAddress', '123'],
    ] as const)
      expect(await ask('POST', 'flowMeter', { ...flow, [field]: value })).toMatchObject({ code: 500, errors: [{ path: field }] })
  })
  // requirement of Devices: A flow meter shows instantaneous flow, forward and reverse cumulative flow, pressure, battery and times | /device/flowMeters | GET /prod-api/business/flowMeter/list
  it('shows the newest of its readings, forward and reverse', async () => {
    await send(flow.meterAddress, {
      registerMillilitres: [5_000_000, 5_100_000],
      reverseMillilitres: [1000, 2000],
      flowLitresPerHour: [400, 380],
      batteryMillivolt: [3600, 3590],
    })
    expect((await ask('POST', 'flowMeter', flow)).code).toBe(200)
    expect((await ask('GET', 'flowMeter/list')).rows).toMatchObject([
      {
        ...flow,
        calculatesDailyFreeze: 'Y',
        flowLitresPerHour: 380,
        forwardLitres: 5100,
        reverseLitres: 2,
        batteryMillivolt: 3590,
        pressureKilopascal: null,
      },
    ])
    expect((await ask('GET', 'flowMeter/list', undefined, 'south')).total).toBe(0)
  })
  // requirement of Devices: A flow meter shows the signal with which the network heard it last (LoRaWAN, wM-Bus) | /device/flowMeters | GET /prod-api/business/flowMeter/list
  it('shows the signal with which it was heard last, whatever arrives late', async () => {
    const now = Date.now()
    await send(flow.meterAddress, { registerMillilitres: [5_200_000] }, now, -71)
    await send(flow.meterAddress, { registerMillilitres: [5_150_000] }, now - 3_600_000, -98)
    expect((await ask('GET', 'flowMeter/list')).rows).toMatchObject([{ signalDecibelMilliwatt: -71 }])
    await send(flow.meterAddress, { registerMillilitres: [5_250_000] }, now + 1000, -83)
    expect((await ask('GET', 'flowMeter/list')).rows).toMatchObject([{ signalDecibelMilliwatt: -83 }])
  })
})

describe('a pressure meter', () => {
  const pressure = {
    ...{ deviceNumber: '7001', monitoringSite: 'Mill Lane', communicationMode: '0', powerSupply: '0', rtuAddressNo: '0123456789' },
    ...{
      address: 'Mill Lane 1',
      longitude: 120.1,
      latitude: 30.2,
      upperLimitKilopascal: 500,
      lowerLimitKilopascal: 200,
      abruptChangeKilopascal: 80,
    },
    boundary: [
      [120, 30],
      [120.2, 30],
      [120.2, 30.3],
      [120, 30],
    ],
  }
  let pressureMeterId: number
  it('is unique by its number, needs a boundary, and is unknown without a reading', async () => {
    const { boundary: _, ...without } = pressure
    expect(await ask('POST', 'pressureMeter', without)).toMatchObject({ code: 500, errors: [{ path: 'boundary' }] })
    expect(await ask('POST', 'pressureMeter', { ...pressure, lowerLimitKilopascal: 600 }, 'north', 'fr')).toMatchObject({
      reason: 'pressure-limits-reversed',
      msg: 'Le seuil bas doit être inférieur au seuil haut.',
    })
    const bow = [pressure.boundary[0], [120.2, 30.3], pressure.boundary[1], [120, 30.3], pressure.boundary[0]]
    expect(await ask('POST', 'pressureMeter', { ...pressure, boundary: bow }, 'north', 'zh-CN')).toMatchObject({
      reason: 'boundary-crosses-itself',
      msg: '边界自相交。请移动顶点，使各边互不相交。',
    })
    pressureMeterId = (await ask('POST', 'pressureMeter', pressure)).data!.pressureMeterId as number
    expect(await ask('POST', 'pressureMeter', pressure)).toMatchObject({ reason: 'name-taken' })
    expect((await ask('GET', `pressureMeter/${pressureMeterId}`)).data).toMatchObject({
      ...pressure,
      pressureState: '2',
      pressureKilopascal: null,
    })
  })
  // requirement of Devices: A pressure outside of its limits raises an alarm | /alarm/alarm | GET /prod-api/report/alarm/processed/list
  it('is normal within its limits, and an alarm is raised above one', async () => {
    await send('7001', { pressureKilopascal: [300, 310] }, Date.now() - 60 * minute)
    expect((await ask('GET', 'pressureMeter/list')).rows).toMatchObject([
      { pressureState: '0', pressureKilopascal: 310, deviations: [], boundary: pressure.boundary },
    ])
    expect(await findPressureConditions(running.pool, 'north', new Date())).toEqual([])
    await send('7001', { pressureKilopascal: [320, 510] })
    expect((await ask('GET', 'pressureMeter/list')).rows).toMatchObject([{ pressureState: '1', deviations: ['above', 'abrupt'] }])
    expect(await findPressureConditions(running.pool, 'north', new Date())).toMatchObject([
      { eventType: 'pressure-high', subject: '7001', value: 510, threshold: 500, unit: 'kPa' },
      { eventType: 'pressure-abrupt', value: 510, threshold: 80 },
    ])
  })
  // requirement of Meters: The ruler of pressure sensors of the source YZJ has its effect | /device/pressureMeters | GET /prod-api/business/pressureMeter/list
  it('of the source YZJ takes the ruler of the tenant, and that of another source does not', async () => {
    const ruler = async (yzjMeterRuler: number) =>
      running.ask('north', { method: 'PUT', url: '/prod-api/system/tenant/settings', payload: { yzjMeterRuler } })
    await ruler(10)
    const sensor = { ...pressure, deviceNumber: '7002', monitoringSite: 'Canal Street', pressureSource: '1' }
    const { pressureMeterId: sensorId } = (await ask('POST', 'pressureMeter', sensor)).data as { pressureMeterId: number }
    await send('7002', { pressureKilopascal: [30, 31] })
    const shown = async () => (await ask('GET', 'pressureMeter/list?orderByColumn=deviceNumber&isAsc=asc')).rows
    expect(await shown()).toMatchObject([{ pressureKilopascal: 510 }, { pressureKilopascal: 310, pressureState: '0' }])
    const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
    const analysis = await running.ask('north', { url: `/api/v1/pressure-meters/${sensorId}/analysis?from=${day(-1)}&to=${day(1)}` })
    expect(analysis.json().trend).toMatchObject([{ kilopascal: 300 }, { kilopascal: 310 }])
    await ruler(20)
    expect(await shown()).toMatchObject([{ pressureKilopascal: 510 }, { pressureKilopascal: 620, pressureState: '1' }])
    expect(await findPressureConditions(running.pool, 'north', new Date())).toMatchObject([{}, {}, { subject: '7002', value: 620 }])
    await ruler(1)
    await ask('DELETE', `pressureMeter/${sensorId}`)
  })
  // requirement of Devices: Single-point analysis and pressure trend | /device/pressureMeters | GET /api/v1/pressure-meters/:pressureMeterId/analysis
  it('has an analysis of its days, of a month at most', async () => {
    const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
    const analyse = async (from: string, tenant = 'north') =>
      running.ask(tenant, { url: `/api/v1/pressure-meters/${pressureMeterId}/analysis?from=${from}&to=${day(1)}` })
    const answer = (await analyse(day(-2))).json()
    expect(answer).toMatchObject({ state: '1', deviations: ['above', 'abrupt'], isThinned: false })
    expect(answer.trend.map(({ kilopascal }: { kilopascal: number }) => kilopascal)).toEqual([300, 310, 320, 510])
    const sum = (field: string) => answer.days.reduce((all: number, each: Record<string, number>) => all + each[field]!, 0)
    expect([sum('readings'), sum('above'), sum('below')]).toEqual([4, 1, 0])
    expect((await analyse(day(-40))).json()).toMatchObject({ code: 'range-too-long' })
    expect((await analyse(day(-2), 'south')).statusCode).toBe(404)
  })
})

describe('a device', () => {
  const device = {
    deviceNo: 'P-1',
    deviceName: 'Pump 1',
    deviceType: '6',
    deviceStatus: '1',
    longitude: 120.1,
    latitude: 30.2,
    mapType: '0',
  }
  // requirement of Devices: Devices of seven types in four states, with a location | /device/devices | POST /prod-api/business/device
  // requirement of Devices: Device screen with map, types and states | /device/screen | GET /prod-api/business/device/list
  it('needs a place on the map, changes its state and is removed', async () => {
    const { longitude: _, ...nowhere } = device
    expect(await ask('POST', 'device', nowhere)).toMatchObject({ code: 500, errors: [{ path: 'longitude' }] })
    const deviceId = (await ask('POST', 'device', device)).data!.deviceId
    expect((await ask('PUT', 'device', { ...device, deviceId, deviceStatus: '3' })).code).toBe(200)
    expect((await ask('GET', 'device/list?deviceType=6')).rows).toMatchObject([{ ...device, deviceStatus: '3' }])
    expect((await ask('GET', 'device/list?deviceType=5')).total).toBe(0)
    expect((await ask('GET', 'device/list', undefined, 'south')).total).toBe(0)
    expect((await historyOf(`devices/${deviceId}`))[0]).toMatchObject({
      step: 'changed',
      changes: [{ field: 'deviceStatus', from: '1', to: '3' }],
    })
    expect((await ask('DELETE', `device/${deviceId}`)).code).toBe(200)
    expect((await ask('GET', 'device/list')).total).toBe(0)
  })
})
