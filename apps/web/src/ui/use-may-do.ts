import type { Endpoint } from '@nightflow/schemas/shared/endpoint'
import { mayDo } from '@nightflow/schemas/shared/may-do'
import { useSession } from '#session/session-query.ts'

/** May the person make this call? No, where there is no such call. */
export function useMayDo(): (endpoint: Pick<Endpoint, 'permission'> | undefined) => boolean {
  const session = useSession()
  return (endpoint) => {
    if (!endpoint) return false
    const { permission } = endpoint
    return permission === 'public' || permission === 'signed-in' || mayDo(session.permissions, permission, session)
  }
}
