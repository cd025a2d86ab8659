import type { PartitionRow } from '@nightflow/schemas/leakage/night-flow'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { partitionsQuery } from '#leakage/partitions-query.ts'
import type { MapOutline } from '#ui/map/boundary-picker.tsx'

/** The boundaries around a point: of its superior point and of the other points below that one. `id` is undefined for a point that is new. */
export function useOutlines({ id, parentId }: { id: string | undefined; parentId: PartitionRow['parentId'] }): MapOutline[] {
  const rows = useQuery(partitionsQuery).data?.rows
  return useMemo(
    () =>
      (rows ?? []).flatMap((row) =>
        row.id !== id && row.boundary !== null && (row.id === parentId || row.parentId === parentId)
          ? [{ id: row.id, name: row.name, ring: row.boundary }]
          : [],
      ),
    [rows, id, parentId],
  )
}
