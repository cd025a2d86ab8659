import type { Session } from '@nightflow/schemas/platform/session'
import { findInfo, type SessionInfo } from '@nightflow/schemas/platform/session-calls'
import { mayDo } from '@nightflow/schemas/shared/may-do'
import type { Permission } from '@nightflow/schemas/shared/permissions'
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { call } from '#api/call.ts'

export const infoQuery = queryOptions({
  queryKey: ['session'],
  queryFn: ({ signal }) => call(findInfo, {}, signal),
  staleTime: 10 * 60 * 1000,
})

/** `isVisit`: the person is an operator of the platform who visits the tenant. */
type OwnSession = Session & { isVisit: boolean }

/** The signed-in person, with the fields that screens use most. */
const sessionOf = ({ user, tenant, roles, permissions, visit }: SessionInfo): OwnSession => ({
  tenant: tenant.code,
  isVisit: visit !== null,
  tenantName: tenant.tenantName,
  timeZone: tenant.timeZone,
  username: user.userName,
  roles,
  permissions,
  themeColour: tenant.themeColour,
  map: tenant.map,
  mapCentre: tenant.mapCentre,
})

/** Only below the signed-in route, which has loaded it before it shows anything. */
export const useSession = (): OwnSession => useSuspenseQuery({ ...infoQuery, select: sessionOf }).data

/** All that the service says about who is signed in; as `useSession`. */
export const useSessionInfo = (): SessionInfo => useSuspenseQuery(infoQuery).data

/** Forbidden things are absent: a component calls this and renders nothing when it is false. */
export const useMay = (permission: Permission): boolean => {
  const session = useSession()
  return mayDo(session.permissions, permission, session)
}
