import { type DeductionOrder, defaultDeductionOrder, type SetDeductionOrder } from '@nightflow/schemas/billing/deduction'
import { rejected } from '@nightflow/schemas/shared/rejections'
import type { Decider, EventIn } from '../shared/decider.ts'

export const deductionOrderStream = 'billing-deduction-order'

/** The order in which a tenant deducts. Each deduction keeps the one that held when it was made. */
export const deductionOrderDecider: Decider<
  SetDeductionOrder,
  { readonly deductionOrder: DeductionOrder },
  EventIn<'billing.DeductionOrderSet'>
> = {
  streamOf: () => deductionOrderStream,
  initialState: { deductionOrder: defaultDeductionOrder },
  isKept: true,
  evolve: (_, { data: { deductionOrder } }) => ({ deductionOrder }),
  decide: {
    SetDeductionOrder: ({ deductionOrder }, state, { now }) => {
      if (new Set(deductionOrder).size < deductionOrder.length) return rejected('deduction-order-incomplete')
      const isSame = deductionOrder.every((kind, place) => state.deductionOrder[place] === kind)
      return isSame ? [] : [{ type: 'billing.DeductionOrderSet', data: { deductionOrder, at: now } }]
    },
  },
}
