import { deskFloat, deskSales } from '@nightflow/schemas/agents/agent-desk-calls'
import { call } from '#api/call.ts'

/** The float and the latest sales of the agent; a sale outdates both. */
export const deskKey = ['agent-desk'] as const
export const floatQuery = {
  queryKey: [...deskKey, 'float'],
  queryFn: ({ signal }: { signal: AbortSignal }) => call(deskFloat, {}, signal),
}
export const salesQuery = {
  queryKey: [...deskKey, 'sales'],
  queryFn: ({ signal }: { signal: AbortSignal }) => call(deskSales, {}, signal),
}
