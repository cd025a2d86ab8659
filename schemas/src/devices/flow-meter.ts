import { z } from 'zod'
import { formatText } from '../shared/format-texts.ts'
import { recordedEvents } from '../shared/recorded-events.ts'
import { defineResource } from '../shared/resource.ts'
import { text } from '../shared/text.ts'
import { Instant, Latitude, Longitude } from '../shared/values.ts'

/** How a device reports: `0` NB-IoT, `1` LoRaWAN, `2` 4G, `3` GPRS, `4` wired. */
export const CommunicationMode = z.enum(['0', '1', '2', '3', '4'])
/** `0` battery, `1` mains, `2` solar. */
export const PowerSupply = z.enum(['0', '1', '2'])
/** A value of the dictionary `sys_yes_no`. */
const YesNo = z.enum(['Y', 'N'])

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
    calculatesDailyFreeze: { schema: YesNo.default('Y'), dictionary: 'sys_yes_no', isHalf: true },
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
