import type { BoardOrder } from '@nightflow/schemas/work-orders/work-order-calls'
import { expect, test } from 'vitest'
import { withOperations } from './order-on-phone.ts'
import type { KeptOperation } from './order-store.ts'

const order: BoardOrder = {
  ...{ workOrderNo: 7, orderId: '0b7e8c1e-6d55-4a0e-9d35-6f4b0f4f1a01', orderType: '0', orderTitle: 'Valve', status: '0', priority: '1' },
  ...{ meterNo: null, place: '', plannedFor: null, dueDate: null, holdReason: null, itemsDone: 0, itemsTotal: 1 },
  ...{ createTime: '2026-03-02T08:00:00.000Z', assigneeId: 3, remark: '', items: [{ name: 'Photo', isDone: false }] },
}
const done = (action: 'start' | 'check' | 'complete', change: Partial<KeptOperation> = {}): KeptOperation => ({
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
      isDone: true,
      workedMinutes: null,
      litres: null,
      isConfirmed: false,
    },
  },
  ...change,
})

test('operations that wait on the phone show at once', () => {
  expect(withOperations(order, [done('start'), done('check')])).toMatchObject({ status: '1', itemsDone: 1 })
  expect(withOperations(order, [done('start'), done('complete')]).status).toBe('2')
})

test('a conflict and an operation on another order change nothing', () => {
  expect(withOperations(order, [done('complete', { state: 'conflict' })]).status).toBe('0')
  expect(withOperations({ ...order, workOrderNo: 8 }, [done('complete')]).status).toBe('0')
})
