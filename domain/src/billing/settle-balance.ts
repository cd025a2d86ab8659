import type { EventType } from '@nightflow/schemas/events'
import { isRejection, type Rejection } from '@nightflow/schemas/shared/rejections'
import type { Context, Decider } from '../shared/decider.ts'
import { type AccountBills, type AccountBillsEvent, allocate, evolveBills } from './account-bills.ts'
import { balanceOf, named } from './account-contracts.ts'
import { withContract } from './contract-of-event.ts'
import { postingsOf } from './postings.ts'

/**
 * Payments from each holder's balance of the same holder's open bills: the earliest due is paid first. Empty where there is nothing to pay, or nothing to
 * pay with.
 */
const settlementOf = (accountNo: string, state: AccountBills, now: string): AccountBillsEvent[] =>
  state.contracts.flatMap(({ contractNo }): AccountBillsEvent[] => {
    const balanceMinor = balanceOf(state, contractNo)
    if (balanceMinor <= 0) return []
    const { allocations, restMinor } = allocate(state, contractNo, balanceMinor)
    const amountMinor = balanceMinor - restMinor
    if (amountMinor === 0) return []
    const postings = postingsOf({ customerMoney: amountMinor, receivables: -amountMinor })
    return [{ type: 'billing.BalanceApplied', data: { accountNo, allocations, amountMinor, ...named(contractNo), postings, at: now } }]
  })

/** The bills of an account as the next decision finds them. Earlier logs have a balance beside open bills. */
export const settledBills = (state: AccountBills): AccountBills => settlementOf('', state, '').reduce(evolveBills, state)

type OfAccount = { type: string; accountNo: string }
type Decide<State, Event> = (command: OfAccount, state: State, context: Context) => readonly Event[] | Rejection

/**
 * The one rule by which a balance pays bills: at once, whatever brought it or opened them. Every decider of the account's stream goes through it, so
 * that no event is followed by one that finds an open bill beside a balance of its holder. A balance beside open bills of an earlier log is settled before the decision. The
 * contract of each event is named here too.
 */
export const settlingBalance = <Command extends OfAccount, State, Event extends { type: EventType }>(
  decider: Decider<Command, State, Event>,
  billsOf: (state: State) => AccountBills,
): Decider<Command, State, Event> => {
  const { evolve } = decider
  const settle = (accountNo: string, state: State, { now }: Context) => settlementOf(accountNo, billsOf(state), now) as unknown as Event[]
  const settling =
    (decide: Decide<State, Event>): Decide<State, Event> =>
    (command, state, context) => {
      const before = settle(command.accountNo, state, context)
      const settled = before.reduce(evolve, state)
      const decision = decide(command, settled, context)
      if (isRejection(decision)) return decision
      const decided = decision.map((event) => withContract(billsOf(settled), event as Event & { data: object }))
      return [...before, ...decided, ...settle(command.accountNo, decided.reduce(evolve, settled), context)]
    }
  const decisions = Object.entries(decider.decide) as [string, Decide<State, Event>][]
  return { ...decider, decide: Object.fromEntries(decisions.map(([type, decide]) => [type, settling(decide)])) as never }
}
