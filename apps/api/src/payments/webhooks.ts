import { renewSecret, replayDelivery } from '@nightflow/platform/payments/webhooks'
import { renewWebhookSecret, replayWebhook } from '@nightflow/schemas/payments/webhook-calls'
import { rejected } from '@nightflow/schemas/shared/rejections'
import { command, type Route } from '../http/serve.ts'

/** The operation log keeps that a secret was made, and not the secret. */
export const webhookRoutes: readonly Route[] = [
  command(renewWebhookSecret, async ({ endpointId }, { pool, caller: { tenant } }) => {
    const secret = await renewSecret(pool, { tenant, endpointId }, new Date())
    return secret === undefined ? rejected('not-found') : { response: { secret }, after: { endpointId } }
  }),
  command(replayWebhook, async ({ deliveryId }, { pool, caller: { tenant } }) => {
    const before = await replayDelivery(pool, tenant, deliveryId, new Date())
    return before === undefined ? rejected('not-found') : { response: { deliveryId }, before: { status: before }, after: { deliveryId } }
  }),
]
