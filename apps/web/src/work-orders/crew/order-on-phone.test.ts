import type { BoardOrder } from '@nightflow/schemas/work-orders/work-order-calls'
import { expect, test } from 'vitest'
import { withOperations } from './order-on-phone.ts'
import type { KeptOperation } from './order-store.ts'
import { routeOf } from './route-order.ts'
import { todayAt } from './todays.ts'

const order: BoardOrder = {
  ...{ workOrderNo: 7, orderId: '0b7e8c1e-6d55-4a0e-9d35-6f4b0f4f1a01', orderType: '0', orderTitle: 'Valve', status: '0', priority: '1' },
  ...{ meterNo: null, place: '', plannedFor: null, dueDate: null, holdReason: null, itemsDone: 0, itemsTotal: 1 },
  ...{
    createTime: '2026-03-02T08:00:00.000Z',
    assigneeId: 3,
    crewId: null,
    longitude: null,
    latitude: null,
    remark: '',
    items: [{ name: 'Photo', isDone: false, changes: 0 }],
    valves: [{ valveNo: 'V-1', valveName: 'Mill Lane', place: '', state: 'open' }],
  },
}
const done = (action: 'start' | 'check' | 'complete' | 'valve', change: Partial<KeptOperation> = {}): KeptOperation => ({
  ...{
    operationId: `019500a0-0000-7000-8000-00000000000${action.length}`,
    person: 'a/1',
    orderTitle: 'Valve',
    state: 'kept',
    refusal: null,
  },
  found: null,
  request: {
    ...{
      workOrderNo: 7,
      operationId: '019500a0-0000-7000-8000-000000000001',
      action,
      basedOn: '0',
      occurredAt: '2026-03-02T09:00:00.000Z',
    },
    ...{
      note: '',
      holdReason: null,
      item: action === 'check' ? 1 : null,
      basedOnItem: null,
      isDone: true,
      workedMinutes: null,
      litres: null,
      isConfirmed: false,
      valveNo: action === 'valve' ? 'V-1' : null,
      turn: action === 'valve' ? 'closed' : null,
    },
  },
  ...change,
})

test('operations that wait on the phone show at once', () => {
  expect(withOperations(order, [done('start'), done('check')])).toMatchObject({
    status: '1',
    itemsDone: 1,
    items: [{ isDone: true, changes: 1 }],
  })
  expect(withOperations(order, [done('start'), done('complete')]).status).toBe('2')
  expect(withOperations(order, [done('valve')])).toMatchObject({ status: '0', valves: [{ valveNo: 'V-1', state: 'closed' }] })
})

test('a conflict and an operation on another order change nothing', () => {
  expect(withOperations(order, [done('complete', { state: 'conflict' })]).status).toBe('0')
  expect(withOperations({ ...order, workOrderNo: 8 }, [done('complete')]).status).toBe('0')
})

test('the route of a day begins with the most urgent order and goes on to the nearest; orders without a place are no stop', () => {
  const at = (workOrderNo: number, longitude: number | null) => ({
    ...order,
    workOrderNo,
    longitude,
    latitude: longitude === null ? null : 50,
  })
  const route = routeOf([at(1, 8), at(2, 8.3), at(3, null), at(4, 8.1), at(5, 8.2)])
  expect(route.map(({ workOrderNo }) => workOrderNo)).toEqual([1, 4, 5, 2])
})

test('orders of today are planned or due by today, or have no day', () => {
  const on = (plannedFor: string | null, dueDate: string | null) => ({ ...order, plannedFor, dueDate })
  const all = [on(null, null), on('2026-03-02', null), on('2026-03-09', null), on('2026-03-09', '2026-03-01'), on(null, '2026-04-01')]
  expect(todayAt(all, Date.parse('2026-03-02T12:00:00Z'))).toEqual([all[0], all[1], all[3]])
})
