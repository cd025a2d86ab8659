import { z } from 'zod'
import { InUse, RowId } from '../shared/lists.ts'
import { defineResource } from '../shared/resource.ts'
import { lines, text } from '../shared/text.ts'

/** People of one crew. */
export const crewMembersMax = 50

/** Crews: a crew has people and a leader, and its orders are those of all its people. */
export const workCrews = defineResource({
  name: 'workCrew',
  texts: 'work-orders',
  noun: 'crew',
  path: '/prod-api/business/crew',
  permission: 'work-orders:crew',
  id: 'crewId',
  table: 'platform.crews',
  scope: 'own',
  fields: {
    crewName: { schema: text(50).min(1), filter: 'contains', isUnique: true },
    leaderId: { schema: RowId, isLarge: true },
    memberIds: { schema: z.array(RowId).min(1).max(crewMembersMax), isJson: true, isUnsortable: true },
    status: { schema: InUse.default(InUse.enum.enabled), filter: 'equals', dictionary: 'sys_normal_disable', isHalf: true },
    remark: { schema: lines(100).nullable().default(null) },
  },
  menu: {
    directory: 'workOrder',
    place: 40,
    path: 'crews',
    component: 'work-orders/crew',
    icon: 'users',
    titles: { en: 'Crews', 'zh-CN': '班组', fr: 'Équipes', id: 'Regu' },
    audience: 'tenant',
  },
  screen: {
    columns: ['crewName', 'leaderId', 'memberIds', 'status', 'remark', 'createTime'],
    onPhone: ['crewName', 'leaderId'],
    form: ['crewName', 'leaderId', 'memberIds', 'status', 'remark'],
  },
})
