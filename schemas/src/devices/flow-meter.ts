import { z } from 'zod'
import { formatText } from '../shared/format-texts.ts'
import { YesNo } from '../shared/lists.ts'
import { recordedEvents } from '../shared/recorded-events.ts'
import { defineResource } from '../shared/resource.ts'
import { text } from '../shared/text.ts'
import { Instant, Latitude, Longitude } from '../shared/values.ts'

/** How a device reports. */
export const CommunicationMode = z.enum({ nbIot: '0', loraWan: '1', cellular4g: '2', gprs: '3', wired: '4' })
export const PowerSupply = z.enum({ battery: '0', mains: '1', solar: '2' })

const read = { isReadOnly: true, isComputed: true, isUnsortable: true } as const
const figure = { schema: z.number().nullable(), ...read } as const

/**
 * Flow meters on mains, read by a remote terminal unit. Their readings are those of the meter of the same number (`meterAddress`): the newest
 * are shown with the row.
 */
export const flowMeters = defineResource({
  name: 'flowMeter',
  texts: 'devices',
  noun: 'flow meter',
  path: '/prod-api/business/flowMeter',
  permission: 'devices:flowMeter',
  id: 'flowMeterId',
  table: 'views.flow_meters',
  scope: 'own',
  fields: {
    meterAddress: {
      schema: z.string().regex(/^\d{11,13}$/, formatText('meter-address')),
      filter: 'contains',
      filterMax: 13,
      isUnique: true,
      isSetOnce: true,
    },
    rtuAddress: { schema: z.string().regex(/^\d{10}$/, formatText('rtu-address')), filter: 'contains', filterMax: 10 },
    installationPosition: { schema: text(200).min(1), filter: 'contains' },
    communicationMode: { schema: CommunicationMode, filter: 'equals', dictionary: 'communication_mode', isHalf: true },
    powerSupply: { schema: PowerSupply, filter: 'equals', dictionary: 'power_supply_mode', isHalf: true },
    caliberMillimetres: { schema: z.int32().min(1).max(3000).nullable().default(null), isHalf: true },
    manufacturer: { schema: text(50).nullable().default(null), isHalf: true },
    calculatesDailyFreeze: { schema: YesNo.default(YesNo.enum.yes), dictionary: 'sys_yes_no', isHalf: true },
    longitude: { schema: Longitude.nullable().default(null), isHalf: true, isUnsortable: true },
    latitude: { schema: Latitude.nullable().default(null), isHalf: true, isUnsortable: true },
    collectTime: { schema: Instant.nullable(), ...read },
    reportTime: { schema: Instant.nullable(), ...read },
    flowLitresPerHour: figure,
    forwardLitres: figure,
    reverseLitres: figure,
    pressureKilopascal: figure,
    batteryMillivolt: figure,
    signalDecibelMilliwatt: figure,
  },
  menu: {
    directory: 'device',
    place: 54,
    path: 'flowMeters',
    component: 'devices/flow-meters',
    icon: 'chart-dots',
    titles: { en: 'Flow meters', 'zh-CN': '流量计', fr: 'Débitmètres', id: 'Meter debit' },
    audience: 'tenant',
    shows: ['/api/v1/flow-meters'],
  },
  screen: {
    columns: [
      'meterAddress',
      'installationPosition',
      'flowLitresPerHour',
      'forwardLitres',
      'reverseLitres',
      'pressureKilopascal',
      'collectTime',
    ],
    moreColumns: [
      'rtuAddress',
      'communicationMode',
      'powerSupply',
      'caliberMillimetres',
      'manufacturer',
      'calculatesDailyFreeze',
      'reportTime',
      'batteryMillivolt',
      'signalDecibelMilliwatt',
      'longitude',
      'latitude',
      'createTime',
    ],
  },
})

export const flowMeterEvents = recordedEvents(flowMeters.form, 'meterAddress')
