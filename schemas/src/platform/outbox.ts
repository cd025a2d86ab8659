import { z } from 'zod'
import { defineResource, readVerbs } from '../shared/resource.ts'
import { Instant, TenantCode } from '../shared/values.ts'

export const MessageState = z.enum(['waiting', 'kept', 'sent', 'failed'])
export const MessageChannel = z.enum(['sms', 'email'])

/** Messages to people outside of the service. Where no sender is set up they are kept, and the operator reads them
 * out: those of a tenant during a visit of it, which both tenants have on record, and those of no tenant at home. */
export const outbox = defineResource({
  name: 'outbox',
  texts: 'platform',
  noun: 'message',
  path: '/prod-api/system/outbox',
  permission: 'platform:outbox',
  verbs: readVerbs,
  id: 'messageId',
  table: 'platform.outbox',
  scope: 'visited',
  fields: {
    tenant: { schema: TenantCode.nullable() },
    channel: { schema: MessageChannel, filter: 'equals' },
    recipient: { schema: z.string(), filter: 'contains' },
    subject: { schema: z.string().nullable() },
    state: { schema: MessageState, filter: 'equals' },
    attempts: { schema: z.int() },
    failure: { schema: z.string().nullable() },
    createTime: { schema: Instant },
    sentAt: { schema: Instant.nullable() },
    body: { schema: z.string().optional(), isLong: true },
  },
  menu: {
    directory: 'tenant',
    place: 50,
    path: 'outbox',
    component: 'tenants/outbox',
    icon: 'mail',
    titles: { en: 'Outbox', 'zh-CN': '消息发件箱', fr: 'Boîte d’envoi', id: 'Kotak keluar' },
    audience: 'platform',
  },
  screen: {
    columns: ['recipient', 'channel', 'subject', 'state', 'attempts', 'createTime', 'sentAt'],
    moreColumns: ['tenant', 'failure'],
    filters: ['recipient', 'channel', 'state', 'createdWithin'],
  },
})
