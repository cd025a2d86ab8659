import { z } from 'zod'
import { recordedEvents } from '../shared/recorded-events.ts'
import { defineResource } from '../shared/resource.ts'
import { text } from '../shared/text.ts'
import { Latitude, Longitude, MeterNumber } from '../shared/values.ts'

/** `0` large meter, `1` concentrator, `2` pressure gauge, `3` valve control, `4` flow meter, `5` sonar detection, `6` water pump. */
export const DeviceType = z.enum(['0', '1', '2', '3', '4', '5', '6'])
export type DeviceType = z.infer<typeof DeviceType>

/** `0` not installed, `1` installed, `2` offline, `3` online. */
export const DeviceStatus = z.enum(['0', '1', '2', '3'])
export type DeviceStatus = z.infer<typeof DeviceStatus>

/** The map provider by which the place was picked: `0` the first, `1` the second. */
export const MapType = z.enum(['0', '1'])

/** Devices of the network on the map, of every type. */
export const mapDevices = defineResource({
  name: 'mapDevice',
  texts: 'devices',
  noun: 'device',
  path: '/prod-api/business/device',
  permission: 'devices:device',
  id: 'deviceId',
  table: 'views.map_devices',
  scope: 'own',
  fields: {
    deviceNo: { schema: MeterNumber, filter: 'contains', isUnique: true, isSetOnce: true },
    deviceName: { schema: text(100).min(1), filter: 'contains' },
    deviceType: { schema: DeviceType, filter: 'equals', dictionary: 'device_type', isHalf: true },
    deviceStatus: { schema: DeviceStatus.default('0'), filter: 'equals', dictionary: 'device_status', isHalf: true },
    manufacturer: { schema: text(50).nullable().default(null), filter: 'contains' },
    address: { schema: text(200).nullable().default(null) },
    longitude: { schema: Longitude, isHalf: true, isUnsortable: true },
    latitude: { schema: Latitude, isHalf: true, isUnsortable: true },
    mapType: { schema: MapType.default('0'), dictionary: 'map_type', isHalf: true },
  },
  menu: {
    directory: 'device',
    place: 58,
    path: 'devices',
    component: 'devices/map-devices',
    icon: 'plug',
    titles: { en: 'Other devices', 'zh-CN': '设备列表', fr: 'Autres équipements', id: 'Perangkat lain' },
    audience: 'tenant',
    shows: ['/api/v1/devices'],
  },
  screen: {
    columns: ['deviceNo', 'deviceName', 'deviceType', 'deviceStatus', 'manufacturer', 'address', 'createTime'],
    moreColumns: ['longitude', 'latitude', 'mapType', 'createBy', 'updateBy', 'updateTime'],
    filters: ['deviceNo', 'deviceName', 'deviceType', 'deviceStatus', 'manufacturer'],
  },
})

export const mapDeviceEvents = recordedEvents(mapDevices.form, 'deviceNo')
