import { rejectRange } from '@nightflow/domain/shared/day-range'
import { calendarOf, dayOfDate } from '@nightflow/domain/shared/local-time'
import { statementOfAgent } from '@nightflow/projections/agents/agent-entries'
import { agentStatement, deskStatement, statementDaysMax } from '@nightflow/schemas/agents/agent-statement'
import type { RequestOf } from '@nightflow/schemas/shared/endpoint'
import { isRejection } from '@nightflow/schemas/shared/rejections'
import { timeZoneOf } from '../http/decide.ts'
import type { RequestContext } from '../http/request-context.ts'
import { ask, type Route } from '../http/serve.ts'
import { callingAgent } from './float-of.ts'

const statementFor = async (userId: number, { unit, from, to }: RequestOf<typeof deskStatement>, context: RequestContext) => {
  const refused = rejectRange(from, to, statementDaysMax)
  if (refused) return refused
  const timeZone = await timeZoneOf(context)
  const { startOf } = calendarOf(timeZone)
  const span = { from: new Date(startOf(dayOfDate(from))), to: new Date(startOf(dayOfDate(to) + 1)) }
  return { rows: await context.read((database) => statementOfAgent(database, { userId, unit, timeZone, ...span })) }
}

/** Statements of agents for people who see them, and the own one of an agent. */
export const statementRoutes = (isAgentSeen: (userId: number, context: RequestContext) => Promise<boolean>): readonly Route[] => [
  ask(agentStatement, async ({ userId, ...asked }, context) =>
    (await isAgentSeen(userId, context)) ? statementFor(userId, asked, context) : undefined,
  ),
  ask(deskStatement, async (asked, context) => {
    const userId = await callingAgent(context)
    return isRejection(userId) ? userId : statementFor(userId, asked, context)
  }),
]
