import type { BillPlan, FeePeriod } from '@nightflow/schemas/billing/collection'
import type { EventIn } from '../shared/decider.ts'

export type CollectionEventType =
  | 'billing.BillOverdue'
  | 'billing.LateFeeCharged'
  | 'billing.ReminderSent'
  | 'billing.BillMailed'
  | 'billing.RemindersStopped'
  | 'billing.RemindersAllowed'
  | 'billing.InstalmentsPlanned'
  | 'billing.InstalmentsCancelled'
  | 'billing.ArrearsExceeded'
  | 'billing.ArrearsSettled'
  | 'billing.BalanceFellLow'
  | 'billing.BalanceRecovered'
  | 'billing.ContractBegan'
export type CollectionEvent = EventIn<CollectionEventType>

/** Fields of a bill beside its amounts. */
export type Collected = {
  readonly plan: BillPlan | null
  /** The last due day that passed unpaid. */
  readonly missedOn: string | null
  readonly lateFeesMinor: number
  /** Fees of returned payments in it. They bear no VAT, as late fees. */
  readonly returnFeesMinor: number
  readonly lateFees: readonly FeePeriod[]
  /** Stages of reminders, by due day. */
  readonly reminders: readonly string[]
  /** By which it was sent to its holder. */
  readonly mailingIds: readonly string[]
}
export const notCollected: Collected = {
  plan: null,
  missedOn: null,
  lateFeesMinor: 0,
  returnFeesMinor: 0,
  lateFees: [],
  reminders: [],
  mailingIds: [],
}

export type AccountCollection = {
  /** Each with its bills; a cancelled one stays, so that its request is not repeated. */
  readonly plans: ReadonlyMap<string, { readonly billIds: readonly string[]; readonly count: number; readonly firstDay: string }>
  /** Holders, present and former, who want no reminders. */
  readonly remindersStoppedFor: readonly string[]
  readonly isInArrears: boolean
  /** The balance was found below its threshold, and the holder was warned. */
  readonly isBalanceLow: boolean
}
export const noCollection: AccountCollection = { plans: new Map(), remindersStoppedFor: [], isInArrears: false, isBalanceLow: false }

export const reminderKey = ({ dueOn, stage }: { dueOn: string; stage: number }): string => `${dueOn}/${stage}`
