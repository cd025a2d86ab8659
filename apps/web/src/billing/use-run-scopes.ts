import { listPartitions } from '@nightflow/schemas/leakage/endpoints'
import { resourceCalls } from '@nightflow/schemas/resource-calls'
import { InUse } from '@nightflow/schemas/shared/lists'
import { useQuery } from '@tanstack/react-query'
import { call } from '#api/call.ts'
import { callEveryPage } from '#api/call-every-page.ts'
import type { Choice } from '#ui/form/form-fields.ts'
import { useMayDo } from '#ui/use-may-do.ts'

const { meterGroups } = resourceCalls
const groupsMax = 200

/** Partitions and meter groups that a run may be for; none for who may not see the lists. */
export function useRunScopes(): { partitions: readonly Choice[]; groups: readonly Choice[] } {
  const mayDo = useMayDo()
  const partitions = useQuery({
    queryKey: ['partitions'],
    queryFn: ({ signal }) => callEveryPage(listPartitions, {}, signal),
    enabled: mayDo(listPartitions),
  }).data
  const groups = useQuery({
    queryKey: [meterGroups.list.path, 'choices'],
    queryFn: ({ signal }) => call(meterGroups.list, { status: InUse.enum.enabled, pageSize: groupsMax }, signal),
    enabled: mayDo(meterGroups.list),
  }).data
  return {
    partitions: partitions?.rows.map(({ id, name }) => ({ value: id, label: name })) ?? [],
    groups: groups?.rows.map(({ meterGroupId, meterGroupName }) => ({ value: meterGroupId, label: meterGroupName })) ?? [],
  }
}
