import { type Context, callsOfModules, type EventTypes } from '../shared/context.ts'
import { callsOfReports } from '../shared/report.ts'
import * as commands from './agent-commands.ts'
import * as desk from './agent-desk-calls.ts'
import { saleEventTypes } from './agent-money.ts'
import * as papers from './agent-papers.ts'
import { agentStatements } from './agent-report.ts'
import * as statement from './agent-statement.ts'
import { agentDictionaries } from './dictionaries.ts'
import * as recharge from './recharge-agent.ts'

/** The events of the context. */
export const events = {
  ...recharge.rechargeEventTypes,
  ...saleEventTypes,
  ...commands.agentCommands.events,
} as const satisfies EventTypes

export const agents = {
  calls: { ...callsOfModules(recharge, commands, desk, statement, papers), ...callsOfReports(agentStatements) },
  commands: [{ texts: 'platform', resource: 'agent', commands: commands.agentCommands.list }],
  dictionaries: agentDictionaries,
} satisfies Context
