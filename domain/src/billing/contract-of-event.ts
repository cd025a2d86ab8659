import type { EventType } from '@nightflow/schemas/events'
import type { AccountBills } from './account-bills.ts'
import { contractOfDay, named, presentContract } from './account-contracts.ts'

type Concerned = { contractNo?: number; billId?: string; paymentId?: string; periodFrom?: string; postings?: unknown }

/** A decided event with the contract whose money it moves: the one that it names, that of its bill, of the payment that it takes back, or the present one. */
export const withContract = <Event extends { type: EventType; data: object }>(state: AccountBills, event: Event): Event => {
  const data = event.data as Concerned
  if (data.postings === undefined) return event
  const { contractNo = contractOf(state, event.type, data), ...facts } = data
  return { ...event, data: { ...facts, ...named(contractNo) } } as Event
}

const contractOf = (state: AccountBills, type: EventType, { billId, paymentId, periodFrom }: Concerned): number => {
  if (type === 'billing.BillIssued') return contractOfDay(state, periodFrom!)
  const bill = billId === undefined ? undefined : state.bills.get(billId)
  const payment = type === 'billing.PaymentReversed' && paymentId !== undefined ? state.payments.get(paymentId) : undefined
  return (bill ?? payment)?.contractNo ?? presentContract(state)
}
