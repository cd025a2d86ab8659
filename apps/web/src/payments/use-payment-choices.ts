import { resourceCalls } from '@nightflow/schemas/resource-calls'
import { InUse } from '@nightflow/schemas/shared/lists'
import { useQuery } from '@tanstack/react-query'
import { call } from '#api/call.ts'
import type { Choice } from '#ui/form/form-fields.ts'
import { useMayDo } from '#ui/use-may-do.ts'

const { paymentPlatforms, platformAssociations } = resourceCalls
const choicesMax = 200
const none: readonly Choice[] = []

/** Payment platforms in use, for a form. */
export function usePlatformChoices(): readonly Choice[] {
  const mayDo = useMayDo()
  const { list } = paymentPlatforms
  const { data } = useQuery({
    queryKey: [list.path, 'choices'],
    queryFn: ({ signal }) => call(list, { status: InUse.enum.enabled, pageSize: choicesMax }, signal),
    enabled: mayDo(list),
  })
  return data?.rows.map(({ platformId, platformName }) => ({ value: platformId, label: platformName })) ?? none
}

/** Names under which platforms are offered to customers. */
export function useAssociationChoices(): readonly Choice[] {
  const mayDo = useMayDo()
  const { list } = platformAssociations
  const { data } = useQuery({
    queryKey: [list.path, 'choices'],
    queryFn: ({ signal }) => call(list, { status: InUse.enum.enabled, pageSize: choicesMax }, signal),
    enabled: mayDo(list),
  })
  return data?.rows.map(({ associationId, tenantPlatformName }) => ({ value: associationId, label: tenantPlatformName })) ?? none
}
