import { z } from 'zod'
import { logRegister } from '../shared/register.ts'
import { text } from '../shared/text.ts'
import { Instant, TenantCode } from '../shared/values.ts'

/**
 * Who did what, with which outcome. Nobody changes or removes a row. Lists leave the long fields out; one row has them. The platform's
 * operators see those of all tenants.
 */
export const operations = logRegister({
  path: '/prod-api/system/operlog',
  permission: 'system:operlog',
  noun: 'operation',
  id: 'operId',
  row: z.object({
    operId: z.int(),
    tenant: TenantCode,
    /** `user:…`, or `operator:…` for an operator of the platform who visited. */
    actor: z.string(),
    /** Method and path of the call. */
    operation: z.string(),
    /** `accepted`, or the code of the refusal. */
    outcome: z.string(),
    /** Where in the log the operation's events stand. */
    position: z.int().nullable(),
    address: z.string().nullable(),
    operTime: Instant,
    /** What was asked for, secrets left out. */
    subject: z.unknown().optional(),
    before: z.unknown().optional(),
    after: z.unknown().optional(),
  }),
  filter: {
    tenant: text(32).optional(),
    actor: text(100).optional(),
    operation: text(200).optional(),
    outcome: text(64).optional(),
  },
})
