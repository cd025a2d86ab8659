import { type Context, callsOfModules, type EventTypes } from '../shared/context.ts'
import * as recharge from './recharge-agent.ts'

/** The events of the context. */
export const events = {
  'agents.AgentRecharged': { version: 1, data: recharge.AgentRecharged },
} as const satisfies EventTypes

export const agents = {
  calls: callsOfModules(recharge),
  commands: [{ texts: 'platform', resource: 'agent', commands: recharge.agentCommands }],
} satisfies Context
