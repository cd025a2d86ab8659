import { listWorkers } from '@nightflow/schemas/work-orders/work-order-calls'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { call } from '#api/call.ts'

/** The people who may work on orders, for choices; none while they are on their way. */
export function useWorkers() {
  const { data } = useQuery({ queryKey: [listWorkers.path], queryFn: ({ signal }) => call(listWorkers, {}, signal), staleTime: 60_000 })
  return useMemo(() => data?.people ?? [], [data])
}
