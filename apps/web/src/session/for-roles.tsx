import type { Role } from '@nightflow/schemas/shared/permissions'
import type { ReactNode } from 'react'
import { useSession } from '#session/session-query.ts'

/** Shows something to holders of one of these roles, and to administrators. Use `useMay` for permissions. */
export function ForRoles({ roles, children }: { roles: readonly Role[]; children: ReactNode }) {
  const held = useSession().roles
  return held.some((role) => role === 'admin' || roles.some((wanted) => wanted === role)) ? children : null
}
