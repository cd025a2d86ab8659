import { agentCommands } from '@nightflow/schemas/agents/recharge-agent'
import { resourceCalls } from '@nightflow/schemas/resource-calls'
import { resources } from '@nightflow/schemas/resources'
import { resourceOf } from '#ui/resource/resource-of.ts'

/** Agents are made and changed as staff; here they are found, and given money. */
export const resource = resourceOf(resources.agents, { ...resourceCalls.agents, commands: agentCommands })
