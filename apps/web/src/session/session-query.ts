import { findSession } from '@nightflow/schemas/platform/endpoints'
import type { Session } from '@nightflow/schemas/platform/session'
import { mayDo, type Permission } from '@nightflow/schemas/shared/permissions'
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { call } from '#api/call.ts'

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: ({ signal }) => call(findSession, {}, signal),
  staleTime: 10 * 60 * 1000,
})

/** Who is signed in. Only below the signed-in route, which has loaded it before it shows anything. */
export const useSession = (): Session => useSuspenseQuery(sessionQuery).data

/** Forbidden things are absent: a component asks this and renders nothing when the answer is no. */
export const useMay = (permission: Permission): boolean => {
  const { permissions, tenant } = useSession()
  return mayDo(permissions, permission, tenant)
}
