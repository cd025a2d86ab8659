import { listOwners } from '@nightflow/schemas/shared/owner'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { call } from '#api/call.ts'
import type { Choice } from '#ui/resource/resource.ts'

export type OwnerChoices = { deptId: readonly Choice[]; regionId: readonly Choice[] }

const asChoices = (names: readonly { id: number; label: string }[] = []): Choice[] =>
  names.map(({ id, label }) => ({ value: String(id), label }))

/** Departments and regions that may own something, by their names: the same choices until one changes. */
export function useOwners(): OwnerChoices {
  const owners = useQuery({ queryKey: [listOwners.path], queryFn: ({ signal }) => call(listOwners, {}, signal) }).data
  return useMemo(() => ({ deptId: asChoices(owners?.departments), regionId: asChoices(owners?.regions) }), [owners])
}
