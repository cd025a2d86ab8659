import { resourceCalls } from '@nightflow/schemas/resource-calls'
import { InUse } from '@nightflow/schemas/shared/lists'
import { useQuery } from '@tanstack/react-query'
import { call } from '#api/call.ts'
import type { Choice } from '#ui/form/form-fields.ts'
import { useMayDo } from '#ui/use-may-do.ts'

const { list } = resourceCalls.customerTypes
/** Customer types that a form offers. */
const typesMax = 200
const none: readonly Choice[] = []

/** Customer types in use, for prices of their own. */
export function useCustomerTypeChoices(): readonly Choice[] {
  const mayDo = useMayDo()
  const types = useQuery({
    queryKey: [list.path, 'choices'],
    queryFn: ({ signal }) => call(list, { status: InUse.enum.enabled, pageSize: typesMax }, signal),
    enabled: mayDo(list),
  })
  return types.data?.rows.map(({ customerTypeId, customerTypeName }) => ({ value: customerTypeId, label: customerTypeName })) ?? none
}
