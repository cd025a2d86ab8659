import { agentDecider } from '@nightflow/domain/agents/agent-decider'
import { findStaff } from '@nightflow/platform/people/staff'
import { agentHistory, findBalances, isAgent } from '@nightflow/projections/agents/agent-balances'
import { waitForViews } from '@nightflow/projections/projector/checkpoint'
import { agentRecharge, listAgentHistory, minorOf } from '@nightflow/schemas/agents/recharge-agent'
import type { RequestOf } from '@nightflow/schemas/shared/endpoint'
import { isRejection, rejected } from '@nightflow/schemas/shared/rejections'
import { confirmed } from '../http/confirmed-amount.ts'
import { decide } from '../http/decide.ts'
import { pagesAfter } from '../http/pages.ts'
import type { RequestContext } from '../http/request-context.ts'
import { scopeOf } from '../http/scope.ts'
import { ask, command, type Route } from '../http/serve.ts'

/** An agent outside the caller's scope does not exist for the caller: the list does not show them either. */
const isAgentSeen = async (userId: number, context: RequestContext): Promise<boolean> => {
  const scope = await scopeOf(context)
  return context.read(async (database) => (await findStaff(database, scope, [userId])).length === 1 && (await isAgent(database, userId)))
}

const rechargeAgent = async (sent: RequestOf<typeof agentRecharge>, context: RequestContext) => {
  const request = await confirmed(context, sent, minorOf(sent.amount))
  if (isRejection(request)) return request
  const { amount, ...recharge } = request
  const { userId } = recharge
  if (!(await isAgentSeen(userId, context))) return rejected('agent-unknown')
  const given = { ...recharge, amountMinor: minorOf(amount) }
  const decided = await decide(context, agentDecider, { type: 'RechargeAgent', ...given }, () => undefined)
  if (isRejection(decided)) return decided
  // A read model that lags returns the earlier balance; the list shows it a moment later.
  await waitForViews(context.pool, decided.position, context.viewWaitMilliseconds)
  const { balanceMinor } = (await context.read((database) => findBalances(database, [userId])))(userId)
  return { response: { balanceMinor }, position: decided.position, after: given }
}

const historyOfAgent = async ({ userId, ...page }: RequestOf<typeof listAgentHistory>, context: RequestContext) =>
  (await isAgentSeen(userId, context)) ? context.read((database) => agentHistory(database, userId, page)) : undefined

export const agentRoutes: readonly Route[] = [
  command(agentRecharge, rechargeAgent),
  ask(
    listAgentHistory,
    historyOfAgent,
    pagesAfter(500, ({ position }) => ({ before: position as number })),
  ),
]
