import type { FinishBurnDown } from '@nightflow/schemas/billing/burn-down'
import type { Decider, EventIn } from '../shared/decider.ts'

/** The last day up to which the use of all prepaid accounts was deducted; null before the first one. */
export type LastBurnDown = string | null

/** Each day is finished once, and no day before one that is finished. */
export const burnDownRunDecider: Decider<FinishBurnDown, LastBurnDown, EventIn<'billing.BurnDownFinished'>> = {
  streamOf: () => 'billing-burn-downs',
  initialState: null,
  evolve: (_, { data: { day } }) => day,
  decide: {
    FinishBurnDown: ({ type: _, ...finished }, last, { now }) =>
      last !== null && finished.day <= last ? [] : [{ type: 'billing.BurnDownFinished', data: { ...finished, at: now } }],
  },
}
