import { resourceCalls } from '@nightflow/schemas/resource-calls'
import { findShutOff } from '@nightflow/schemas/work-orders/shut-off-calls'
import type { QueryClient } from '@tanstack/react-query'

/** After a change of the list: the list itself, the order and its history. */
export const refreshShutOff = async (client: QueryClient, workOrderNo: number): Promise<void> => {
  const keys = [[findShutOff.path, workOrderNo], [resourceCalls.workOrders.list.path], ['work-order-history', workOrderNo]]
  for (const queryKey of keys) await client.invalidateQueries({ queryKey })
}
