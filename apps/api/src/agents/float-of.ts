import { agentDecider } from '@nightflow/domain/agents/agent-decider'
import type { AgentEvent, AgentFloat } from '@nightflow/domain/agents/agent-float'
import type { EventLog } from '@nightflow/event-log/event-log'
import { executeCommand, loadSince } from '@nightflow/event-log/execute-command'
import type { Loaded } from '@nightflow/event-log/kept-states'
import { earlierRechargesOf, isAgent } from '@nightflow/projections/agents/agent-balances'
import type { AgentCommand } from '@nightflow/schemas/agents/agent-commands'
import type { Endpoint } from '@nightflow/schemas/shared/endpoint'
import { type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import { actorOf } from '../http/actor.ts'
import { readAs } from '../http/context-of-request.ts'
import { clockOf, type Identified, timeZoneOf } from '../http/decide.ts'
import type { RequestContext } from '../http/request-context.ts'

/** Agents whose state is in memory: an agent's stream is long, and only its news is read. */
const rememberedMax = 500
const remembered = new WeakMap<EventLog, Map<string, Loaded<AgentFloat>>>()

const statesOf = (log: EventLog): Map<string, Loaded<AgentFloat>> => {
  const states = remembered.get(log) ?? new Map<string, Loaded<AgentFloat>>()
  remembered.set(log, states)
  return states
}

const loadFloat = async ({ log, caller: { tenant } }: RequestContext, userId: number): Promise<Loaded<AgentFloat>> => {
  const states = statesOf(log)
  const stream = `${tenant}/${agentDecider.streamOf({ type: 'BringFloat', userId, amountMinor: 1 })}`
  const before = states.get(stream) ?? { state: agentDecider.initialState, version: 0, position: 0 }
  const loaded = await loadSince<AgentFloat, AgentEvent>(log, stream, agentDecider, before)
  states.delete(stream)
  states.set(stream, loaded)
  const [oldest] = states.size > rememberedMax ? states.keys() : []
  if (oldest !== undefined) states.delete(oldest)
  return loaded
}

/** The present money of an agent. */
export const floatOf = async (context: RequestContext, userId: number): Promise<AgentFloat> => (await loadFloat(context, userId)).state

/** Recharges of before agents had a float are brought into it first. */
export const bringFloat = async (context: RequestContext, userId: number): Promise<void> => {
  const { state } = await loadFloat(context, userId)
  if (state.isBrought) return
  const amountMinor = await context.read((database) => earlierRechargesOf(database, userId))
  if (amountMinor > 0) await run(context, { type: 'BringFloat', userId, amountMinor })
}

const run = async (context: RequestContext, command: AgentCommand, { claims }: Identified = {}) => {
  const actor = actorOf(context.caller)
  const known = await loadFloat(context, command.userId)
  const { now } = await clockOf(context)
  const decided = { now: new Date(now).toISOString(), actor, timeZone: await timeZoneOf(context) }
  const { tenant } = context.caller
  return executeCommand(context.log, { decider: agentDecider, tenant, command, context: decided, actor, known, ...(claims && { claims }) })
}

/** Runs a command on the money of an agent. */
export const executeOnFloat = async (context: RequestContext, command: AgentCommand, identified: Identified = {}) => {
  await bringFloat(context, command.userId)
  return run(context, command, identified)
}

/** The caller as an agent: an agent has its own float and no other. */
export const callingAgent = async ({ caller: { userId }, read }: RequestContext): Promise<number | Rejection> => {
  if (userId === null || !(await read((database) => isAgent(database, userId)))) return rejected('agent-unknown')
  return userId
}

/**
 * An agent whose role shows nothing but the agent's own serves every customer of the utility at the desk, which shows of them what a sale needs. Departments
 * and regions of a role bound the customers of the desk too.
 */
export const atDesk = (context: RequestContext, endpoint: Endpoint): RequestContext => {
  const { scope } = context.caller
  if (!scope || scope.departments.length > 0 || scope.regions.length > 0) return context
  const caller = { ...context.caller, scope: undefined }
  return { ...context, caller, read: readAs(context, caller, endpoint) }
}
