import type { Projection } from '../projector/projection.ts'
import { agentBalances } from './agent-balances.ts'
import { agentEntries } from './agent-entries.ts'
import { agentSales } from './agent-sales.ts'
import { agentSettlements } from './agent-settlements.ts'

/** The read models of the context, in the order in which a batch passes through them. */
export const agentsReadModels: readonly Projection[] = [agentBalances, agentSales, agentEntries, agentSettlements]
