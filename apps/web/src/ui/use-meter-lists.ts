import { resourceCalls } from '@nightflow/schemas/resource-calls'
import { InUse } from '@nightflow/schemas/shared/lists'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { call } from '#api/call.ts'
import type { Choice } from '#ui/resource/resource.ts'
import { useMayDo } from '#ui/use-may-do.ts'

const { meterTypes, meterGroups } = resourceCalls
/** Rows that one list of choices offers. */
const choicesMax = 200
const none: Choice[] = []

/** Types and groups that a meter may be given; none for those who may not see the lists. */
export function useMeterLists(): { types: Choice[]; groups: Choice[] } {
  const mayDo = useMayDo()
  const types = useQuery({
    queryKey: [meterTypes.list.path, 'choices'],
    queryFn: ({ signal }) => call(meterTypes.list, { status: InUse.enum.enabled, pageSize: choicesMax }, signal),
    enabled: mayDo(meterTypes.list),
  }).data
  const groups = useQuery({
    queryKey: [meterGroups.list.path, 'choices'],
    queryFn: ({ signal }) => call(meterGroups.list, { status: InUse.enum.enabled, pageSize: choicesMax }, signal),
    enabled: mayDo(meterGroups.list),
  }).data
  return useMemo(
    () => ({
      types: types?.rows.map(({ meterTypeId, meterTypeName }) => ({ value: String(meterTypeId), label: meterTypeName })) ?? none,
      groups: groups?.rows.map(({ meterGroupId, meterGroupName }) => ({ value: String(meterGroupId), label: meterGroupName })) ?? none,
    }),
    [types, groups],
  )
}
