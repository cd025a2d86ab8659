import { z } from 'zod'
import { PersonName } from '../shared/actors.ts'
import { RowId } from '../shared/lists.ts'
import { Position } from '../shared/quantity.ts'
import { defineResource } from '../shared/resource.ts'
import { lines, text } from '../shared/text.ts'
import { Instant, LocalDate, MeterNumber, PartitionId } from '../shared/values.ts'
import { OrderFile } from './order-file.ts'
import { ShutOffOfOrder, shutOffMax } from './shut-off.ts'

export const WorkOrderType = z.enum({ maintenance: '0', reading: '1' })
export type WorkOrderType = z.infer<typeof WorkOrderType>
export const WorkOrderStatus = z.enum({ pending: '0', processing: '1', completed: '2', onHold: '3', cancelled: '4' })
export type WorkOrderStatus = z.infer<typeof WorkOrderStatus>
export const WorkOrderPriority = z.enum({ low: '0', normal: '1', high: '2', urgent: '3' })
/** Why an order waits: missing parts, a permit, traffic, an absent customer, or what the note says. */
export const HoldReason = z.enum({ parts: '0', permit: '1', traffic: '2', customerAbsent: '3', other: '4' })
export type HoldReason = z.infer<typeof HoldReason>
/** The origin of an order. */
export const WorkOrderSource = z.enum({ hand: '0', alarms: '1', detection: '2', case: '3', review: '4', plan: '5', request: '6' })
export type WorkOrderSource = z.infer<typeof WorkOrderSource>

/** Alarms of one order, items of its checklist, minutes of work (two months), and cost in hundredths. */
export const workOrderMax = { alarms: 50, items: 30, minutes: 86_400, cost: 10_000_000 } as const

/** `changes` counts how often the item was ticked or its tick taken away. */
export const ChecklistItem = z.object({ name: text(100).min(1), isDone: z.boolean(), changes: z.int().min(0) })
export type ChecklistItem = z.infer<typeof ChecklistItem>
const checklist = z.array(text(100).min(1)).max(workOrderMax.items)
/** Minutes of several periods; the clock of an order may run for years. */
const ClockMinutes = z.int().min(0).max(Number.MAX_SAFE_INTEGER)

const wanted = {
  orderId: z.uuid(),
  orderType: WorkOrderType,
  orderTitle: text(100).min(1),
  priority: WorkOrderPriority,
  meterNo: MeterNumber.nullable(),
  partitionId: PartitionId.nullable(),
  place: text(200),
  plannedFor: LocalDate.nullable(),
  dueDate: LocalDate.nullable(),
  caseId: z.uuid().nullable(),
  remark: lines(500),
}

/** Work orders: maintenance, and readings of meters. */
export const workOrders = defineResource({
  name: 'workOrder',
  texts: 'work-orders',
  noun: 'work order',
  path: '/prod-api/business/workOrder',
  permission: 'work-orders:workOrder',
  verbs: ['list', 'query', 'add', 'assign', 'process', 'export'],
  id: 'workOrderNo',
  table: 'views.work_orders',
  scope: 'own',
  fields: {
    /** Chosen by the caller, so that a repeated request creates one order. */
    orderId: { schema: wanted.orderId, isSetOnce: true },
    orderType: {
      schema: WorkOrderType.default(WorkOrderType.enum.maintenance),
      filter: 'equals',
      dictionary: 'work_order_type',
      isHalf: true,
    },
    orderTitle: { schema: wanted.orderTitle, filter: 'contains' },
    status: { schema: WorkOrderStatus, isReadOnly: true, filter: 'equals', dictionary: 'work_order_status' },
    priority: {
      schema: WorkOrderPriority.default(WorkOrderPriority.enum.normal),
      filter: 'equals',
      dictionary: 'work_order_priority',
      isHalf: true,
    },
    meterNo: { schema: wanted.meterNo.default(null), filter: 'contains', isHalf: true },
    partitionId: { schema: wanted.partitionId.default(null), filter: 'equals', isHalf: true },
    place: { schema: wanted.place.default(''), filter: 'contains' },
    plannedFor: { schema: wanted.plannedFor.default(null), isHalf: true },
    dueDate: { schema: wanted.dueDate.default(null), isHalf: true },
    assigneeId: { schema: RowId.nullable().default(null), isWriteOnly: true, isHalf: true },
    assignee: { schema: PersonName.nullable(), isReadOnly: true },
    /** The crew whose people see the order; an order has a person or a crew. */
    crewId: { schema: RowId.nullable().default(null), filter: 'equals', isHalf: true, isLarge: true },
    source: { schema: WorkOrderSource, isReadOnly: true, filter: 'equals', dictionary: 'work_order_source' },
    /** The alarms, the case or the detection, and the day of a meter whose consumption is reviewed. */
    alarmIds: {
      schema: z.array(Position).max(workOrderMax.alarms).default([]),
      shown: z.array(z.int()).optional(),
      isJson: true,
      isLong: true,
    },
    caseId: { schema: wanted.caseId.default(null), filter: 'equals' },
    detectionNumber: { schema: z.int32().min(1).max(1_000_000).nullable().default(null) },
    reviewDay: { schema: LocalDate.nullable().default(null) },
    checklist: {
      schema: z
        .array(z.object({ name: text(100).min(1) }))
        .max(workOrderMax.items)
        .default([]),
      isWriteOnly: true,
    },
    items: { schema: z.array(ChecklistItem).optional(), isReadOnly: true, isJson: true, isLong: true },
    itemsDone: { schema: z.int32().min(0).max(workOrderMax.items), isReadOnly: true },
    itemsTotal: { schema: z.int32().min(0).max(workOrderMax.items), isReadOnly: true },
    holdReason: { schema: HoldReason.nullable(), isReadOnly: true, filter: 'equals', dictionary: 'work_order_hold_reason' },
    heldSince: { schema: Instant.nullable(), isReadOnly: true },
    /** Of the periods on hold that are over. */
    heldMinutes: { schema: ClockMinutes, isReadOnly: true, isLarge: true },
    startedAt: { schema: Instant.nullable(), isReadOnly: true },
    completedAt: { schema: Instant.nullable(), isReadOnly: true },
    result: { schema: z.string(), isReadOnly: true },
    parts: { schema: z.string(), isReadOnly: true },
    workedMinutes: { schema: z.int32().min(0).max(workOrderMax.minutes).nullable(), isReadOnly: true },
    costMinor: { schema: z.int().nullable(), isReadOnly: true, isLarge: true },
    /** The reading that a reading order took. */
    readingId: { schema: z.uuid().nullable(), isReadOnly: true },
    /** Photos and signatures. */
    files: { schema: z.array(OrderFile).optional(), isReadOnly: true, isJson: true, isLong: true },
    /** Valves to close, customers without water, and messages to them. */
    shutOff: { schema: ShutOffOfOrder.optional(), isReadOnly: true, isJson: true, isLong: true },
    /** Valves that are closed and have to be reopened. */
    valvesClosed: { schema: z.int32().min(0).max(shutOffMax.valves), isReadOnly: true },
    /** Operations of a phone that came too late. */
    conflicts: { schema: z.int32(), isReadOnly: true },
    remark: { schema: wanted.remark.default(''), lines: 3 },
  },
  totals: { fields: ['workedMinutes', 'costMinor'] },
  menu: {
    directory: 'workOrder',
    place: 10,
    path: 'orders',
    component: 'work-orders/work-orders',
    icon: 'clipboard',
    titles: { en: 'Work orders', 'zh-CN': '工单', fr: 'Ordres de travail', id: 'Perintah kerja' },
    audience: 'tenant',
    shows: ['/api/v1/work-orders'],
  },
  screen: {
    columns: [
      'orderTitle',
      'orderType',
      'status',
      'priority',
      'assignee',
      'crewId',
      'meterNo',
      'place',
      'plannedFor',
      'dueDate',
      'source',
      'createTime',
    ],
    moreColumns: [
      'partitionId',
      'holdReason',
      'heldMinutes',
      'startedAt',
      'completedAt',
      'workedMinutes',
      'costMinor',
      'valvesClosed',
      'conflicts',
      'workOrderNo',
      'createBy',
    ],
    onPhone: ['orderTitle', 'status', 'place', 'assignee'],
    filters: ['status', 'orderType', 'priority', 'source', 'crewId', 'orderTitle', 'meterNo', 'createdWithin'],
    form: [
      'orderTitle',
      'orderType',
      'priority',
      'meterNo',
      'partitionId',
      'place',
      'plannedFor',
      'dueDate',
      'assigneeId',
      'crewId',
      'checklist',
      'remark',
    ],
  },
})

const created = {
  ...wanted,
  assigneeId: RowId.nullable(),
  source: WorkOrderSource,
  alarmIds: z.array(Position).max(workOrderMax.alarms),
  detectionNumber: z.int().min(1).max(1_000_000).nullable(),
  reviewDay: LocalDate.nullable(),
  checklist,
}

export const CreateWorkOrder = z.object({
  type: z.literal('CreateWorkOrder'),
  ...created,
  crewId: RowId.nullable(),
  /** The meters of the alarms; the service looks them up. */
  alarmMeters: z.array(text(64)).max(workOrderMax.alarms),
})
export type CreateWorkOrder = z.infer<typeof CreateWorkOrder>
/** Orders from before there were crews have none. */
export const WorkOrderCreated = z.object({ ...created, crewId: RowId.nullable().optional(), at: Instant })
