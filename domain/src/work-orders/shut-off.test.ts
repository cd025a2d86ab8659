import { type SendShutOffNotices, shutOffMax } from '@nightflow/schemas/work-orders/shut-off'
import type { CreateWorkOrder } from '@nightflow/schemas/work-orders/work-order'
import type { ApplyOperation } from '@nightflow/schemas/work-orders/work-order-calls'
import { describe, test } from 'vitest'
import { specificationOf } from '../shared/decider-specification.ts'
import { type WorkOrderEvent, workOrderDecider } from './work-order-decider.ts'

const given = specificationOf(workOrderDecider)
const at = '2026-03-02T08:00:00.000Z'
const orderId = '0b7e8c1e-6d55-4a0e-9d35-6f4b0f4f1a01'
const noticeId = '0b7e8c1e-6d55-4a0e-9d35-6f4b0f4f1a02'
const order = {
  ...{ orderId, orderType: '0', orderTitle: 'Repair a main', priority: '1', meterNo: null, partitionId: null, place: '', plannedFor: null },
  ...{ dueDate: null, caseId: null, remark: '', assigneeId: null, crewId: null, source: '0', alarmIds: [], detectionNumber: null },
  ...{ reviewDay: null, checklist: [] },
} satisfies Omit<CreateWorkOrder, 'type' | 'alarmMeters'>
const created: WorkOrderEvent = { type: 'work-orders.WorkOrderCreated', data: { ...order, at } }
const valveOf = (valveNo: string) =>
  ({ valveNo, valveKind: 'device', valveName: `Valve ${valveNo}`, place: '', longitude: null, latitude: null }) as const
const list = { orderId, partitionId: 'lakeside', valves: [valveOf('V-1'), valveOf('V-2')], accounts: ['A-1', 'A-2'] }
const listed: WorkOrderEvent = { type: 'work-orders.WorkOrderShutOffListed', data: { ...list, at } }
const turn = (turned: 'closed' | 'reopened' | 'left', note = '') =>
  ({ type: 'TurnValve', orderId, valveNo: 'V-1', turn: turned, note }) as const
const turned = (to: 'closed' | 'reopened' | 'left', note = ''): WorkOrderEvent => {
  return { type: 'work-orders.WorkOrderValveTurned', data: { orderId, valveNo: 'V-1', turn: to, note, at } }
}
const done = { orderId, result: '', parts: '', workedMinutes: null, costMinor: null, readingId: null }
const complete = { type: 'CompleteWorkOrder', ...done } as const
const completed: WorkOrderEvent = { type: 'work-orders.WorkOrderCompleted', data: { ...done, at } }

describe('a shut-off list', () => {
  test('takes the place of the one before; the same list again is no event', () => {
    const other = { ...list, valves: [valveOf('V-3')] }
    given([created])
      .when({ type: 'ListShutOff', ...list })
      .then([listed])
    given([created, listed])
      .when({ type: 'ListShutOff', ...list })
      .then([])
    given([created, listed])
      .when({ type: 'ListShutOff', ...other })
      .then([{ type: 'work-orders.WorkOrderShutOffListed', data: { ...other, at } }])
  })
  test('keeps a closed valve, and names none twice', () => {
    given([created, listed, turned('closed')])
      .when({ type: 'ListShutOff', ...list, valves: [valveOf('V-2')] })
      .refused('shut-off-valve-closed')
    given([created])
      .when({ type: 'ListShutOff', ...list, valves: [valveOf('V-1'), valveOf('V-1')] })
      .refused('shut-off-valve-twice')
    given([created, completed])
      .when({ type: 'ListShutOff', ...list })
      .refused('work-order-over')
  })
})

describe('a valve', () => {
  test('is closed and reopened; a turn that it has already is no event', () => {
    given([created, listed])
      .when(turn('closed'))
      .then([turned('closed')])
    given([created, listed, turned('closed')])
      .when(turn('closed'))
      .then([])
    given([created, listed, turned('closed')])
      .when(turn('reopened'))
      .then([turned('reopened')])
    given([created, listed]).when(turn('reopened')).refused('shut-off-valve-not-closed')
    given([created]).when(turn('closed')).refused('shut-off-valve-unknown')
  })
  test('stays closed for a reason', () => {
    given([created, listed, turned('closed')])
      .when(turn('left'))
      .refused('shut-off-reason-missing')
    given([created, listed, turned('closed')])
      .when(turn('left', 'broken'))
      .then([turned('left', 'broken')])
    given([created, listed]).when(turn('left', 'broken')).refused('shut-off-valve-not-closed')
  })
  test('may be reopened after the order was completed: what was done is recorded', () =>
    given([created, listed, turned('closed'), turned('left', 'broken'), completed])
      .when(turn('reopened'))
      .then([turned('reopened')]))
})

describe('the end of an order', () => {
  test('an order is not completed or cancelled while a valve is closed, except with a reason', () => {
    const closed = [created, listed, turned('closed')]
    given(closed).when(complete).refused('work-order-valve-closed')
    given(closed).when({ type: 'CancelWorkOrder', orderId, reason: 'twice' }).refused('work-order-valve-closed')
    given([...closed, turned('reopened')])
      .when(complete)
      .then([completed])
    given([...closed, turned('left', 'broken')])
      .when(complete)
      .then([completed])
  })
})

describe('a phone without a network', () => {
  const operation: ApplyOperation = {
    type: 'ApplyOperation',
    ...{
      orderId,
      operationId: '019500a0-0000-7000-8000-000000000001',
      action: 'valve',
      basedOn: '0',
      occurredAt: at,
      note: '',
      basedOnItem: null,
    },
    ...{ holdReason: null, item: null, isDone: true, workedMinutes: null, readingId: null, valveNo: 'V-1', turn: 'closed' },
  }
  const { operationId } = operation
  test('the turn of a valve depends on no state of the order', () => {
    const event = { orderId, valveNo: 'V-1', turn: 'closed', note: '', operationId, occurredAt: at, at } as const
    given([created, listed, completed])
      .when(operation)
      .then([{ type: 'work-orders.WorkOrderValveTurned', data: event }])
  })
  test('a valve that was taken off the list is a conflict; a completion with a closed valve is refused', () => {
    const conflict = { orderId, operationId, action: 'valve', basedOn: '0', found: '0', note: '', occurredAt: at, at } as const
    given([created])
      .when(operation)
      .then([{ type: 'work-orders.WorkOrderConflicted', data: conflict }])
    given([created, listed, turned('closed')])
      .when({ ...operation, action: 'complete' })
      .refused('work-order-valve-closed')
  })
})

describe('notices', () => {
  const send: SendShutOffNotices = {
    type: 'SendShutOffNotices',
    ...{ orderId, noticeId, offFrom: '2026-03-03T08:00:00.000Z', offUntil: '2026-03-03T12:00:00.000Z', language: 'en' },
  }
  const { type: _, ...notice } = send
  const noticed: WorkOrderEvent = { type: 'work-orders.WorkOrderShutOffNoticed', data: { ...notice, accounts: ['A-1', 'A-2'], at } }
  test('go to the customers of the list, once for each noticeId', () => {
    given([created, listed]).when(send).then([noticed])
    given([created, listed, noticed]).when(send).then([])
    given([created]).when(send).refused('shut-off-without-customers')
    given([created, listed])
      .when({ ...send, offUntil: send.offFrom })
      .refused('shut-off-ends-before-start')
  })
  test('an order sends a bounded number of them', () => {
    const sent = Array.from(
      { length: shutOffMax.notices },
      (_each, place): WorkOrderEvent => ({
        ...noticed,
        data: { ...noticed.data, noticeId: `019500a0-0000-7000-8000-0000000001${String(place).padStart(2, '0')}` },
      }),
    )
    given([created, listed, ...sent.slice(1)])
      .when(send)
      .then([noticed])
    given([created, listed, ...sent])
      .when(send)
      .refused('shut-off-notices-full', { max: shutOffMax.notices })
  })
})
