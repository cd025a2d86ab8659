import { z } from 'zod'
import { formatText } from '../shared/format-texts.ts'
import { recordedEvents } from '../shared/recorded-events.ts'
import { defineResource } from '../shared/resource.ts'
import { text } from '../shared/text.ts'
import { Boundary, Instant, Latitude, Longitude } from '../shared/values.ts'
import { CommunicationMode, PowerSupply } from './flow-meter.ts'

/** An RTU-SL terminal, or a pressure sensor YZJ. */
export const PressureSource = z.enum({ rtuSl: '0', yzj: '1' })

/** Unknown: no reading, or none of late. */
export const PressureState = z.enum({ normal: '0', alarm: '1', unknown: '2' })
export type PressureState = z.infer<typeof PressureState>

/** Why a pressure is an alarm: above the upper limit, below the lower limit, an abrupt change. */
export const PressureDeviation = z.enum(['above', 'below', 'abrupt'])
export type PressureDeviation = z.infer<typeof PressureDeviation>

/** Range of a reading in kilopascals. */
const Kilopascal = z.number().min(-100).max(10_000)
const read = { isReadOnly: true, isComputed: true, isUnsortable: true } as const

/** Pressure meters of the network. Their readings are those of the meter of the same number (`deviceNumber`). */
export const pressureMeters = defineResource({
  name: 'pressureMeter',
  texts: 'devices',
  noun: 'pressure meter',
  path: '/prod-api/business/pressureMeter',
  permission: 'devices:pressureMeter',
  id: 'pressureMeterId',
  table: 'views.pressure_meters',
  scope: 'own',
  fields: {
    deviceNumber: {
      schema: z.string().regex(/^\d{1,20}$/, formatText('pressure-number')),
      filter: 'contains',
      filterMax: 20,
      isUnique: true,
      isSetOnce: true,
    },
    monitoringSite: { schema: text(100).min(1), filter: 'contains' },
    upperLimitKilopascal: { schema: Kilopascal.nullable().default(null), isHalf: true },
    lowerLimitKilopascal: { schema: Kilopascal.nullable().default(null), isHalf: true },
    abruptChangeKilopascal: { schema: z.number().positive().max(10_000).nullable().default(null), isHalf: true },
    pressureSource: {
      schema: PressureSource.default(PressureSource.enum.rtuSl),
      filter: 'equals',
      dictionary: 'pressure_source',
      isHalf: true,
    },
    communicationMode: { schema: CommunicationMode, filter: 'equals', dictionary: 'communication_mode', isHalf: true },
    powerSupply: { schema: PowerSupply, filter: 'equals', dictionary: 'power_supply_mode', isHalf: true },
    rtuAddressNo: {
      schema: z.string().regex(/^\d{10,20}$/, formatText('rtu-address-long')),
      filter: 'contains',
      filterMax: 20,
      isHalf: true,
    },
    sensorNumber: { schema: text(50).nullable().default(null), isHalf: true },
    installationTime: { schema: Instant.nullable().default(null), isHalf: true },
    address: { schema: text(200).min(1) },
    longitude: { schema: Longitude, isHalf: true, isUnsortable: true },
    latitude: { schema: Latitude, isHalf: true, isUnsortable: true },
    /** The area that the pressure is taken for. */
    boundary: { schema: Boundary, isJson: true, isUnsortable: true },
    pressureKilopascal: { schema: z.number().nullable(), ...read },
    pressureState: { schema: PressureState, ...read, dictionary: 'pressure_state' },
    deviations: { schema: z.array(PressureDeviation), ...read },
    collectTime: { schema: Instant.nullable(), ...read },
  },
  menu: {
    directory: 'device',
    place: 56,
    path: 'pressureMeters',
    component: 'devices/pressure-meters',
    icon: 'gauge',
    titles: { en: 'Pressure meters', 'zh-CN': '压力传感器', fr: 'Capteurs de pression', id: 'Sensor tekanan' },
    audience: 'tenant',
    shows: ['/api/v1/pressure-meters'],
  },
  screen: {
    title: 'monitoringSite',
    columns: [
      'deviceNumber',
      'monitoringSite',
      'pressureState',
      'pressureKilopascal',
      'lowerLimitKilopascal',
      'upperLimitKilopascal',
      'collectTime',
      'pressureSource',
    ],
    moreColumns: [
      'abruptChangeKilopascal',
      'communicationMode',
      'powerSupply',
      'rtuAddressNo',
      'sensorNumber',
      'installationTime',
      'address',
      'createTime',
    ],
  },
})

export const pressureMeterEvents = recordedEvents(pressureMeters.form, 'deviceNumber')
