import { flowMeters } from '@nightflow/schemas/devices/flow-meter'
import { mapDevices } from '@nightflow/schemas/devices/map-device'
import { pressureMeters } from '@nightflow/schemas/devices/pressure-meter'
import { describe, expect, test } from 'vitest'
import { specificationOf } from '../shared/decider-specification.ts'
import { flowMeterDecider, mapDeviceDecider, pressureMeterDecider } from './field-device-deciders.ts'

const at = '2026-03-02T08:00:00.000Z'
const ring = [
  [120, 30],
  [120.1, 30],
  [120.1, 30.1],
  [120, 30],
]
const bow = [
  [120, 30],
  [120.1, 30.1],
  [120.1, 30],
  [120, 30.1],
  [120, 30],
]
const flow = {
  meterAddress: '12345678901',
  rtuAddress: '0123456789',
  installationPosition: 'Mill Lane chamber',
  communicationMode: '0',
  powerSupply: '0',
}
const pressure = {
  deviceNumber: '7001',
  monitoringSite: 'Mill Lane',
  communicationMode: '0',
  powerSupply: '0',
  rtuAddressNo: '0123456789',
  address: 'Mill Lane 1',
  longitude: 120,
  latitude: 30,
  boundary: ring,
}
const device = { deviceNo: 'P-1', deviceName: 'Pump 1', deviceType: '6', deviceStatus: '1', longitude: 120, latitude: 30 }

describe('the form of a flow meter', () => {
  const takes = (change: object) => flowMeters.form.safeParse({ ...flow, ...change }).success
  // requirement of Devices: RTU address code exactly 10 digits; flow meter address 11 to 13 digits | /device/flowMeters | POST /prod-api/business/flowMeter
  test('takes an RTU address code of exactly 10 digits', () => {
    expect(['0123456789', '123456789', '01234567890', '012345678a'].map((rtuAddress) => takes({ rtuAddress }))).toEqual([
      true,
      false,
      false,
      false,
    ])
  })
  // requirement of Devices: RTU address code exactly 10 digits; flow meter address 11 to 13 digits | /device/flowMeters | POST /prod-api/business/flowMeter
  test('takes a meter address of 11 to 13 digits', () => {
    const lengths = [10, 11, 12, 13, 14]
    expect(lengths.map((length) => takes({ meterAddress: '1'.repeat(length) }))).toEqual([false, true, true, true, false])
    expect(takes({ meterAddress: '1234567890A' })).toBe(false)
  })
})

describe('the form of a pressure meter', () => {
  const takes = (change: object) => pressureMeters.form.safeParse({ ...pressure, ...change }).success
  // requirement of Devices: Pressure device number numeric, up to 20 characters, unique; RTU address 10 to 20 digits | /device/pressureMeters | POST /prod-api/business/pressureMeter
  test('takes a numeric device number of up to 20 characters', () => {
    expect(['1', '1'.repeat(20), '1'.repeat(21), '', '7a'].map((deviceNumber) => takes({ deviceNumber }))).toEqual([
      true,
      true,
      false,
      false,
      false,
    ])
  })
  // requirement of Devices: Pressure device number numeric, up to 20 characters, unique; RTU address 10 to 20 digits | /device/pressureMeters | POST /prod-api/business/pressureMeter
  test('takes an RTU address of 10 to 20 digits', () => {
    expect([9, 10, 20, 21].map((length) => takes({ rtuAddressNo: '1'.repeat(length) }))).toEqual([false, true, true, false])
  })
  // requirement of Devices: Site, communication, power supply, coordinates and address required; a boundary must be drawn | /device/pressureMeters | POST /prod-api/business/pressureMeter
  test('needs site, communication mode, power supply mode, coordinates, address and a boundary', () => {
    for (const field of ['monitoringSite', 'communicationMode', 'powerSupply', 'longitude', 'latitude', 'address', 'boundary'])
      expect([field, takes({ [field]: undefined })]).toEqual([field, false])
    expect(takes({ boundary: ring.slice(0, 3) })).toBe(false)
  })
  // requirement of Devices: Pressure data sources 0 and 1 | /device/pressureMeters | POST /prod-api/business/pressureMeter
  test('takes the data sources 0 and 1', () =>
    expect(['0', '1', '2'].map((pressureSource) => takes({ pressureSource }))).toEqual([true, true, false]))
})

describe('the form of a device', () => {
  const takes = (change: object) => mapDevices.form.safeParse({ ...device, ...change }).success
  // requirement of Devices: Devices of seven types in four states, with a location | /device/devices | POST /prod-api/business/device
  test('takes the seven types and the four states', () => {
    expect(['0', '6', '7'].map((deviceType) => takes({ deviceType }))).toEqual([true, true, false])
    expect(['0', '3', '4'].map((deviceStatus) => takes({ deviceStatus }))).toEqual([true, true, false])
  })
  // requirement of Devices: A device has a location that is picked on the map | /device/devices | POST /prod-api/business/device
  test('needs a location', () => {
    expect(takes({ longitude: undefined })).toBe(false)
    expect(takes({ latitude: undefined })).toBe(false)
  })
})

describe('records of a device', () => {
  test('is added once by its number, changed and removed', () => {
    const values = mapDevices.form.parse(device)
    const key = device.deviceNo
    const added = { type: 'devices.DeviceAdded', data: { ...values, at } } as const
    const given = specificationOf(mapDeviceDecider)
    given([]).when({ type: 'AddRecord', key, values }).then([added])
    given([added]).when({ type: 'AddRecord', key, values }).refused('name-taken', { name: key })
    const online = { ...values, deviceStatus: '3' as const }
    given([added])
      .when({ type: 'ChangeRecord', key, values: online })
      .then([{ type: 'devices.DeviceChanged', data: { ...online, at } }])
    given([added])
      .when({ type: 'RemoveRecord', key })
      .then([{ type: 'devices.DeviceRemoved', data: { deviceNo: key, at } }])
  })
  // requirement of Devices: Lower limit of a pressure meter below the upper one | /device/pressureMeters | POST /prod-api/business/pressureMeter
  test('of a pressure meter has its lower limit below the upper one', () => {
    const values = pressureMeters.form.parse(pressure)
    const key = pressure.deviceNumber
    const given = specificationOf(pressureMeterDecider)
    const limited = (lowerLimitKilopascal: number | null, upperLimitKilopascal: number | null) => ({
      ...values,
      lowerLimitKilopascal,
      upperLimitKilopascal,
    })
    given([])
      .when({ type: 'AddRecord', key, values: limited(300, 300) })
      .refused('pressure-limits-reversed')
    given([])
      .when({ type: 'AddRecord', key, values: limited(300, null) })
      .then([{ type: 'devices.PressureMeterAdded', data: { ...limited(300, null), at } }])
    const added = { type: 'devices.PressureMeterAdded', data: { ...values, at } } as const
    given([added])
      .when({ type: 'ChangeRecord', key, values: limited(400, 300) })
      .refused('pressure-limits-reversed')
  })
  // requirement of Devices: A boundary that crosses itself is refused, for pressure meters and partitions, with a message in four languages | /device/pressureMeters | POST /prod-api/business/pressureMeter
  test('of a pressure meter has a boundary that does not cross itself', () => {
    const values = pressureMeters.form.parse({ ...pressure, boundary: bow })
    const key = pressure.deviceNumber
    const given = specificationOf(pressureMeterDecider)
    given([]).when({ type: 'AddRecord', key, values }).refused('boundary-crosses-itself')
    const added = { type: 'devices.PressureMeterAdded', data: { ...values, boundary: ring, at } } as const
    given([added as never])
      .when({ type: 'ChangeRecord', key, values })
      .refused('boundary-crosses-itself')
  })
  test('of a flow meter that is not there is not found', () => {
    specificationOf(flowMeterDecider)([]).when({ type: 'RemoveRecord', key: flow.meterAddress }).refused('not-found')
  })
})
