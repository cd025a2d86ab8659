import type { HeldBillCommand } from '@nightflow/schemas/billing/held-bill-calls'
import { rejected } from '@nightflow/schemas/shared/rejections'
import type { Decider, EventIn } from '../shared/decider.ts'

type HeldBillEvent = EventIn<'billing.BillHeld' | 'billing.HeldBillDismissed'>
type HeldBills = ReadonlyMap<string, { readonly isDismissed: boolean }>

/** The bills of an account that wait for a person, by the identifier that the bill will have. */
export const heldBillDecider: Decider<HeldBillCommand, HeldBills, HeldBillEvent> = {
  streamOf: ({ accountNo }) => `billing-held-${accountNo}`,
  initialState: new Map(),
  evolve: (state, { type, data: { billId } }) => new Map(state).set(billId, { isDismissed: type === 'billing.HeldBillDismissed' }),
  decide: {
    HoldBill: ({ type: _, ...held }, state, { now }) =>
      state.has(held.billId) ? [] : [{ type: 'billing.BillHeld', data: { ...held, at: now } }],
    DismissHeldBill: ({ type: _, ...asked }, state, { now }) => {
      const held = state.get(asked.billId)
      if (!held) return rejected('not-found')
      return held.isDismissed ? [] : [{ type: 'billing.HeldBillDismissed', data: { ...asked, at: now } }]
    },
  },
}
