import type { EventIn } from '../shared/decider.ts'

type Earlier = EventIn<'agents.AgentRecharged'>

/**
 * Recharges of before agents had a float: each was a stream of its own, named after the identifier that the caller chose. Nothing is written there any
 * more; a request that repeats one is still found.
 */
export const earlierRecharge = {
  streamOf: (rechargeId: string): string => `agents-recharge-${rechargeId}`,
  initialState: null,
  evolve: (_: Earlier['data'] | null, { type, data }: Earlier): Earlier['data'] | null => (type === 'agents.AgentRecharged' ? data : null),
}
