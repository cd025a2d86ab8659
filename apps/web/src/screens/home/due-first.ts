import type { BoardOrder } from '@nightflow/schemas/work-orders/work-order-calls'

/** Orders by the day on which they are due or planned, those without a day last; within a day as the board has them, the urgent first. */
export const dueFirst = <Order extends Pick<BoardOrder, 'dueDate' | 'plannedFor'>>(orders: readonly Order[]): Order[] =>
  orders.toSorted((one, other) => dayOf(one).localeCompare(dayOf(other)))

const dayOf = ({ dueDate, plannedFor }: Pick<BoardOrder, 'dueDate' | 'plannedFor'>): string =>
  [dueDate, plannedFor].flatMap((day) => day ?? []).toSorted()[0] ?? '9999-12-31'
