import { WorkOrderStatus } from '@nightflow/schemas/work-orders/work-order'
import type { BoardOrder } from '@nightflow/schemas/work-orders/work-order-calls'
import type { KeptOperation } from '#work-orders/crew/order-store.ts'

const { processing, completed, onHold } = WorkOrderStatus.enum
const statusAfter = { start: processing, resume: processing, hold: onHold, complete: completed } as const

type Item = BoardOrder['items'][number]
/** Orders that an earlier page kept have no number of changes. */
const changedItem = (one: Item, isDone: boolean): Item => ({
  ...one,
  isDone,
  changes: one.changes === undefined ? one.changes : one.changes + 1,
})

/** An order with what was done on this phone and waits to be sent. */
export const withOperations = (order: BoardOrder, operations: readonly KeptOperation[]): BoardOrder => {
  // Orders that an earlier page kept have no valves.
  const known = { ...order, valves: order.valves ?? [] }
  for (const { state, request } of operations) {
    const { action, item, isDone = true, valveNo, turn } = request
    if (state !== 'kept' || request.workOrderNo !== order.workOrderNo || action === 'comment') continue
    if (action === 'check')
      known.items = known.items.map((one, place) => (place + 1 === item && one.isDone !== isDone ? changedItem(one, isDone) : one))
    else if (action === 'valve')
      known.valves = known.valves.map((valve) => (valve.valveNo === valveNo ? { ...valve, state: turn ?? valve.state } : valve))
    else known.status = statusAfter[action]
  }
  return { ...known, itemsDone: known.items.filter(({ isDone }) => isDone).length }
}
