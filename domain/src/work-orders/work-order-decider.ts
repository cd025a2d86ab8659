import { isRejection, type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import { type CreateWorkOrder, HoldReason, WorkOrderStatus, WorkOrderType } from '@nightflow/schemas/work-orders/work-order'
import {
  type ApplyOperation,
  OperationAction,
  type WorkOrderCommand,
  type workOrderEventTypes,
} from '@nightflow/schemas/work-orders/work-order-calls'
import type { Context, Decider, EventIn } from '../shared/decider.ts'
import { addOrderFile, removeOrderFile } from './order-files.ts'
import { closedValveOf, evolveShutOff, listShutOff, noShutOff, type ShutOff, sendNotices, turnValve } from './shut-off.ts'

export type WorkOrderEvent = EventIn<keyof typeof workOrderEventTypes>
type Given<Type extends WorkOrderCommand['type']> = Extract<WorkOrderCommand, { type: Type }>
type Decision = readonly WorkOrderEvent[] | Rejection

type Item = { readonly isDone: boolean; readonly changes: number }

/** `operations` are those of phones, the last ones: one that comes again has no further effect. */
export type WorkOrder = {
  readonly status: WorkOrderStatus | 'none'
  readonly isReading: boolean
  readonly assigneeId: number | null
  readonly crewId: number | null
  /** Its photos and signatures by their hashes. */
  readonly files: readonly { readonly fileId: string; readonly sha256: string }[]
  readonly plan: string
  readonly shutOff: ShutOff
  readonly caseId: string | null
  /** The checklist; `changes` counts the ticks of an item and the ticks that were taken away. */
  readonly items: readonly Item[]
  readonly operations: readonly string[]
  /** Those of them that came too late. */
  readonly conflicts: readonly string[]
}

/** A phone repeats an operation within days; an order has few of them. */
const operationsKept = 200

const unassigned = { assigneeId: null, crewId: null, caseId: null }
const empty = { items: [], operations: [], conflicts: [], files: [] }

const { pending, processing, onHold, completed, cancelled } = WorkOrderStatus.enum

/** One work order from its creation to its completion. */
export const workOrderDecider: Decider<WorkOrderCommand, WorkOrder, WorkOrderEvent> = {
  streamOf: ({ orderId }) => `work-orders-work-order-${orderId.toLowerCase()}`,
  initialState: { status: 'none', isReading: false, ...unassigned, plan: '', shutOff: noShutOff, ...empty },
  evolve,
  decide: {
    CreateWorkOrder: create,
    StartWorkOrder: (command, order, context) =>
      within(order, [pending], processing, () => [{ type: 'work-orders.WorkOrderStarted', data: stamped(command, context) }]),
    CompleteWorkOrder: complete,
    HoldWorkOrder: (command, order, context) =>
      within(order, [pending, processing], onHold, () => [{ type: 'work-orders.WorkOrderHeld', data: stamped(command, context) }]),
    ResumeWorkOrder: (command, order, context) =>
      within(order, [onHold], processing, () => [{ type: 'work-orders.WorkOrderResumed', data: stamped(command, context) }]),
    CheckWorkOrder: check,
    CommentWorkOrder: (command, order, context) =>
      order.status === 'none'
        ? rejected('work-order-unknown')
        : [{ type: 'work-orders.WorkOrderCommented', data: stamped(command, context) }],
    AssignWorkOrder: assign,
    PlanWorkOrder: plan,
    ReopenWorkOrder: (command, order, context) =>
      within(order, [completed, cancelled], undefined, () => [{ type: 'work-orders.WorkOrderReopened', data: stamped(command, context) }]),
    CancelWorkOrder: (command, order, context) =>
      within(
        order,
        open,
        cancelled,
        () => closedValveOf(order) ?? [{ type: 'work-orders.WorkOrderCancelled', data: stamped(command, context) }],
      ),
    ApplyOperation: applyOperation,
    AddOrderFile: addOrderFile,
    RemoveOrderFile: removeOrderFile,
    LinkWorkOrder: link,
    ListShutOff: (command, order, context) => within(order, open, undefined, () => listShutOff(command, order, context)),
    TurnValve: turnValve,
    SendShutOffNotices: (command, order, context) => within(order, open, undefined, () => sendNotices(command, order, context)),
  },
}

const open: readonly WorkOrderStatus[] = [pending, processing, onHold]

function evolve(order: WorkOrder, event: WorkOrderEvent): WorkOrder {
  const operationId = 'operationId' in event.data ? event.data.operationId : undefined
  const changed = stateAfter(order, event)
  return operationId === undefined ? changed : { ...changed, operations: [...order.operations, operationId].slice(-operationsKept) }
}

function stateAfter(order: WorkOrder, event: WorkOrderEvent): WorkOrder {
  switch (event.type) {
    case 'work-orders.WorkOrderCreated': {
      const { orderType, assigneeId, crewId = null, checklist, caseId } = event.data
      const isReading = orderType === WorkOrderType.enum.reading
      return {
        ...order,
        status: pending,
        isReading,
        assigneeId,
        crewId,
        caseId,
        plan: planOf(event.data),
        items: checklist.map(() => ({ isDone: false, changes: 0 })),
      }
    }
    case 'work-orders.WorkOrderStarted':
    case 'work-orders.WorkOrderResumed':
      return { ...order, status: processing }
    case 'work-orders.WorkOrderCompleted':
      return { ...order, status: completed }
    case 'work-orders.WorkOrderHeld':
      return { ...order, status: onHold }
    case 'work-orders.WorkOrderReopened':
      return { ...order, status: pending }
    case 'work-orders.WorkOrderCancelled':
      return { ...order, status: cancelled }
    case 'work-orders.WorkOrderAssigned':
      return { ...order, assigneeId: event.data.assigneeId, crewId: event.data.crewId ?? null }
    case 'work-orders.WorkOrderPlanned':
      return { ...order, plan: planOf(event.data) }
    case 'work-orders.WorkOrderItemChecked':
      return {
        ...order,
        items: order.items.map((known, place) =>
          place + 1 === event.data.item ? { isDone: event.data.isDone, changes: known.changes + 1 } : known,
        ),
      }
    case 'work-orders.WorkOrderConflicted':
      return { ...order, conflicts: [...order.conflicts, event.data.operationId].slice(-operationsKept) }
    case 'work-orders.WorkOrderFileAdded':
      return { ...order, files: [...order.files, { fileId: event.data.fileId, sha256: event.data.sha256 }] }
    case 'work-orders.WorkOrderFileRemoved':
      return { ...order, files: order.files.filter(({ fileId }) => fileId !== event.data.fileId) }
    case 'work-orders.WorkOrderLinked':
      return { ...order, caseId: event.data.caseId }
    case 'work-orders.WorkOrderShutOffListed':
    case 'work-orders.WorkOrderValveTurned':
    case 'work-orders.WorkOrderShutOffNoticed':
      return { ...order, shutOff: evolveShutOff(order.shutOff, event) }
    case 'work-orders.WorkOrderCommented':
      return order
  }
}

const planOf = ({ plannedFor, dueDate, priority }: Pick<CreateWorkOrder, 'plannedFor' | 'dueDate' | 'priority'>): string =>
  [plannedFor, dueDate, priority].join('/')

/** The fields of a command as its event carries them. */
const stamped = <Command extends { type: string }>({ type: _, ...fields }: Command, { now }: Context) => ({ ...fields, at: now })

/** The decision of an order in one of these states; a state that it has already is no refusal and no event. */
const within = (
  { status }: WorkOrder,
  states: readonly WorkOrderStatus[],
  after: WorkOrderStatus | undefined,
  decide: () => Decision,
): Decision => {
  if (status === 'none') return rejected('work-order-unknown')
  if (status === after) return []
  if (states.includes(status)) return decide()
  return rejected(status === completed || status === cancelled ? 'work-order-over' : 'work-order-not-so')
}

function create({ type: _, alarmMeters, ...order }: CreateWorkOrder, { status }: WorkOrder, { now }: Context): Decision {
  if (status !== 'none') return []
  if (order.assigneeId !== null && order.crewId !== null) return rejected('work-order-person-or-crew')
  if (alarmMeters.length > 0 && (new Set(alarmMeters).size > 1 || alarmMeters[0] === '')) return rejected('work-order-alarms-differ')
  if (order.orderType === WorkOrderType.enum.reading && order.meterNo === null) return rejected('work-order-meter-missing')
  if (order.plannedFor !== null && order.dueDate !== null && order.plannedFor > order.dueDate) return rejected('work-order-due-before-plan')
  return [{ type: 'work-orders.WorkOrderCreated', data: { ...order, at: now } }]
}

/** An order belongs to one case. One that is over may get its case afterwards. */
function link(command: Given<'LinkWorkOrder'>, { status, caseId }: WorkOrder, context: Context): Decision {
  if (status === 'none') return rejected('work-order-unknown')
  if (caseId !== null) return caseId === command.caseId ? [] : rejected('work-order-has-case')
  return [{ type: 'work-orders.WorkOrderLinked', data: stamped(command, context) }]
}

function assign(command: Given<'AssignWorkOrder'>, order: WorkOrder, context: Context): Decision {
  return within(order, open, undefined, () => {
    const { assigneeId, crewId } = command
    if (assigneeId !== null && crewId !== null) return rejected('work-order-person-or-crew')
    if (order.assigneeId === assigneeId && order.crewId === crewId) return []
    return [{ type: 'work-orders.WorkOrderAssigned', data: stamped(command, context) }]
  })
}

function plan(command: Given<'PlanWorkOrder'>, order: WorkOrder, context: Context): Decision {
  return within(order, open, undefined, () => {
    const { plannedFor, dueDate } = command
    if (plannedFor !== null && dueDate !== null && plannedFor > dueDate) return rejected('work-order-due-before-plan')
    return order.plan === planOf(command) ? [] : [{ type: 'work-orders.WorkOrderPlanned', data: stamped(command, context) }]
  })
}

function complete(command: Given<'CompleteWorkOrder'>, order: WorkOrder, context: Context): Decision {
  return within(order, open, completed, () => {
    if (order.isReading && command.readingId === null) return rejected('work-order-reading-missing')
    return closedValveOf(order) ?? [{ type: 'work-orders.WorkOrderCompleted', data: stamped(command, context) }]
  })
}

function check(command: Given<'CheckWorkOrder'>, order: WorkOrder, context: Context): Decision {
  return within(order, open, undefined, () => {
    const known = order.items[command.item - 1]
    if (known === undefined) return rejected('work-order-item-unknown', { item: command.item })
    return known.isDone === command.isDone ? [] : [{ type: 'work-orders.WorkOrderItemChecked', data: stamped(command, context) }]
  })
}

/**
 * An operation of a phone without a network, compared with the state that the phone knew. Where the order has another state by now, the operation is kept as a
 * conflict for a person to look at, with its note; nothing else changes. A comment and the turn of a valve depend on no state of the order. A tick depends on its item too:
 * where others changed the item meanwhile and it is not as the tick wants it, the tick is a conflict.
 */
function applyOperation(operation: ApplyOperation, order: WorkOrder, context: Context): Decision {
  const { orderId, operationId, action, basedOn, occurredAt, note } = operation
  if (order.status === 'none') return rejected('work-order-unknown')
  if (order.operations.includes(operationId)) return []
  const isStateless = action === OperationAction.enum.comment || action === OperationAction.enum.valve
  const isCurrent = isStateless || (order.status === basedOn && !isStaleTick(operation, order))
  const decided = isCurrent ? decideOperation(operation, order, context) : rejected('work-order-not-so')
  if (!isRejection(decided)) return decided.map((event) => ofPhone(event, { operationId, occurredAt }))
  if (refusedOnPhone.includes(decided.rejected)) return decided
  const data = { orderId, operationId, action, basedOn, found: order.status, note, occurredAt, at: context.now }
  return [{ type: 'work-orders.WorkOrderConflicted', data }]
}

const isStaleTick = ({ action, item, basedOnItem, isDone }: ApplyOperation, { items }: WorkOrder): boolean => {
  const known = action === OperationAction.enum.check && item !== null && basedOnItem !== null ? items[item - 1] : undefined
  return known !== undefined && known.changes !== basedOnItem && known.isDone !== isDone
}

/** The crew can do something about these; all others are conflicts. */
const refusedOnPhone: readonly string[] = ['work-order-reading-missing', 'work-order-valve-closed', 'shut-off-reason-missing']

const ofPhone = (event: WorkOrderEvent, operation: { operationId: string; occurredAt: string }): WorkOrderEvent =>
  Object.assign({}, event, { data: Object.assign({}, event.data, operation) })

function decideOperation(operation: ApplyOperation, order: WorkOrder, context: Context): Decision {
  const { orderId, note, holdReason, item, isDone, workedMinutes, readingId, valveNo, turn } = operation
  const { StartWorkOrder, ResumeWorkOrder, HoldWorkOrder, CommentWorkOrder } = workOrderDecider.decide
  switch (operation.action) {
    case 'start':
      return StartWorkOrder({ type: 'StartWorkOrder', orderId, note }, order, context)
    case 'resume':
      return ResumeWorkOrder({ type: 'ResumeWorkOrder', orderId, note }, order, context)
    case 'hold':
      return HoldWorkOrder({ type: 'HoldWorkOrder', orderId, holdReason: holdReason ?? HoldReason.enum.other, note }, order, context)
    case 'check':
      return check({ type: 'CheckWorkOrder', orderId, item: item ?? 0, isDone }, order, context)
    case 'complete':
      return complete(
        { type: 'CompleteWorkOrder', orderId, result: note, parts: '', workedMinutes, costMinor: null, readingId },
        order,
        context,
      )
    case 'comment':
      return CommentWorkOrder({ type: 'CommentWorkOrder', orderId, note }, order, context)
    case 'valve':
      return turnValve(
        { type: 'TurnValve', orderId, valveNo: valveNo ?? '', turn: turn ?? 'closed', note: note.slice(0, 200) },
        order,
        context,
      )
  }
}
