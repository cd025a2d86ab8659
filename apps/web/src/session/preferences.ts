import { changePreferences, type Preferences } from '@nightflow/schemas/platform/preferences'
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { call } from '#api/call.ts'
import { infoQuery } from '#session/session-query.ts'

/** How the person likes the pages. A change is shown at once; the service keeps changes in the order in which they were made. */
export function usePreferences(): [Preferences, (changed: Preferences) => void] {
  const client = useQueryClient()
  const { data } = useSuspenseQuery({ ...infoQuery, select: ({ preferences }) => preferences })
  const { mutate } = useMutation({
    mutationFn: (changed: Preferences) => call(changePreferences, changed),
    scope: { id: 'preferences' },
    onMutate: (changed) =>
      client.setQueryData(infoQuery.queryKey, (info) => info && { ...info, preferences: { ...info.preferences, ...changed } }),
    onError: () => client.invalidateQueries({ queryKey: infoQuery.queryKey }),
  })
  return [data, mutate]
}
