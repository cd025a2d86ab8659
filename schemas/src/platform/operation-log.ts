import { z } from 'zod'
import { logResource } from '../shared/resource.ts'
import { text } from '../shared/text.ts'
import { Instant, TenantCode } from '../shared/values.ts'

/**
 * Who did what, with which outcome. Rows are never changed or removed. Lists leave the long fields out; one row has them. The platform's
 * operators see those of all tenants.
 */
export const operations = logResource({
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
    /** The same operation in the fields of the back office's clients. `title` is the part of the service in the reader's language. */
    title: z.string(),
    /** A value of the dictionary `sys_oper_type`. */
    businessType: z.int(),
    /** Method and path once more, as those clients show them. */
    method: z.string(),
    requestMethod: z.string(),
    operUrl: z.string(),
    operName: z.string(),
    operIp: z.string().nullable(),
    /** 0 accepted, 1 refused. */
    status: z.int(),
    /** The refusal in the reader's language, empty for what was accepted. */
    errorMsg: z.string(),
    /** What was asked for and what came of it, as JSON of at most 2,000 characters. */
    operParam: z.string().nullable(),
    jsonResult: z.string().nullable(),
    /** Not measured. */
    costTime: z.null(),
    /** What was asked for, secrets left out. */
    subject: z.unknown().optional(),
    before: z.unknown().optional(),
    after: z.unknown().optional(),
  }),
  filter: {
    title: text(50).optional(),
    operName: text(100).optional(),
    operIp: text(64).optional(),
    businessType: z.coerce.number().int().min(0).max(9).optional(),
    status: z.enum(['0', '1']).optional(),
    tenant: text(32).optional(),
    actor: text(100).optional(),
    operation: text(200).optional(),
    outcome: text(64).optional(),
  },
})
