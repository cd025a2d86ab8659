import type { RechargeAgent } from '@nightflow/schemas/agents/recharge-agent'
import { type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import type { Context, Decider, EventIn } from '../shared/decider.ts'

export type AgentEvent = EventIn<'agents.AgentRecharged'>

/** One recharge: not made yet, or made as this says. */
export type Recharge = { readonly made: AgentEvent['data'] | null }

/**
 * A recharge is a stream of its own, named after the identifier that the caller chose: it happens once, and no agent's history grows
 * for ever. A balance is no part of the decision, because a recharge is never refused for it.
 */
export const agentDecider: Decider<RechargeAgent, Recharge, AgentEvent> = {
  streamOf: ({ rechargeId }) => `agents-recharge-${rechargeId}`,
  initialState: { made: null },
  evolve: (_, event) => ({ made: event.data }),
  decide: { RechargeAgent: recharge },
}

function recharge(command: RechargeAgent, { made }: Recharge, { now }: Context): readonly AgentEvent[] | Rejection {
  const { type: _, ...asked } = command
  if (made) return isSame(asked, made) ? [] : rejected('recharge-id-reused')
  return [{ type: 'agents.AgentRecharged', data: { ...asked, rechargedAt: now } }]
}

/** Compares agent, amount and pay method; a different remark does not make another recharge. */
const isSame = (one: Omit<RechargeAgent, 'type'>, other: AgentEvent['data']): boolean =>
  one.userId === other.userId && one.amountMinor === other.amountMinor && one.purchaseMethod === other.purchaseMethod
