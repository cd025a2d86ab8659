import { z } from 'zod'
import { InUse } from '../shared/lists.ts'
import { defineResource, editVerbs, logVerbs } from '../shared/resource.ts'
import { text } from '../shared/text.ts'
import { Instant } from '../shared/values.ts'
import { HttpAddress } from './payment-platform.ts'

/** Each topic is a few events of the log, and an endpoint chooses topics. */
export const WebhookTopic = z.enum(['recharge', 'token', 'valve', 'alarm', 'bill', 'order'])
export type WebhookTopic = z.infer<typeof WebhookTopic>

/** Seconds before each further attempt of a delivery. After the last one it has failed, and a person may send it again. */
export const webhookPauseSeconds = [60, 300, 1_800, 7_200, 28_800, 86_400] as const
/** An endpoint that has failed for so long is switched off. */
export const webhookFailingDaysMax = 3
/** How long the secret before is signed with too. */
export const webhookSecretHours = 24

/** Addresses of a utility's own systems that get events, with a signature. */
export const webhookEndpoints = defineResource({
  name: 'webhookEndpoint',
  texts: 'payments',
  noun: 'webhook endpoint',
  path: '/prod-api/business/webhookEndpoint',
  permission: 'payments:webhook',
  verbs: [...editVerbs, 'secret'],
  id: 'endpointId',
  table: 'platform.webhook_endpoints',
  scope: 'own',
  fields: {
    endpointName: { schema: text(50).min(1), filter: 'contains', isUnique: true },
    address: { schema: HttpAddress, shown: z.string(), placeholder: 'https://example.org/webhooks' },
    topics: { schema: z.array(WebhookTopic).min(1).max(6), isJson: true, isUnsortable: true },
    status: { schema: InUse.default(InUse.enum.enabled), filter: 'equals', dictionary: 'sys_normal_disable', isHalf: true },
    secretTime: { schema: Instant.nullable(), isReadOnly: true },
    failingSince: { schema: Instant.nullable(), isReadOnly: true },
  },
  menu: {
    directory: 'payment',
    place: 60,
    path: 'webhookEndpoint',
    component: 'payments/webhook-endpoint',
    icon: 'plug',
    titles: { en: 'Webhooks', 'zh-CN': 'Webhook 推送', fr: 'Points Webhook', id: 'Titik webhook' },
    audience: 'tenant',
  },
  screen: {
    columns: ['endpointName', 'topics', 'status', 'secretTime', 'failingSince', 'createTime'],
    onPhone: ['endpointName', 'topics', 'status'],
    moreColumns: ['address', 'createBy', 'updateBy', 'updateTime'],
    filters: ['endpointName', 'status'],
    form: ['endpointName', 'address', 'topics', 'status'],
  },
})

export const DeliveryStatus = z.enum({ waiting: '0', delivered: '1', failed: '2' })
export type DeliveryStatus = z.infer<typeof DeliveryStatus>

/** Requests that were sent to endpoints, and their answers. Rows are kept for thirty days. */
export const webhookDeliveries = defineResource({
  name: 'webhookDelivery',
  texts: 'payments',
  noun: 'webhook delivery',
  path: '/prod-api/business/webhookDelivery',
  permission: 'payments:webhookDelivery',
  verbs: [...logVerbs, 'replay'],
  id: 'deliveryId',
  table: 'platform.webhook_deliveries',
  scope: 'own',
  fields: {
    endpointName: { schema: text(50), filter: 'contains' },
    topic: { schema: WebhookTopic, filter: 'equals', dictionary: 'webhook_topic' },
    eventType: { schema: text(60), filter: 'contains' },
    status: { schema: DeliveryStatus, filter: 'equals', dictionary: 'webhook_delivery_status' },
    attempts: { schema: z.int() },
    answerStatus: { schema: z.int().nullable() },
    detail: { schema: z.string().nullable() },
    nextTime: { schema: Instant.nullable() },
    deliveredTime: { schema: Instant.nullable() },
    createTime: { schema: Instant },
    body: { schema: z.string().optional(), isLong: true },
  },
  menu: {
    directory: 'payment',
    place: 70,
    path: 'webhookDelivery',
    component: 'payments/webhook-delivery',
    icon: 'list',
    titles: { en: 'Webhook deliveries', 'zh-CN': 'Webhook 推送记录', fr: 'Envois Webhook', id: 'Pengiriman webhook' },
    audience: 'tenant',
  },
  screen: {
    columns: ['endpointName', 'topic', 'eventType', 'status', 'attempts', 'answerStatus', 'createTime', 'deliveredTime'],
    onPhone: ['endpointName', 'eventType', 'status'],
    moreColumns: ['detail', 'nextTime'],
    filters: ['endpointName', 'topic', 'eventType', 'status'],
  },
})
