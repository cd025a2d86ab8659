import type { BoardOrder } from '@nightflow/schemas/work-orders/work-order-calls'

/** An order is assigned to a person, to a crew, or to neither. */
export type Assignee = Pick<BoardOrder, 'assigneeId' | 'crewId'>
/** The people and crews that may have orders. */
export type Hands = readonly { key: string; label: string; name: string; to: Assignee }[]

export const dragType = 'text/plain'
export const unassigned: Assignee = { assigneeId: null, crewId: null }

export const keyOf = ({ assigneeId, crewId }: Assignee): string => {
  if (crewId !== null) return `crew:${crewId}`
  return assigneeId === null ? '' : `person:${assigneeId}`
}
