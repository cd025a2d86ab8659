import type { Allocation } from '@nightflow/schemas/billing/bill'
import type { RowEvent } from '../projector/entity-shape.ts'

/** The bills that an event is about: a payment pays several. */
export const billsOf = ({ data }: RowEvent): string[] => {
  const { billId, allocations = [] } = data as { billId?: string; allocations?: Allocation[] }
  return billId === undefined ? allocations.map((allocation) => allocation.billId) : [billId]
}

/** What a payment paid of one bill. */
export const paidOf = (allocations: readonly Allocation[], wanted: string | undefined): number =>
  allocations.find(({ billId }) => billId === wanted)?.amountMinor ?? 0
