import { listPartitions } from '@nightflow/schemas/leakage/endpoints'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { callEveryPage } from '#api/call-every-page.ts'
import { useMay } from '#session/session-query.ts'

/** The metering points by name, for choices; none for who may not see them. */
export function usePartitionChoices() {
  const may = useMay('leakage:partition:read')
  const { data } = useQuery({ queryKey: ['partitions'], queryFn: ({ signal }) => callEveryPage(listPartitions, {}, signal), enabled: may })
  return useMemo(() => (data?.rows ?? []).map(({ id, name }) => ({ value: id, label: name })), [data])
}
