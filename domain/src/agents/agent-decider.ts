import type { AgentCommand } from '@nightflow/schemas/agents/agent-commands'
import { PayoutWay } from '@nightflow/schemas/agents/agent-money'
import { type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import type { Context, Decider } from '../shared/decider.ts'
import { unitsOf } from '../shared/units-of-money.ts'
import { type AgentEvent, type AgentFloat, evolveFloat, keptIn, noFloat } from './agent-float.ts'
import { completeSale, releaseSale, reserveSale, reverseSale } from './sale-decisions.ts'

type Of<Type extends AgentCommand['type']> = Extract<AgentCommand, { type: Type }>
type Decision = readonly AgentEvent[] | Rejection

/**
 * The money of one agent: float, limits, sales and commission. All of it is decided in one stream, so that two sales cannot have the same float. The
 * money of a sale is in the stream of the account: the float is held before it, and debited after it.
 */
export const agentDecider: Decider<AgentCommand, AgentFloat, AgentEvent> = {
  streamOf: ({ userId }) => `agents-agent-${userId}`,
  initialState: noFloat,
  evolve: evolveFloat,
  decide: {
    BringFloat: bring,
    RechargeAgent: recharge,
    SetAgentTerms: setTerms,
    ReserveSale: reserveSale,
    CompleteSale: completeSale,
    ReleaseSale: releaseSale,
    ReverseSale: reverseSale,
    PayCommission: payCommission,
    SettleAgent: settle,
  },
}

/** The sum of the recharges of before agents had a float is brought once. */
function bring({ userId, amountMinor }: Of<'BringFloat'>, state: AgentFloat, { now }: Context): Decision {
  if (state.isBrought) return []
  return [{ type: 'agents.FloatBrought', data: { userId, amountMinor, ...paidIn(state, amountMinor), at: now } }]
}

const paidIn = ({ balanceMinor, unpaidMinor }: AgentFloat, amountMinor: number) => ({
  ...{ balanceMinor: balanceMinor + amountMinor, unpaidMinor },
  postings: [
    { ledgerAccount: 'bank' as const, amountMinor },
    { ledgerAccount: 'agentFloat' as const, amountMinor: -amountMinor },
  ],
})

/** A different remark does not make another recharge. */
function recharge({ type: _, ...asked }: Of<'RechargeAgent'>, state: AgentFloat, { now }: Context): Decision {
  const { rechargeId, amountMinor, purchaseMethod } = asked
  const made = keptIn(state.made, rechargeId)
  if (made) return made.amountMinor === amountMinor && made.way === `recharge ${purchaseMethod}` ? [] : rejected('recharge-id-reused')
  return [{ type: 'agents.FloatRecharged', data: { ...asked, ...paidIn(state, amountMinor), at: now } }]
}

function setTerms({ type: _, ...asked }: Of<'SetAgentTerms'>, { terms }: AgentFloat, { now }: Context): Decision {
  const { ceilingMinor, saleLimitMinor, dayLimitMinor, commissionBasisPoints } = asked
  const isSame =
    terms.ceilingMinor === ceilingMinor &&
    terms.saleLimitMinor === saleLimitMinor &&
    terms.dayLimitMinor === dayLimitMinor &&
    terms.commissionBasisPoints === commissionBasisPoints
  return isSame ? [] : [{ type: 'agents.AgentTermsSet', data: { ...asked, at: now } }]
}

function payCommission({ type: _, ...asked }: Of<'PayCommission'>, state: AgentFloat, { now }: Context): Decision {
  const { payoutId, amountMinor, payTo } = asked
  const made = keptIn(state.made, payoutId)
  if (made) return made.amountMinor === amountMinor && made.way === `payout ${payTo}` ? [] : rejected('transaction-id-reused')
  if (amountMinor > state.unpaidMinor) return rejected('agent-commission-short', { left: unitsOf(Math.max(0, state.unpaidMinor)) })
  const isIntoFloat = payTo === PayoutWay.enum.float
  const paid = {
    balanceMinor: state.balanceMinor + (isIntoFloat ? amountMinor : 0),
    unpaidMinor: state.unpaidMinor - amountMinor,
    postings: [
      { ledgerAccount: 'agentCommissions' as const, amountMinor },
      { ledgerAccount: isIntoFloat ? ('agentFloat' as const) : tillOf(payTo), amountMinor: -amountMinor },
    ],
  }
  return [{ type: 'agents.AgentCommissionPaid', data: { ...asked, ...paid, at: now } }]
}

const tillOf = (payTo: PayoutWay): 'cash' | 'bank' => (payTo === PayoutWay.enum.cash ? 'cash' : 'bank')

/** Sales on their way belong to neither period: they are waited for. */
function settle({ type: _, ...asked }: Of<'SettleAgent'>, state: AgentFloat, { now }: Context): Decision {
  if (keptIn(state.made, asked.settlementId)) return []
  if (state.held.size > 0) return rejected('agent-sales-open', { count: state.held.size })
  const closing = { closingMinor: state.balanceMinor, unpaidClosingMinor: state.unpaidMinor }
  return [{ type: 'agents.AgentSettled', data: { ...asked, ...state.period, ...closing, at: now } }]
}
