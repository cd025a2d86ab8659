import { z } from 'zod'
import { readOnlyResource } from '../shared/resource.ts'
import { text } from '../shared/text.ts'
import { Instant, TenantCode } from '../shared/values.ts'

export const MessageState = z.enum(['waiting', 'kept', 'sent', 'failed'])
export const MessageChannel = z.enum(['sms', 'email'])

/** Messages to people outside of the service. Where no sender is set up they are kept, and the operator reads them out. */
export const outbox = readOnlyResource({
  path: '/prod-api/system/outbox',
  permission: 'platform:outbox',
  noun: 'message',
  id: 'messageId',
  row: z.object({
    messageId: z.int(),
    tenant: TenantCode.nullable(),
    channel: MessageChannel,
    recipient: z.string(),
    subject: z.string().nullable(),
    state: MessageState,
    attempts: z.int(),
    failure: z.string().nullable(),
    createTime: Instant,
    sentAt: Instant.nullable(),
    body: z.string().optional(),
  }),
  filter: { recipient: text(100).optional(), channel: MessageChannel.optional(), state: MessageState.optional() },
})
