import { z } from 'zod'
import { InUse, RowId } from '../shared/lists.ts'
import { defineResource } from '../shared/resource.ts'
import { lines, text } from '../shared/text.ts'
import { LocalDate, PartitionId } from '../shared/values.ts'
import { WorkOrderPriority, WorkOrderType, workOrderMax } from './work-order.ts'

export const PlanRecurrence = z.enum(['weekly', 'monthly', 'quarterly', 'yearly'])
export type PlanRecurrence = z.infer<typeof PlanRecurrence>

/** Meters of a group of which a reading plan makes orders. */
export const planMetersMax = 500

/** Recurring plans: a plan makes its orders once in each period. A paused plan makes none, and does not make up for them afterwards. */
export const orderPlans = defineResource({
  name: 'orderPlan',
  texts: 'work-orders',
  noun: 'work order plan',
  path: '/prod-api/business/orderPlan',
  permission: 'work-orders:orderPlan',
  id: 'orderPlanId',
  table: 'platform.order_plans',
  scope: 'own',
  fields: {
    planName: { schema: text(50).min(1), filter: 'contains', isUnique: true },
    orderType: {
      schema: WorkOrderType.default(WorkOrderType.enum.maintenance),
      filter: 'equals',
      dictionary: 'work_order_type',
      isHalf: true,
    },
    priority: { schema: WorkOrderPriority.default(WorkOrderPriority.enum.normal), dictionary: 'work_order_priority', isHalf: true },
    orderTitle: { schema: text(100).min(1) },
    /** Of a reading plan: an order for each of its meters. */
    meterGroupId: { schema: RowId.nullable().default(null), isLarge: true, isHalf: true },
    partitionId: { schema: PartitionId.nullable().default(null), isHalf: true },
    place: { schema: text(200).default('') },
    recurrence: { schema: PlanRecurrence.default('monthly'), filter: 'equals', isHalf: true },
    /** Days from the begin of a period until its orders are due. */
    dueDays: { schema: z.int32().min(0).max(90).default(7), isHalf: true },
    /** The first period begins on this day, and the others on the same day of their week, month or year. */
    startsOn: { schema: LocalDate, isHalf: true },
    endsOn: { schema: LocalDate.nullable().default(null), isHalf: true },
    assigneeId: { schema: RowId.nullable().default(null), isLarge: true, isHalf: true },
    crewId: { schema: RowId.nullable().default(null), isLarge: true, isHalf: true },
    checklist: {
      schema: z
        .array(z.object({ name: text(100).min(1) }))
        .max(workOrderMax.items)
        .default([]),
      isJson: true,
      isUnsortable: true,
    },
    status: { schema: InUse.default(InUse.enum.enabled), filter: 'equals', dictionary: 'sys_normal_disable', isHalf: true },
    /** The newest period that has its orders. */
    madeFor: { schema: LocalDate.nullable(), isReadOnly: true },
    remark: { schema: lines(500).nullable().default(null), lines: 3 },
  },
  menu: {
    directory: 'workOrder',
    place: 30,
    path: 'plans',
    component: 'work-orders/orderPlan',
    icon: 'refresh',
    titles: { en: 'Work order plans', 'zh-CN': '工单计划', fr: 'Plans de travaux', id: 'Rencana perintah kerja' },
    audience: 'tenant',
  },
  screen: {
    columns: ['planName', 'orderType', 'recurrence', 'startsOn', 'endsOn', 'madeFor', 'status', 'createTime'],
    moreColumns: ['orderTitle', 'priority', 'place', 'dueDays', 'remark', 'createBy'],
    onPhone: ['planName', 'recurrence', 'madeFor'],
    filters: ['planName', 'orderType', 'recurrence', 'status'],
    form: [
      ...(['planName', 'orderTitle', 'orderType', 'priority', 'recurrence', 'dueDays', 'startsOn', 'endsOn', 'meterGroupId'] as const),
      ...(['partitionId', 'place', 'assigneeId', 'crewId', 'checklist', 'status', 'remark'] as const),
    ],
  },
})
