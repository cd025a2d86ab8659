import { listPartitions } from '@nightflow/schemas/leakage/endpoints'
import { queryOptions } from '@tanstack/react-query'
import { callEveryPage } from '#api/call-every-page.ts'

const refreshMilliseconds = 60_000

export const partitionsQuery = queryOptions({
  queryKey: ['partitions'],
  queryFn: ({ signal }) => callEveryPage(listPartitions, {}, signal),
  refetchInterval: refreshMilliseconds,
})
