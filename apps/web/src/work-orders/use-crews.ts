import { listCrews } from '@nightflow/schemas/work-orders/work-order-calls'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { call } from '#api/call.ts'

/** The crews that may have orders, for choices; none while they are on their way. */
export function useCrews() {
  const { data } = useQuery({ queryKey: [listCrews.path], queryFn: ({ signal }) => call(listCrews, {}, signal), staleTime: 60_000 })
  return useMemo(() => data?.crews ?? [], [data])
}
