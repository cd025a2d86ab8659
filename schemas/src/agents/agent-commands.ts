import { z } from 'zod'
import { commandsOn, type GivenTo } from '../shared/commands-on.ts'
import { confirmedAmount } from '../shared/confirmed-amount.ts'
import {
  AgentMinor,
  ofAgent,
  PayoutWay,
  postedShape,
  remark,
  type SaleCommand,
  SettledPeriod,
  TypedAmount,
  TypedLimit,
  terms,
} from './agent-money.ts'
import { agentRecharge, recharge } from './recharge-agent.ts'

/** A row of the list of agents, which is one of users. */
type Agent = { userId: number; unpaidMinor: number }
/** The commission as people type it, in percent: 2.5 is 250 basis points. */
const isBasisPoints = (percent: number): boolean => Number.isInteger(Number((percent * 100).toPrecision(12)))
export const basisPointsOf = (percent: number): number => Number((percent * 100).toPrecision(12))
const CommissionPercent = z.number().min(0).max(50).refine(isBasisPoints)

/** Commands on agents, in the order of their buttons. */
export const agentCommands = commandsOn<Agent>()(
  { entity: 'Agent', id: 'userId', path: '/prod-api/system/agent', permission: 'system:agent:configure', key: ofAgent },
  {
    recharge: {
      command: 'RechargeAgent',
      endpoint: agentRecharge,
      ownRoute: 'Recharges of before agents had a float are in streams of their own, where a repeated request is looked for first.',
      given: recharge,
      event: 'agents.FloatRecharged',
      recorded: { ...recharge, ...postedShape },
      requestId: 'rechargeId',
      icon: 'money',
    },
    terms: {
      command: 'SetAgentTerms',
      call: 'setAgentTerms',
      summary: 'Set the ceiling, the limits of a sale and of a day, and the commission of an agent',
      typed: {
        ceiling: TypedLimit.default(0),
        saleLimit: TypedLimit.default(0),
        dayLimit: TypedLimit.default(0),
        commissionPercent: CommissionPercent,
      },
      given: terms,
      event: 'agents.AgentTermsSet',
      recorded: terms,
      step: 'terms',
      icon: 'edit',
    },
    pay: {
      command: 'PayCommission',
      call: 'payAgentCommission',
      summary: 'Pay a commission that was earned, into the float, in cash or by bank; the same identifier again pays nothing more',
      permission: 'system:agent:payout',
      typed: { payoutId: z.uuid(), amount: TypedAmount, payTo: PayoutWay, remark: remark.default(''), ...confirmedAmount },
      given: { payoutId: z.uuid(), amountMinor: AgentMinor, payTo: PayoutWay, remark },
      event: 'agents.AgentCommissionPaid',
      recorded: { payoutId: z.uuid(), amountMinor: AgentMinor, payTo: PayoutWay, remark, ...postedShape },
      requestId: 'payoutId',
      icon: 'money',
      isOffered: ({ unpaidMinor }) => unpaidMinor > 0,
    },
    settle: {
      command: 'SettleAgent',
      call: 'settleAgent',
      summary: 'Close the period of an agent: its settlement adds up from opening to closing',
      permission: 'system:agent:settle',
      typed: { settlementId: z.uuid(), remark: remark.default('') },
      event: 'agents.AgentSettled',
      recorded: { settlementId: z.uuid(), remark, ...SettledPeriod.shape },
      requestId: 'settlementId',
      step: 'settled',
      icon: 'finish',
    },
  },
)
export const { setAgentTerms, payAgentCommission, settleAgent } = agentCommands.calls
export type AgentCommand = SaleCommand | GivenTo<typeof agentCommands>
