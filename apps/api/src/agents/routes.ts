import { agentDecider } from '@nightflow/domain/agents/agent-decider'
import type { AgentFloat } from '@nightflow/domain/agents/agent-float'
import { earlierRecharge } from '@nightflow/domain/agents/earlier-recharge'
import { stateOfStream } from '@nightflow/event-log/execute-command'
import { findStaff } from '@nightflow/platform/people/staff'
import { agentHistory, findBalances, isAgent } from '@nightflow/projections/agents/agent-balances'
import { waitForViews } from '@nightflow/projections/projector/checkpoint'
import { agentCommands, basisPointsOf } from '@nightflow/schemas/agents/agent-commands'
import { minorOfAmount } from '@nightflow/schemas/agents/agent-money'
import { agentRecharge, listAgentHistory } from '@nightflow/schemas/agents/recharge-agent'
import type { RequestOf } from '@nightflow/schemas/shared/endpoint'
import { isRejection, type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import { commandRoutes } from '../http/command-routes.ts'
import { confirmed } from '../http/confirmed-amount.ts'
import { claimOf } from '../http/named-id.ts'
import { pagesAfter } from '../http/pages.ts'
import type { RequestContext } from '../http/request-context.ts'
import { scopeOf } from '../http/scope.ts'
import { ask, command, type Route } from '../http/serve.ts'
import { agentReportRoutes } from './agent-report.ts'
import { bringFloat, executeOnFloat } from './float-of.ts'
import { printSettlementRoute } from './print-settlement.ts'
import { statementRoutes } from './statements.ts'

/** An agent outside the caller's scope does not exist for the caller: the list does not show them either. */
const isAgentSeen = async (userId: number, context: RequestContext): Promise<boolean> => {
  const scope = await scopeOf(context)
  return context.read(async (database) => (await findStaff(database, scope, [userId])).length === 1 && (await isAgent(database, userId)))
}

/** A recharge of before agents had a float: its repeat changes nothing. */
const isEarlier = async (
  { log, caller: { tenant } }: RequestContext,
  asked: { rechargeId: string; userId: number; amountMinor: number; purchaseMethod: string },
): Promise<boolean | Rejection> => {
  const made = await stateOfStream(log, `${tenant}/${earlierRecharge.streamOf(asked.rechargeId)}`, earlierRecharge)
  if (!made) return false
  const isSame = made.userId === asked.userId && made.amountMinor === asked.amountMinor && made.purchaseMethod === asked.purchaseMethod
  return isSame || rejected('recharge-id-reused')
}

const rechargeAgent = async (sent: RequestOf<typeof agentRecharge>, context: RequestContext) => {
  const request = await confirmed(context, sent, minorOfAmount(sent.amount))
  if (isRejection(request)) return request
  const { amount, ...recharge } = request
  const { userId, rechargeId } = recharge
  if (!(await isAgentSeen(userId, context))) return rejected('agent-unknown')
  const given = { ...recharge, amountMinor: minorOfAmount(amount) }
  const earlier = await isEarlier(context, given)
  if (isRejection(earlier)) return earlier
  if (earlier)
    return { response: { balanceMinor: (await context.read((database) => findBalances(database, [userId])))(userId).balanceMinor } }
  const decided = await executeOnFloat(context, { type: 'RechargeAgent', ...given }, claimOf(context, 'agents.FloatRecharged', rechargeId))
  if (isRejection(decided)) return decided.rejected === 'transaction-id-reused' ? rejected('recharge-id-reused') : decided
  await waitForViews(context.servicePool, decided.position, context.viewWaitMilliseconds)
  return { response: { balanceMinor: decided.after.balanceMinor }, position: decided.position, after: given }
}

const historyOfAgent = async ({ userId, ...page }: RequestOf<typeof listAgentHistory>, context: RequestContext) =>
  (await isAgentSeen(userId, context)) ? context.read((database) => agentHistory(database, userId, page)) : undefined

const loggedOf = ({ terms, balanceMinor, unpaidMinor, period }: AgentFloat) => ({
  ...{ ...terms, balanceMinor, unpaidMinor, settlementNumber: period.settlementNumber },
})

const seen = async (userId: number, context: RequestContext): Promise<object | Rejection> => {
  if (!(await isAgentSeen(userId, context))) return rejected('agent-unknown')
  await bringFloat(context, userId)
  return {}
}

export const agentRoutes: readonly Route[] = [
  command(agentRecharge, rechargeAgent),
  ask(
    listAgentHistory,
    historyOfAgent,
    pagesAfter(500, ({ position }) => ({ before: position as number })),
  ),
  ...statementRoutes(isAgentSeen),
  ...agentReportRoutes,
  printSettlementRoute,
  ...commandRoutes(
    {
      commands: agentCommands,
      decider: agentDecider,
      find: async (database, ids) => {
        const known: { userId: number }[] = []
        for (const userId of ids) if (await isAgent(database, userId)) known.push({ userId })
        return known
      },
      unknown: 'agent-unknown',
      logged: loggedOf,
      identify: (given, context) => (given.type === 'PayCommission' ? claimOf(context, 'agents.AgentCommissionPaid', given.payoutId) : {}),
    },
    {
      terms: {
        prepare: async ({ userId }, { ceiling, saleLimit, dayLimit, commissionPercent }, context) => {
          const refused = await seen(userId, context)
          if (isRejection(refused)) return refused
          return {
            ceilingMinor: minorOfAmount(ceiling),
            saleLimitMinor: minorOfAmount(saleLimit),
            dayLimitMinor: minorOfAmount(dayLimit),
            commissionBasisPoints: basisPointsOf(commissionPercent),
          }
        },
      },
      pay: {
        amount: ({ amount }) => minorOfAmount(amount),
        prepare: async ({ userId }, { amount }, context) => {
          const refused = await seen(userId, context)
          return isRejection(refused) ? refused : { amountMinor: minorOfAmount(amount) }
        },
      },
      settle: {
        prepare: async ({ userId }, _, context) => {
          const refused = await seen(userId, context)
          return isRejection(refused) ? refused : {}
        },
      },
    },
  ),
]
