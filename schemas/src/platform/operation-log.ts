import { z } from 'zod'
import { Actor, PersonName } from '../shared/actors.ts'
import { CommonStatus } from '../shared/lists.ts'
import { defineResource, logVerbs } from '../shared/resource.ts'
import { text } from '../shared/text.ts'
import { typedNumber } from '../shared/typed-number.ts'
import { Instant, TenantCode } from '../shared/values.ts'

/** Values of the dictionary `sys_oper_type`, as numbers. */
export const operationTypes = { other: 0, create: 1, change: 2, remove: 3, grant: 4, export: 5, import: 6 } as const

/**
 * Operations with actor and outcome. Rows are never changed or removed. Lists leave the long fields out; one row has them. The platform's
 * operators see those of all tenants.
 */
export const operations = defineResource({
  name: 'operation',
  texts: 'platform',
  noun: 'operation',
  path: '/prod-api/system/operlog',
  permission: 'system:operlog',
  verbs: logVerbs,
  id: 'operId',
  table: 'platform.operation_log',
  scope: 'watched',
  fields: {
    tenant: { schema: TenantCode },
    /** `user:…`, or `operator:…` for an operator of the platform who visited. */
    actor: { schema: Actor },
    /** Method and path of the call. */
    operation: { schema: z.string() },
    /** `accepted`, or the code of the refusal. */
    outcome: { schema: z.string() },
    /** Positions of the operation's events. */
    position: { schema: z.int().nullable(), isLarge: true },
    address: { schema: z.string().nullable() },
    operTime: { schema: Instant, column: 'at' },
    /** The same operation in the fields of the back office's clients. `title` is the part of the service in the reader's language. */
    title: { schema: z.string(), isComputed: true },
    businessType: { schema: z.int() },
    /** Method and path once more, as those clients show them. */
    method: { schema: z.string(), isComputed: true },
    requestMethod: { schema: z.string() },
    operUrl: { schema: z.string() },
    operName: { schema: PersonName },
    operIp: { schema: z.string().nullable(), column: 'address' },
    /** 0 accepted, 1 refused. */
    status: { schema: z.int() },
    /** The refusal in the reader's language, empty for what was accepted. */
    errorMsg: { schema: z.string(), isComputed: true },
    /** Request and result, as JSON of at most 2,000 characters. */
    operParam: { schema: z.string().nullable() },
    jsonResult: { schema: z.string().nullable() },
    /** Not measured. */
    costTime: { schema: z.null(), isComputed: true },
    /** The request without secrets. */
    subject: { schema: z.unknown().optional(), isLong: true },
    before: { schema: z.unknown().optional(), isLong: true },
    after: { schema: z.unknown().optional(), isLong: true },
  },
  moreFilters: {
    title: text(50).optional(),
    operName: text(100).optional(),
    operIp: text(64).optional(),
    businessType: typedNumber().int().min(0).max(9).optional(),
    status: CommonStatus.optional(),
    tenant: text(32).optional(),
    actor: text(100).optional(),
    operation: text(200).optional(),
    outcome: text(64).optional(),
  },
  matchOfMore: {
    operName: 'contains',
    operIp: 'contains',
    businessType: 'equals',
    status: 'equals',
    tenant: 'equals',
    actor: 'contains',
    operation: 'contains',
    outcome: 'equals',
  },
  menu: {
    directory: 'system',
    place: 110,
    path: 'operlog',
    component: 'system/operlog/index',
    icon: 'clipboard',
    titles: { en: 'Operation log', 'zh-CN': '操作日志', fr: 'Journal des opérations', id: 'Log operasi' },
  },
  screen: {
    columns: ['operation', 'actor', 'outcome', 'position', 'tenant', 'address', 'operTime'],
    filters: ['actor', 'operation', 'outcome', 'createdWithin'],
  },
})
