import type { EventType } from '@nightflow/schemas/events'
import type { AccountBills } from './account-bills.ts'

/** The contract with which every account begins. */
export const firstContract = 1

/** The time in which one holder has an account, from a local day on. The first one begins with the account. */
export type Contract = { readonly contractNo: number; readonly from: string | null }

export const presentContract = ({ contracts }: Pick<AccountBills, 'contracts'>): number => contracts.at(-1)!.contractNo

/** Whose a day of the account is. */
export const contractOfDay = ({ contracts }: Pick<AccountBills, 'contracts'>, day: string): number =>
  contracts.findLast(({ from }) => from === null || from <= day)?.contractNo ?? firstContract

/** What a holder has paid in and nothing has taken; below zero where more was taken. */
export const balanceOf = ({ balances }: Pick<AccountBills, 'balances'>, contractNo: number): number => balances.get(contractNo) ?? 0

/** An event names its contract only where it is not the first one, as all events of earlier logs are. */
export const named = (contractNo: number): { contractNo?: number } => (contractNo === firstContract ? {} : { contractNo })

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
