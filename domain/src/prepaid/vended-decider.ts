import type { KeepVended } from '@nightflow/schemas/prepaid/token'
import type { Decider, EventIn } from '../shared/decider.ts'

type Kept = EventIn<'prepaid.TokensVended'>

/**
 * The result of the software module for one request, a stream for each. The first result is kept, and is the answer to whatever comes under the same
 * identifier; whether that asks for the same is compared by the module.
 */
export const vendedDecider: Decider<KeepVended, Kept['data'] | null, Kept> = {
  streamOf: ({ vendingId }) => `prepaid-vending-${vendingId}`,
  initialState: null,
  isKept: true,
  evolve: (_, { data }) => data,
  decide: {
    KeepVended: ({ type: _, ...vended }, kept, { now }) =>
      kept ? [] : [{ type: 'prepaid.TokensVended', data: { ...vended, tokens: [...vended.tokens], at: now } }],
  },
}
