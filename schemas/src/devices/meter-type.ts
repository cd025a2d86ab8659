import { z } from 'zod'
import { InUse, YesNo } from '../shared/lists.ts'
import { defineResource, editVerbs } from '../shared/resource.ts'
import { lines, text } from '../shared/text.ts'

/** How a meter communicates; one without communication is read by people. */
export const MeterCommunication = z.enum({ nbIot: '0', loraWan: '1', wirelessMbus: '2', wiredMbus: '3', cellular4g: '4', none: '5' })
const { nbIot, loraWan, wirelessMbus, cellular4g } = MeterCommunication.enum
/** Those of them that are radios, whose meters may have letters in their numbers. */
export const radioCommunications: readonly z.infer<typeof MeterCommunication>[] = [nbIot, loraWan, wirelessMbus, cellular4g]

/** How water is paid for at the meter. */
export const MeterPrepayment = z.enum({ postpaid: '0', icCard: '1', stsToken: '2' })

/** Models of meters. A meter takes what its type says at the registration; a later change of the type changes no meter. */
export const meterTypes = defineResource({
  name: 'meterType',
  texts: 'devices',
  noun: 'meter type',
  path: '/prod-api/business/meterType',
  permission: 'devices:meterType',
  verbs: [...editVerbs, 'import'],
  id: 'meterTypeId',
  table: 'platform.meter_types',
  scope: 'own',
  fields: {
    meterTypeName: { schema: text(50).min(1), filter: 'contains', isUnique: true },
    communication: {
      schema: MeterCommunication.default(MeterCommunication.enum.nbIot),
      filter: 'equals',
      dictionary: 'meter_communication',
      isHalf: true,
    },
    prepayment: {
      schema: MeterPrepayment.default(MeterPrepayment.enum.postpaid),
      filter: 'equals',
      dictionary: 'meter_prepayment',
      isHalf: true,
    },
    hasValve: { schema: YesNo.default(YesNo.enum.no), filter: 'equals', dictionary: 'sys_yes_no', isHalf: true },
    caliberMillimetres: { schema: z.int().positive().max(3000).nullable().default(null), isHalf: true },
    /** Permanent flow by ISO 4064-1. */
    q3CubicMetresPerHour: { schema: z.number().positive().max(10_000).nullable().default(null), isHalf: true },
    /** The value at which the register rolls over to zero. */
    registerWidthCubicMetres: { schema: z.int().positive().max(1_000_000_000).nullable().default(null), isHalf: true },
    status: { schema: InUse.default(InUse.enum.enabled), filter: 'equals', dictionary: 'sys_normal_disable', isHalf: true },
    remark: { schema: lines(100).nullable().default(null) },
  },
  menu: {
    directory: 'device',
    place: 40,
    path: 'meterType',
    component: 'devices/meter-type',
    icon: 'list',
    titles: { en: 'Meter types', 'zh-CN': '水表类型', fr: 'Types de compteur', id: 'Jenis meter' },
    audience: 'tenant',
  },
})
