import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { partitionsQuery } from '#leakage/partitions-query.ts'

/** The metering points by name, for choices and cells. */
export function usePartitionNames() {
  const { data } = useQuery(partitionsQuery)
  return useMemo(() => {
    const rows = data?.rows ?? []
    return {
      choices: rows.map(({ id, name }) => ({ value: id, label: name })),
      nameOf: new Map(rows.map(({ id, name }) => [id, name])),
    }
  }, [data])
}
