import { agentCommands } from '@nightflow/schemas/agents/recharge-agent'
import { resourceCalls } from '@nightflow/schemas/resource-calls'
import { resources } from '@nightflow/schemas/resources'
import { resourceOf } from '#ui/resource/resource-of.ts'
import { screenOf } from '#ui/resource/resource-screen.tsx'

/** Agents are made and changed as staff; here they are found, and given money. */
export const Screen = screenOf(resourceOf(resources.agents, { ...resourceCalls.agents, commands: agentCommands }))
