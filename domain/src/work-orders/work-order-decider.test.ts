import { type AddOrderFile, orderFilesMax } from '@nightflow/schemas/work-orders/order-file'
import type { CreateWorkOrder } from '@nightflow/schemas/work-orders/work-order'
import type { ApplyOperation, WorkOrderCommand } from '@nightflow/schemas/work-orders/work-order-calls'
import { describe, test } from 'vitest'
import { specificationOf } from '../shared/decider-specification.ts'
import { type WorkOrderEvent, workOrderDecider } from './work-order-decider.ts'

const given = specificationOf(workOrderDecider)
const at = '2026-03-02T08:00:00.000Z'
const orderId = '0b7e8c1e-6d55-4a0e-9d35-6f4b0f4f1a01'
const operationId = '019500a0-0000-7000-8000-000000000001'
const readingId = '019500a0-0000-7000-8000-000000000002'
const occurredAt = '2026-03-02T07:30:00.000Z'

const maintenance: CreateWorkOrder = {
  type: 'CreateWorkOrder',
  ...{ orderId, orderType: '0', orderTitle: 'Repair a valve', priority: '1', meterNo: null, partitionId: null, place: '' },
  ...{
    plannedFor: null,
    dueDate: null,
    caseId: null,
    remark: '',
    assigneeId: null,
    crewId: null,
    source: '0',
    alarmIds: [],
    detectionNumber: null,
  },
  ...{ reviewDay: null, checklist: ['Close the valve', 'Photo'], alarmMeters: [] },
}
const createdOf = ({ type: _, alarmMeters: __, ...data }: CreateWorkOrder): WorkOrderEvent => ({
  type: 'work-orders.WorkOrderCreated',
  data: { ...data, at },
})
const created = createdOf(maintenance)
const reading: CreateWorkOrder = { ...maintenance, orderType: '1', meterNo: '10001' }
const start = { type: 'StartWorkOrder', orderId, note: '' } as const
const started: WorkOrderEvent = { type: 'work-orders.WorkOrderStarted', data: { orderId, note: '', at } }
const hold = { type: 'HoldWorkOrder', orderId, holdReason: '0', note: 'seal' } as const
const held: WorkOrderEvent = { type: 'work-orders.WorkOrderHeld', data: { orderId, holdReason: '0', note: 'seal', at } }
const complete: Extract<WorkOrderCommand, { type: 'CompleteWorkOrder' }> = {
  type: 'CompleteWorkOrder',
  ...{ orderId, result: 'new seal', parts: '', workedMinutes: 40, costMinor: 2500, readingId: null },
}
const completed: WorkOrderEvent = {
  type: 'work-orders.WorkOrderCompleted',
  data: { orderId, result: 'new seal', parts: '', workedMinutes: 40, costMinor: 2500, readingId: null, at },
}

describe('creating', () => {
  test('an order is created once', () => {
    given([]).when(maintenance).then([created])
    given([created]).when(maintenance).then([])
  })
  test('work orders from alarms must be for the same meter', () => {
    given([])
      .when({ ...maintenance, alarmIds: [1, 2], alarmMeters: ['10001', '10002'] })
      .refused('work-order-alarms-differ')
    given([])
      .when({ ...maintenance, alarmIds: [1], alarmMeters: [''] })
      .refused('work-order-alarms-differ')
    const same = { ...maintenance, meterNo: '10001', alarmIds: [1, 2], alarmMeters: ['10001', '10001'] }
    given([])
      .when(same)
      .then([createdOf(same)])
  })
  test('a reading order needs a meter', () => {
    given([])
      .when({ ...reading, meterNo: null })
      .refused('work-order-meter-missing')
    given([])
      .when(reading)
      .then([createdOf(reading)])
  })
  test('an order belongs to one leak case, also after it was completed', () => {
    const [caseId, other] = ['0b7e8c1e-6d55-4a0e-9d35-6f4b0f4f1c01', '0b7e8c1e-6d55-4a0e-9d35-6f4b0f4f1c02']
    const link = { type: 'LinkWorkOrder', orderId, caseId } as const
    const linked: WorkOrderEvent = { type: 'work-orders.WorkOrderLinked', data: { orderId, caseId, at } }
    given([created, completed]).when(link).then([linked])
    given([created, linked]).when(link).then([])
    given([created, linked])
      .when({ ...link, caseId: other })
      .refused('work-order-has-case')
  })
  test('the due date is not before the planned day', () =>
    given([])
      .when({ ...maintenance, plannedFor: '2026-03-05', dueDate: '2026-03-04' })
      .refused('work-order-due-before-plan'))
})

describe('working', () => {
  test('pending, processing, completed', () => {
    given([created]).when(start).then([started])
    given([created, started]).when(start).then([])
    given([created, started]).when(complete).then([completed])
    given([created, started, completed]).when(complete).then([])
  })
  test('an order may be completed at once', () => given([created]).when(complete).then([completed]))
  test('on hold with a reason, and resumed', () => {
    given([created, started]).when(hold).then([held])
    given([created, started, held]).when(start).refused('work-order-not-so')
    given([created, started, held])
      .when({ type: 'ResumeWorkOrder', orderId, note: '' })
      .then([{ type: 'work-orders.WorkOrderResumed', data: { orderId, note: '', at } }])
  })
  test('a reading order is completed with its reading', () => {
    given([createdOf(reading)])
      .when(complete)
      .refused('work-order-reading-missing')
    given([createdOf(reading)])
      .when({ ...complete, readingId })
      .then([{ type: 'work-orders.WorkOrderCompleted', data: { ...completed.data, readingId } } as WorkOrderEvent])
  })
  test('the checklist is ticked item by item', () => {
    const tick = { type: 'CheckWorkOrder', orderId, item: 2, isDone: true } as const
    const ticked: WorkOrderEvent = { type: 'work-orders.WorkOrderItemChecked', data: { orderId, item: 2, isDone: true, at } }
    given([created]).when(tick).then([ticked])
    given([created, ticked]).when(tick).then([])
    given([created])
      .when({ ...tick, item: 3 })
      .refused('work-order-item-unknown', { item: 3 })
  })
  test('a completed order is over, and can be reopened', () => {
    given([created, completed]).when(hold).refused('work-order-over')
    given([created, completed])
      .when({ type: 'ReopenWorkOrder', orderId, note: 'leaks again' })
      .then([{ type: 'work-orders.WorkOrderReopened', data: { orderId, note: 'leaks again', at } }])
    given([created]).when({ type: 'ReopenWorkOrder', orderId, note: 'x' }).refused('work-order-not-so')
  })
  test('a cancelled order is over', () => {
    const cancel = { type: 'CancelWorkOrder', orderId, reason: 'twice' } as const
    const cancelled: WorkOrderEvent = { type: 'work-orders.WorkOrderCancelled', data: { orderId, reason: 'twice', at } }
    given([created]).when(cancel).then([cancelled])
    given([created, cancelled]).when(start).refused('work-order-over')
  })
  test('a comment is possible at any time', () =>
    given([created, completed])
      .when({ type: 'CommentWorkOrder', orderId, note: 'paid' })
      .then([{ type: 'work-orders.WorkOrderCommented', data: { orderId, note: 'paid', at } }]))
  test('an order that never was is unknown', () => given([]).when(start).refused('work-order-unknown'))
})

describe('dispatching', () => {
  test('an order is assigned to a person, and taken back; the same person again is no event', () => {
    const assign = { type: 'AssignWorkOrder', orderId, assigneeId: 7, crewId: null } as const
    const assigned: WorkOrderEvent = { type: 'work-orders.WorkOrderAssigned', data: { orderId, assigneeId: 7, crewId: null, at } }
    given([created]).when(assign).then([assigned])
    given([created, assigned]).when(assign).then([])
    given([created, assigned])
      .when({ ...assign, assigneeId: null })
      .then([{ type: 'work-orders.WorkOrderAssigned', data: { orderId, assigneeId: null, crewId: null, at } }])
    given([created, completed]).when(assign).refused('work-order-over')
  })
  test('an order is assigned to a person or to a crew, not to both', () => {
    const toCrew = { type: 'AssignWorkOrder', orderId, assigneeId: null, crewId: 3 } as const
    const ofCrew: WorkOrderEvent = { type: 'work-orders.WorkOrderAssigned', data: { orderId, assigneeId: null, crewId: 3, at } }
    given([created]).when(toCrew).then([ofCrew])
    given([created, ofCrew]).when(toCrew).then([])
    given([created])
      .when({ ...toCrew, assigneeId: 7 })
      .refused('work-order-person-or-crew')
    given([])
      .when({ ...maintenance, assigneeId: 7, crewId: 3 })
      .refused('work-order-person-or-crew')
  })
  test('an order is planned', () => {
    const plan = { type: 'PlanWorkOrder', orderId, plannedFor: '2026-03-05', dueDate: '2026-03-06', priority: '3' } as const
    given([created])
      .when(plan)
      .then([
        { type: 'work-orders.WorkOrderPlanned', data: { orderId, plannedFor: '2026-03-05', dueDate: '2026-03-06', priority: '3', at } },
      ])
    given([created])
      .when({ ...plan, dueDate: '2026-03-01' })
      .refused('work-order-due-before-plan')
  })
})

describe('operations of a phone', () => {
  const operation: ApplyOperation = {
    type: 'ApplyOperation',
    ...{
      orderId,
      operationId,
      action: 'start',
      basedOn: '0',
      occurredAt,
      note: 'here',
      holdReason: null,
      item: null,
      basedOnItem: null,
      isDone: true,
    },
    ...{ workedMinutes: null, readingId: null, valveNo: null, turn: null },
  }
  const applied: WorkOrderEvent = { type: 'work-orders.WorkOrderStarted', data: { orderId, note: 'here', at, operationId, occurredAt } }

  test('an operation is applied to the state that it was based on, once', () => {
    given([created]).when(operation).then([applied])
    given([created, applied, completed]).when(operation).then([])
  })
  test('an operation on another state is kept as a conflict and changes nothing', () => {
    const conflict: WorkOrderEvent = {
      type: 'work-orders.WorkOrderConflicted',
      data: { orderId, operationId, action: 'start', basedOn: '0', found: '2', note: 'here', occurredAt, at },
    }
    given([created, completed]).when(operation).then([conflict])
    given([created, completed, conflict]).when(operation).then([])
  })
  test('a tick on an item that others changed meanwhile is a conflict, unless the item is as the tick wants it', () => {
    const ticked = (isDone: boolean): WorkOrderEvent => ({
      type: 'work-orders.WorkOrderItemChecked',
      data: { orderId, item: 1, isDone, at },
    })
    const tick: ApplyOperation = { ...operation, action: 'check', item: 1, basedOnItem: 0 }
    const applied: WorkOrderEvent = {
      type: 'work-orders.WorkOrderItemChecked',
      data: { orderId, item: 1, isDone: true, at, operationId, occurredAt },
    }
    const conflict: WorkOrderEvent = {
      type: 'work-orders.WorkOrderConflicted',
      data: { orderId, operationId, action: 'check', basedOn: '0', found: '0', note: 'here', occurredAt, at },
    }
    const taken = [created, ticked(true), ticked(false)]
    given([created]).when(tick).then([applied])
    given([created, ticked(true)])
      .when(tick)
      .then([])
    given(taken).when(tick).then([conflict])
    given(taken)
      .when({ ...tick, basedOnItem: 2 })
      .then([applied])
    given(taken)
      .when({ ...tick, item: 2 })
      .then([{ ...applied, data: { ...applied.data, item: 2 } } as WorkOrderEvent])
    given(taken)
      .when({ ...tick, basedOnItem: null })
      .then([applied])
  })
  test('a comment depends on no state', () =>
    given([created, completed])
      .when({ ...operation, action: 'comment' })
      .then([{ type: 'work-orders.WorkOrderCommented', data: { orderId, note: 'here', at, operationId, occurredAt } }]))
  test('a reading order without its reading is refused, so that the phone requests it', () =>
    given([createdOf(reading)])
      .when({ ...operation, action: 'complete' })
      .refused('work-order-reading-missing'))
})

describe('photos and signatures', () => {
  const fileId = '0b7e8c1e-6d55-4a0e-9d35-6f4b0f4f1a77'
  const sha256 = 'a'.repeat(64)
  const add: AddOrderFile = {
    type: 'AddOrderFile',
    ...{ orderId, fileId, fileKind: 'before', sha256, keptSha256: 'b'.repeat(64), byteLength: 1000, takenAt: occurredAt },
  }
  const { type: _, ...content } = add
  const added: WorkOrderEvent = { type: 'work-orders.WorkOrderFileAdded', data: { ...content, at } }
  const remove = { type: 'RemoveOrderFile', orderId, fileId, reason: 'a face is on it' } as const
  const removed: WorkOrderEvent = { type: 'work-orders.WorkOrderFileRemoved', data: { orderId, fileId, reason: 'a face is on it', at } }

  test('the hash identifies a photo: the same one again is no event', () => {
    given([created]).when(add).then([added])
    given([created, added]).when(add).then([])
  })
  test('a photo that comes after the order was completed or cancelled is not lost', () =>
    given([created, completed]).when(add).then([added]))
  test('an order has a bounded number of files', () => {
    const many = Array.from({ length: orderFilesMax }, (_, nth): WorkOrderEvent => {
      return { type: 'work-orders.WorkOrderFileAdded', data: { ...content, sha256: String(nth).padStart(64, '0'), at } }
    })
    given([created, ...many])
      .when(add)
      .refused('work-order-files-full')
  })
  test('a file is removed with a reason, and no other', () => {
    given([created, added]).when(remove).then([removed])
    given([created, added, removed]).when(remove).refused('work-order-file-unknown')
    given([]).when(add).refused('work-order-unknown')
  })
})
