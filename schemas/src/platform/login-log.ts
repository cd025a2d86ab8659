import { z } from 'zod'
import { endpoint } from '../shared/endpoint.ts'
import { logRegister } from '../shared/register.ts'
import { text } from '../shared/text.ts'
import { Instant } from '../shared/values.ts'

/**
 * `pending` is an attempt whose process died before it knew, and counts as refused; `barred` knew the password and may not come in;
 * `unlocked` is an administrator's word after too many failures.
 */
export const SignInOutcome = z.enum(['pending', 'accepted', 'refused', 'barred', 'signed-out', 'unlocked'])

/** Who signed in, or tried to. The platform's operators see those of all tenants. */
export const signIns = logRegister({
  path: '/prod-api/system/logininfor',
  permission: 'system:logininfor',
  noun: 'sign-in',
  id: 'infoId',
  row: z.object({
    infoId: z.int(),
    /** Empty for a name that nobody has. */
    tenant: z.string(),
    userName: z.string(),
    ipaddr: z.string(),
    /** What the person's program called itself. */
    client: z.string(),
    outcome: SignInOutcome,
    loginTime: Instant,
  }),
  filter: {
    tenant: text(32).optional(),
    userName: text(100).optional(),
    ipaddr: text(64).optional(),
    outcome: SignInOutcome.optional(),
  },
})

export const unlockAccount = endpoint({
  method: 'PUT',
  path: '/prod-api/system/logininfor/unlock/:userName',
  permission: 'system:logininfor:unlock',
  summary: 'Let an account sign in again at once after too many failures',
  request: z.object({ userName: text(100).min(1) }),
  response: z.object({}),
})
