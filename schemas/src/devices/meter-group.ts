import { InUse } from '../shared/lists.ts'
import { defineResource } from '../shared/resource.ts'
import { lines, text } from '../shared/text.ts'

/** Groups of meters, such as the street of a reader. A meter belongs to one at most. */
export const meterGroups = defineResource({
  name: 'meterGroup',
  texts: 'devices',
  noun: 'meter group',
  path: '/prod-api/business/meterGroup',
  permission: 'devices:meterGroup',
  id: 'meterGroupId',
  table: 'platform.meter_groups',
  scope: 'own',
  fields: {
    meterGroupName: { schema: text(50).min(1), filter: 'contains', isUnique: true },
    status: { schema: InUse.default(InUse.enum.enabled), filter: 'equals', dictionary: 'sys_normal_disable', isHalf: true },
    remark: { schema: lines(100).nullable().default(null) },
  },
  menu: {
    directory: 'device',
    place: 50,
    path: 'meterGroup',
    component: 'devices/meter-group',
    icon: 'list',
    titles: { en: 'Meter groups', 'zh-CN': '水表分组', fr: 'Groupes de compteurs', id: 'Kelompok meter' },
    audience: 'tenant',
  },
})
