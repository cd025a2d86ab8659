import { z } from 'zod'
import { commandsOn, type GivenTo } from '../shared/commands-on.ts'
import { endpoint } from '../shared/endpoint.ts'
import { RowId } from '../shared/lists.ts'
import { RegisterLitres } from '../shared/quantity.ts'
import { historyCallOf } from '../shared/recorded-calls.ts'
import type { RowOf } from '../shared/resource.ts'
import { lines } from '../shared/text.ts'
import { typedNumber } from '../shared/typed-number.ts'
import { Instant, LocalDate, PartitionId } from '../shared/values.ts'
import { CaseStage } from './leak-case.ts'
import { type AddOrderFile, orderFileEvents, type RemoveOrderFile } from './order-file.ts'
import { RequestOfWork, requestsMax } from './public-request.ts'
import {
  type ListShutOff,
  type SendShutOffNotices,
  shutOffEvents,
  shutOffMax,
  type TurnValve,
  ValveNo,
  ValveOfOrder,
  ValveTurn,
} from './shut-off.ts'
import {
  ChecklistItem,
  type CreateWorkOrder,
  HoldReason,
  WorkOrderCreated,
  WorkOrderPriority,
  WorkOrderStatus,
  WorkOrderType,
  workOrderMax,
  workOrders,
} from './work-order.ts'

export const listWorkOrderHistory = historyCallOf(workOrders, '/api/v1/work-orders')

type Row = RowOf<typeof workOrders>
const { pending, processing, onHold, completed, cancelled } = WorkOrderStatus.enum

/** Pending, processing or on hold. */
export const isOpenOrder = ({ status }: Pick<Row, 'status'>): boolean => status !== completed && status !== cancelled

const note = lines(500)
const key = { orderId: z.uuid() }
/** Of an operation of a phone: its identifier, and when it was done by the clock of the phone. */
const ofPhone = { operationId: z.uuidv7().optional(), occurredAt: Instant.optional() }
const Minutes = z.int().min(0).max(workOrderMax.minutes)
const done = { result: note, parts: lines(500), workedMinutes: Minutes.nullable() }
/** Null fields are dropped from request bodies: absent is null. */
const assigned = { assigneeId: RowId.nullable().default(null), crewId: RowId.nullable().default(null) }
const planned = { plannedFor: LocalDate.nullable().default(null), dueDate: LocalDate.nullable().default(null), priority: WorkOrderPriority }
const costMinor = z
  .int()
  .min(0)
  .max(workOrderMax.cost * 100)
  .nullable()
const Item = typedNumber().int().min(1).max(workOrderMax.items)

/** Commands on work orders. The first ones are those of the crew. */
export const workOrderCommands = commandsOn<Row>()(
  {
    entity: 'WorkOrder',
    id: 'workOrderNo',
    path: workOrders.path,
    permission: 'work-orders:workOrder:process',
    key,
    typed: { note: note.default('') },
    recorded: { note, ...ofPhone },
  },
  {
    start: {
      summary: 'Begin to work on an order',
      event: 'work-orders.WorkOrderStarted',
      icon: 'start',
      isOffered: ({ status }) => status === pending,
    },
    complete: {
      summary: 'Complete an order; a reading order takes the register of its meter',
      typed: {
        result: note.default(''),
        parts: lines(500).default(''),
        workedMinutes: Minutes.nullable().default(null),
        cost: z.number().min(0).max(workOrderMax.cost).nullable().default(null),
        litres: RegisterLitres.nullable().default(null),
        isConfirmed: z.boolean().default(false),
      },
      given: { ...done, costMinor, readingId: z.uuidv7().nullable() },
      recorded: { ...done, costMinor, readingId: z.uuidv7().nullable(), ...ofPhone },
      event: 'work-orders.WorkOrderCompleted',
      icon: 'finish',
      isOffered: isOpenOrder,
    },
    hold: {
      summary: 'Put an order on hold; its own clock counts the time',
      typed: { holdReason: HoldReason, note: note.default('') },
      recorded: { holdReason: HoldReason, note, ...ofPhone },
      event: 'work-orders.WorkOrderHeld',
      icon: 'lock',
      isOffered: ({ status }) => status === pending || status === processing,
    },
    resume: {
      summary: 'Resume an order that was on hold',
      event: 'work-orders.WorkOrderResumed',
      icon: 'unlock',
      isOffered: ({ status }) => status === onHold,
    },
    check: {
      summary: 'Tick an item of the checklist of an order, or take the tick away',
      typed: { item: Item, isDone: z.boolean().default(true) },
      recorded: { item: Item, isDone: z.boolean(), ...ofPhone },
      event: 'work-orders.WorkOrderItemChecked',
      icon: 'start',
      isOffered: (order) => isOpenOrder(order) && order.itemsTotal > 0,
    },
    comment: {
      summary: 'Comment on an order',
      typed: { note: note.min(1) },
      event: 'work-orders.WorkOrderCommented',
      icon: 'edit',
      isOffered: () => true,
    },
    assign: {
      summary: 'Assign an order to a person or to a crew, or take it back from both',
      permission: 'work-orders:workOrder:assign',
      typed: assigned,
      recorded: { assigneeId: RowId.nullable(), crewId: RowId.nullable().optional() },
      event: 'work-orders.WorkOrderAssigned',
      icon: 'move',
      isOffered: isOpenOrder,
    },
    plan: {
      summary: 'Plan the day of an order, its due date and its priority',
      permission: 'work-orders:workOrder:assign',
      typed: planned,
      recorded: { plannedFor: LocalDate.nullable(), dueDate: LocalDate.nullable(), priority: WorkOrderPriority },
      event: 'work-orders.WorkOrderPlanned',
      icon: 'edit',
      isOffered: isOpenOrder,
    },
    reopen: {
      summary: 'Reopen an order that was completed or cancelled',
      permission: 'work-orders:workOrder:assign',
      typed: { note: note.min(1) },
      event: 'work-orders.WorkOrderReopened',
      icon: 'undo',
      isOffered: (order) => !isOpenOrder(order),
    },
    cancel: {
      summary: 'Cancel an order that needs no work',
      permission: 'work-orders:workOrder:assign',
      typed: { reason: note.min(1) },
      recorded: { reason: note },
      event: 'work-orders.WorkOrderCancelled',
      icon: 'cancel',
      isDanger: true,
      isOffered: isOpenOrder,
    },
  },
)

/** The operations of a phone. `basedOn` is the state of the order that the phone knew, `basedOnItem` the number of changes of the item. */
export const OperationAction = z.enum(['start', 'complete', 'hold', 'resume', 'check', 'comment', 'valve'])
export type OperationAction = z.infer<typeof OperationAction>

const operation = {
  operationId: z.uuidv7(),
  action: OperationAction,
  basedOn: WorkOrderStatus,
  occurredAt: Instant,
  note: note.default(''),
  holdReason: HoldReason.nullable().default(null),
  item: Item.nullable().default(null),
  /** Absent from pages that were kept before it: the item is not compared. */
  basedOnItem: z.int().min(0).max(1_000_000).nullable().default(null),
  isDone: z.boolean().default(true),
  workedMinutes: Minutes.nullable().default(null),
  /** Of the action `valve`. */
  valveNo: ValveNo.nullable().default(null),
  turn: ValveTurn.nullable().default(null),
}
/** An operation of a phone that came too late, the state that the phone knew, and the state that the order had. */
const conflicted = { ...key, operationId: z.uuidv7(), action: OperationAction, basedOn: WorkOrderStatus, found: WorkOrderStatus, note }

export const ApplyOperation = z.object({
  type: z.literal('ApplyOperation'),
  ...key,
  ...operation,
  readingId: z.uuidv7().nullable(),
})
export type ApplyOperation = z.infer<typeof ApplyOperation>

export const OperationOutcome = z.enum(['applied', 'conflict'])

export const sendOperation = endpoint({
  method: 'PUT',
  path: `${workOrders.path}/operation/:workOrderNo`,
  permission: 'work-orders:workOrder:process',
  summary: 'One operation of a phone on an order, compared with the state that it was based on; the same operationId again changes nothing',
  request: z.object({
    workOrderNo: RowId,
    ...operation,
    litres: RegisterLitres.nullable().default(null),
    isConfirmed: z.boolean().default(false),
  }),
  response: z.object({ outcome: OperationOutcome, status: WorkOrderStatus }),
})

/** People of one choice, and orders of one board. */
const peopleMax = 500

export const listWorkers = endpoint({
  method: 'GET',
  path: `${workOrders.path}/people`,
  permission: 'work-orders:workOrder:list',
  summary: 'The people who may work on orders, by name',
  request: z.object({ limit: typedNumber().int().min(1).max(peopleMax).default(peopleMax) }),
  response: z.object({ people: z.array(z.object({ userId: z.int(), name: z.string() })).max(peopleMax) }),
})

export const listCrews = endpoint({
  method: 'GET',
  path: `${workOrders.path}/crews`,
  permission: 'work-orders:workOrder:list',
  summary: 'The crews that may have orders, by name',
  request: z.object({ limit: typedNumber().int().min(1).max(peopleMax).default(peopleMax) }),
  response: z.object({
    crews: z.array(z.object({ crewId: z.int(), crewName: z.string(), leaderId: z.int(), memberIds: z.array(z.int()) })).max(peopleMax),
  }),
})

/** An order as the board shows it: people by their numbers, so that a card can be moved. */
export const BoardOrder = workOrders.row
  .pick({
    ...{ workOrderNo: true, orderId: true, orderType: true, orderTitle: true, status: true, priority: true, meterNo: true },
    ...{ place: true, plannedFor: true, dueDate: true, holdReason: true, itemsDone: true, itemsTotal: true, createTime: true },
  })
  .extend({
    assigneeId: z.int().nullable(),
    crewId: z.int().nullable(),
    /** Of the meter, or else the pin of its request, or else the middle of its metering point; null where none is known. */
    longitude: z.number().nullable(),
    latitude: z.number().nullable(),
    items: z.array(ChecklistItem.extend({ name: z.string() })).max(workOrderMax.items),
    valves: z.array(ValveOfOrder.pick({ valveNo: true, valveName: true, place: true, state: true })).max(shutOffMax.valves),
    remark: z.string(),
  })
export type BoardOrder = z.infer<typeof BoardOrder>

const boardMax = 500

export const listBoard = endpoint({
  method: 'GET',
  path: `${workOrders.path}/board`,
  permission: 'work-orders:workOrder:list',
  summary: 'Open work orders, the most urgent and oldest first; `mine` are those assigned to the caller and to the crews of the caller',
  request: z.object({ mine: z.stringbool().default(false), limit: typedNumber().int().min(1).max(boardMax).default(boardMax) }),
  response: z.object({ rows: z.array(BoardOrder).max(boardMax) }),
})

/** The case of an order, and the requests of the public that it answers. */
export const findOrderLinks = endpoint({
  method: 'GET',
  path: '/api/v1/work-orders/:workOrderNo/links',
  permission: 'work-orders:workOrder:query',
  summary: 'The leak case of a work order, and the requests of the public that it answers',
  request: z.object({ workOrderNo: RowId }),
  response: z.object({
    case: z.object({ caseNo: z.int(), partitionName: z.string(), stage: CaseStage }).nullable(),
    requests: z.array(RequestOfWork).max(requestsMax),
  }),
})

export const caseFromOrder = endpoint({
  method: 'PUT',
  path: `${workOrders.path}/case/:workOrderNo`,
  permission: 'work-orders:leakCase:add',
  summary: 'Open the leak case of an order: one, however often it is called. The metering point is that of the order unless it is named',
  request: z.object({ workOrderNo: RowId, partitionId: PartitionId.nullable().default(null) }),
  response: z.object({ caseNo: z.int() }),
})

export const LinkWorkOrder = z.object({ type: z.literal('LinkWorkOrder'), ...key, caseId: z.uuid() })
export type LinkWorkOrder = z.infer<typeof LinkWorkOrder>

export const workOrderEventTypes = {
  'work-orders.WorkOrderCreated': { version: 1, data: WorkOrderCreated },
  'work-orders.WorkOrderConflicted': { version: 1, data: z.object({ ...conflicted, occurredAt: Instant, at: Instant }) },
  'work-orders.WorkOrderLinked': { version: 1, data: z.object({ ...key, caseId: z.uuid(), at: Instant }) },
  ...orderFileEvents,
  ...shutOffEvents,
  ...workOrderCommands.events,
} as const
export type WorkOrderCommand =
  | CreateWorkOrder
  | LinkWorkOrder
  | ApplyOperation
  | AddOrderFile
  | RemoveOrderFile
  | ListShutOff
  | TurnValve
  | SendShutOffNotices
  | GivenTo<typeof workOrderCommands>
export const { reading } = WorkOrderType.enum
