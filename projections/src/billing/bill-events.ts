import type { Allocation } from '@nightflow/schemas/billing/bill'
import type { RowEvent } from '../projector/entity-shape.ts'

type Concerned = { billId?: string; billIds?: string[]; bills?: { billId: string }[]; allocations?: Allocation[] }

/** The bills that an event is about: a payment pays several, and a plan is for several. */
export const billsOf = ({ data }: RowEvent): string[] => {
  const { billId, billIds, bills, allocations = [] } = data as Concerned
  if (billId !== undefined) return [billId]
  return billIds ?? (bills ?? allocations).map((each) => each.billId)
}

/** The part of one bill that a payment paid. */
export const paidOf = (allocations: readonly Allocation[], wanted: string | undefined): number =>
  allocations.find(({ billId }) => billId === wanted)?.amountMinor ?? 0
