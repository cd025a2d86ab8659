import { z } from 'zod'
import { recordedEvents } from '../shared/recorded-events.ts'
import { defineResource } from '../shared/resource.ts'
import { text } from '../shared/text.ts'
import { Latitude, Longitude, MeterNumber } from '../shared/values.ts'

export const DeviceType = z.enum({
  largeMeter: '0',
  concentrator: '1',
  pressureGauge: '2',
  valveControl: '3',
  flowMeter: '4',
  sonarDetection: '5',
  waterPump: '6',
})
export type DeviceType = z.infer<typeof DeviceType>

export const DeviceStatus = z.enum({ notInstalled: '0', installed: '1', offline: '2', online: '3' })
export type DeviceStatus = z.infer<typeof DeviceStatus>

/** The map provider by which the place was picked. */
export const MapType = z.enum({ first: '0', second: '1' })

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
    deviceStatus: {
      schema: DeviceStatus.default(DeviceStatus.enum.notInstalled),
      filter: 'equals',
      dictionary: 'device_status',
      isHalf: true,
    },
    manufacturer: { schema: text(50).nullable().default(null), filter: 'contains' },
    address: { schema: text(200).nullable().default(null) },
    longitude: { schema: Longitude, isHalf: true, isUnsortable: true },
    latitude: { schema: Latitude, isHalf: true, isUnsortable: true },
    mapType: { schema: MapType.default(MapType.enum.first), dictionary: 'map_type', isHalf: true },
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
