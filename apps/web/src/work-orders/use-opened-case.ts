import { resourceCalls } from '@nightflow/schemas/resource-calls'
import { findRequestThread } from '@nightflow/schemas/work-orders/public-request-calls'
import { findOrderLinks } from '@nightflow/schemas/work-orders/work-order-calls'
import { useQueryClient } from '@tanstack/react-query'
import { useOpenScreen } from '#shell/screen-link.tsx'

/** Shows a case that was opened just now; lists and rows that have it are read again. */
export function useOpenedCase() {
  const client = useQueryClient()
  const open = useOpenScreen()
  return async ({ caseNo }: { caseNo: number }): Promise<void> => {
    const { leakCases, publicRequests, workOrders } = resourceCalls
    const paths = [leakCases.list.path, publicRequests.list.path, workOrders.list.path, findRequestThread.path, findOrderLinks.path]
    for (const path of paths) await client.invalidateQueries({ queryKey: [path] })
    open('work-orders/leak-cases', { search: { row: String(caseNo) } })
  }
}
