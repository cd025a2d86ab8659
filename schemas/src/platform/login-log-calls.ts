import { z } from 'zod'
import { endpoint } from '../shared/endpoint.ts'
import { text } from '../shared/text.ts'

export const unlockAccount = endpoint({
  method: 'PUT',
  path: '/prod-api/system/logininfor/unlock/:userName',
  permission: 'system:logininfor:unlock',
  summary: 'Let an account sign in again at once after too many failures',
  request: z.object({ userName: text(100).min(1) }),
  response: z.object({}),
})

/** As the back office's clients call it. */
export const unlockAccountAlias = endpoint({ ...unlockAccount, method: 'GET' })

const kept = {
  method: 'DELETE' as const,
  permission: 'signed-in' as const,
  summary: 'Rejected: rows of a log are kept',
  response: z.object({}),
}

/** The back office's clients offer to remove rows of both logs. The answer says that they are kept. */
export const removeSignIns = endpoint({ ...kept, path: '/prod-api/system/logininfor/:infoId', request: z.object({ infoId: text(9000) }) })
export const removeOperations = endpoint({ ...kept, path: '/prod-api/system/operlog/:operId', request: z.object({ operId: text(9000) }) })
