import type { BoardOrder } from '@nightflow/schemas/work-orders/work-order-calls'
import { dayOf } from '#ui/local-days.ts'

/** Orders that are for today: planned for it or before, due by it, or without any day. By the clock of the phone. */
export const todayAt = (orders: readonly BoardOrder[], now: number): BoardOrder[] => {
  const today = dayOf(now, Intl.DateTimeFormat().resolvedOptions().timeZone)
  const isDue = (day: string | null): boolean => day !== null && day <= today
  return orders.filter(({ plannedFor, dueDate }) => isDue(plannedFor) || isDue(dueDate) || (plannedFor === null && dueDate === null))
}
